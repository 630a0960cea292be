/** Signs in at an account's IMAP and then SMTP server, and returns the first problem. */
import type { MailServerProblem, ServerEndpoint } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { ImapServer } from "../../store/mirror/imap-accounts.ts";
import { smtpServerOf } from "../../store/submission/smtp-url.ts";
import { SignInNeeded } from "../imap/connection/errors.ts";
import { openSession } from "../imap/connection/connection.ts";
import { signInToRelay } from "../smtp/send/relay.ts";
import { type Answer, type Kind, probe, ProbeError } from "./probe.ts";
import { kindOfNetworkError } from "./problems.ts";
import { providerOfHost } from "./providers.ts";

export interface TryOptions {
  log: Logger;
  /** Our name in EHLO. */
  name: string;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

const passwordMechanisms = ["AUTH=PLAIN", "AUTH=LOGIN", "AUTH=CRAM-MD5"];
const tokenMechanisms = ["AUTH=XOAUTH2", "AUTH=OAUTHBEARER"];
const hasAny = ({ capabilities }: Answer, mechanisms: readonly string[]): boolean =>
  mechanisms.some((mechanism) => capabilities.has(mechanism));

/** Why the server accepts no password; undefined: it does. */
function passwordObstacle(server: "imap" | "smtp", endpoint: ServerEndpoint, answer: Answer): Kind | undefined {
  const { capabilities } = answer;
  const acceptsPasswords =
    hasAny(answer, passwordMechanisms) ||
    (server === "imap" ? !capabilities.has("LOGINDISABLED") : !hasAny(answer, tokenMechanisms));
  if (acceptsPasswords) return undefined;
  if (endpoint.security === "plain") return "plainRefused";
  return hasAny(answer, tokenMechanisms) ? "oauth" : "plainRefused";
}

/** A server that offers no sign-in may admit clients by their address, or require TLS first. */
async function requiresTls(endpoint: ServerEndpoint, { capabilities }: Answer): Promise<boolean> {
  if (endpoint.security !== "plain" || !capabilities.has("STARTTLS") || hasAny({ capabilities }, passwordMechanisms))
    return false;
  const answer = await probe("smtp", { ...endpoint, security: "starttls" }, { verifies: false }).catch(() => undefined);
  return answer !== undefined && hasAny(answer, [...passwordMechanisms, ...tokenMechanisms]);
}

/** The meaning of a refused sign-in with this provider. */
function refusalKind(endpoint: ServerEndpoint, text: string): Kind {
  if (/PRIVACYREQUIRED|encrypt\w+ (is )?(required|needed)|must issue a STARTTLS/i.test(text)) return "plainRefused";
  if (/\bapp(lication)?[- ]?(specific )?password|пароль приложения/i.test(text)) return "appPassword";
  const signIn = providerOfHost(endpoint.host)?.signIn;
  return signIn === "appPassword" || signIn === "oauth" ? signIn : "wrongPassword";
}

interface SmtpFailure {
  code?: string;
  originalCode?: string;
  response?: string;
  responseCode?: number;
  message?: string;
}

/** Codes that refuse the name or the password (RFC 4954 §6). */
const refusals = new Set([534, 535, 538, 530]);

async function tryImap(server: ImapServer, { log, ca }: TryOptions): Promise<void> {
  const endpoint: ServerEndpoint = server;
  const answer = await probe("imap", endpoint, { ca });
  const kind = passwordObstacle("imap", endpoint, answer);
  if (kind) throw new ProbeError(kind, "The server does not take a password here");
  try {
    const session = await openSession({ ...server, grantedAt: null }, log, ca === undefined ? {} : { tls: { ca } });
    await session.close();
  } catch (error) {
    const { message, code, serverResponseCode = "" } = error as Error & { code?: string; serverResponseCode?: string };
    const text = `${serverResponseCode} ${message}`;
    if (error instanceof SignInNeeded) throw new ProbeError(refusalKind(endpoint, text), message);
    throw new ProbeError(kindOfNetworkError({ code }), message);
  }
}

async function trySmtp(server: ImapServer & { smtpUrl: string }, { name, ca }: TryOptions): Promise<void> {
  const endpoint = smtpServerOf(server.smtpUrl);
  const url = new URL(server.smtpUrl);
  const answer = await probe("smtp", endpoint, { ca });
  const kind =
    passwordObstacle("smtp", endpoint, answer) ?? ((await requiresTls(endpoint, answer)) ? "plainRefused" : undefined);
  if (kind) throw new ProbeError(kind, "The server does not take a password here");
  url.username = encodeURIComponent(server.username);
  url.password = encodeURIComponent(server.password);
  try {
    await signInToRelay({ url, name, tls: { ca } });
  } catch (error) {
    const { code, originalCode, response, responseCode = 0, message = "" } = error as SmtpFailure;
    if (code === "EAUTH" && (refusals.has(responseCode) || responseCode >= 500)) {
      throw new ProbeError(refusalKind(endpoint, response ?? message), response ?? message);
    }
    throw new ProbeError(kindOfNetworkError({ code: originalCode ?? code }), response ?? message);
  }
}

/** Some servers repeat what they receive. */
const withoutSecret = (text: string, secret: string): string => (secret === "" ? text : text.replaceAll(secret, "…"));

async function problemOf(
  server: "imap" | "smtp",
  host: string,
  password: string,
  work: () => Promise<void>,
): Promise<MailServerProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const kind = error instanceof ProbeError ? error.kind : kindOfNetworkError(error);
    const needsHelp = kind === "appPassword" || kind === "oauth";
    const helpUrl = needsHelp ? (providerOfHost(host)?.helpUrl ?? null) : null;
    return { kind, server, detail: withoutSecret((error as Error).message, password), helpUrl };
  }
}

/**
 * In sequence, so that a wrong password does not count twice against a limit.
 * @returns undefined: both accept the sign-in
 */
export async function tryServers(server: ImapServer, options: TryOptions): Promise<MailServerProblem | undefined> {
  const { host, password, smtpUrl } = server;
  const problem = await problemOf("imap", host, password, () => tryImap(server, options));
  if (problem || smtpUrl === null) return problem;
  return problemOf("smtp", smtpServerOf(smtpUrl).host, password, () => trySmtp({ ...server, smtpUrl }, options));
}
