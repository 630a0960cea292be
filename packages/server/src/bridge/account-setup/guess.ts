/** Tries the usual host names of mail servers: one that greets, with a valid certificate for the name, is taken. */
import type { ImapServers, ServerEndpoint } from "@pismo/jmap";
import { probe, ProbeError, type ProbeOptions } from "./probe.ts";

export interface UsualPorts {
  imap: number;
  imaps: number;
  submission: number;
  submissions: number;
}

export const usualPorts: UsualPorts = { imap: 143, imaps: 993, submission: 587, submissions: 465 };

const endpointsOf = (names: readonly string[], tls: number, starttls: number): ServerEndpoint[] => [
  ...names.map((host): ServerEndpoint => ({ host, port: tls, security: "tls" })),
  ...names.map((host): ServerEndpoint => ({ host, port: starttls, security: "starttls" })),
];

type Verdict = "good" | "doubtful" | "none";

async function verdictOn(server: "imap" | "smtp", endpoint: ServerEndpoint, options: ProbeOptions): Promise<Verdict> {
  try {
    await probe(server, endpoint, options);
    return "good";
  } catch (error) {
    // There is a server, and the person should learn what is wrong with its certificate.
    return error instanceof ProbeError && error.kind.startsWith("certificate") ? "doubtful" : "none";
  }
}

/** Tries all at once. @returns the first good one of the list, once those before it have failed */
async function firstThatAnswers(
  server: "imap" | "smtp",
  endpoints: readonly ServerEndpoint[],
  options: ProbeOptions,
): Promise<ServerEndpoint | null> {
  const verdicts = endpoints.map((endpoint) => verdictOn(server, endpoint, options));
  let doubtful: ServerEndpoint | null = null;
  for (const [index, endpoint] of endpoints.entries()) {
    const verdict = await verdicts[index];
    if (verdict === "good") return endpoint;
    if (verdict === "doubtful") doubtful ??= endpoint;
  }
  return doubtful;
}

/** @returns undefined where nothing greets as an IMAP server. No password is sent. */
export async function guessServers(
  email: string,
  domain: string,
  options: ProbeOptions & { ports?: UsualPorts | undefined },
): Promise<ImapServers | undefined> {
  const { ports = usualPorts } = options;
  const [imap, smtp] = await Promise.all([
    firstThatAnswers(
      "imap",
      endpointsOf([`imap.${domain}`, `mail.${domain}`, domain], ports.imaps, ports.imap),
      options,
    ),
    firstThatAnswers(
      "smtp",
      endpointsOf([`smtp.${domain}`, `mail.${domain}`, domain], ports.submissions, ports.submission),
      options,
    ),
  ]);
  return imap ? { username: email, imap, smtp } : undefined;
}
