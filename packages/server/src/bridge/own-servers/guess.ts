/** The names that mail servers usually have, tried: what greets as one, with a certificate for that name, is it. */
import type { MailServer, ServerPlace } from "@pismo/jmap";
import { probe, ProbeError, type ProbeOptions } from "./probe.ts";

export interface UsualPorts {
  imap: number;
  imaps: number;
  submission: number;
  submissions: number;
}

export const usualPorts: UsualPorts = { imap: 143, imaps: 993, submission: 587, submissions: 465 };

const placesOf = (names: readonly string[], tls: number, starttls: number): ServerPlace[] => [
  ...names.map((host): ServerPlace => ({ host, port: tls, security: "tls" })),
  ...names.map((host): ServerPlace => ({ host, port: starttls, security: "starttls" })),
];

type Verdict = "good" | "doubtful" | "none";

async function verdictOn(server: "imap" | "smtp", place: ServerPlace, options: ProbeOptions): Promise<Verdict> {
  try {
    await probe(server, place, options);
    return "good";
  } catch (error) {
    // Somebody is there, and the person should hear what is wrong with the certificate.
    return error instanceof ProbeError && error.kind.startsWith("certificate") ? "doubtful" : "none";
  }
}

/** All at once; the first of the list that is good, as soon as those before it have failed. */
async function firstThatAnswers(
  server: "imap" | "smtp",
  places: readonly ServerPlace[],
  options: ProbeOptions,
): Promise<ServerPlace | null> {
  const verdicts = places.map((place) => verdictOn(server, place, options));
  let doubtful: ServerPlace | null = null;
  for (const [index, place] of places.entries()) {
    const verdict = await verdicts[index];
    if (verdict === "good") return place;
    if (verdict === "doubtful") doubtful ??= place;
  }
  return doubtful;
}

/** @returns undefined where nothing greets as an IMAP server. No password is sent. */
export async function guessServers(
  email: string,
  domain: string,
  options: ProbeOptions & { ports?: UsualPorts | undefined },
): Promise<Pick<MailServer, "username" | "imap" | "smtp"> | undefined> {
  const { ports = usualPorts } = options;
  const [imap, smtp] = await Promise.all([
    firstThatAnswers("imap", placesOf([`imap.${domain}`, `mail.${domain}`, domain], ports.imaps, ports.imap), options),
    firstThatAnswers(
      "smtp",
      placesOf([`smtp.${domain}`, `mail.${domain}`, domain], ports.submissions, ports.submission),
      options,
    ),
  ]);
  return imap ? { username: email, imap, smtp } : undefined;
}
