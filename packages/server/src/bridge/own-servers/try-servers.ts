/** Signs in at an account's servers, first at the one and then at the other, and says what is wrong. */
import type { MailServerProblem, ServerPlace } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { ImapServer } from "../../store/imap-accounts.ts";
import { smtpPlaceOf } from "../../store/smtp-url.ts";
import { SignInNeeded } from "../imap/errors.ts";
import { openSession } from "../imap/session.ts";
import { signInToRelay } from "../smtp/relay.ts";
import { type Answer, type Kind, probe, ProbeError } from "./probe.ts";
import { kindOfNetworkError } from "./problems.ts";
import { providerOfHost } from "./providers.ts";

export interface TryOptions {
  log: Logger;
  /** What we call ourselves in EHLO. */
  name: string;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

const passwordWays = ["AUTH=PLAIN", "AUTH=LOGIN", "AUTH=CRAM-MD5"];
const tokenWays = ["AUTH=XOAUTH2", "AUTH=OAUTHBEARER"];
const hasAny = ({ capabilities }: Answer, ways: readonly string[]): boolean =>
  ways.some((way) => capabilities.has(way));

/** Why a password cannot even be offered; undefined: it can. */
function obstacle(server: "imap" | "smtp", place: ServerPlace, answer: Answer): Kind | undefined {
  const { capabilities } = answer;
  const takesPasswords =
    hasAny(answer, passwordWays) ||
    (server === "imap" ? !capabilities.has("LOGINDISABLED") : !hasAny(answer, tokenWays));
  if (takesPasswords) return undefined;
  if (place.security === "plain") return "plainRefused";
  return hasAny(answer, tokenWays) ? "oauth" : "plainRefused";
}

/** A server that offers no sign-in may let people in by where they are, or want TLS first. */
async function hidesSignIn(place: ServerPlace, { capabilities }: Answer): Promise<boolean> {
  if (place.security !== "plain" || !capabilities.has("STARTTLS") || hasAny({ capabilities }, passwordWays))
    return false;
  const answer = await probe("smtp", { ...place, security: "starttls" }, { verifies: false }).catch(() => undefined);
  return answer !== undefined && hasAny(answer, [...passwordWays, ...tokenWays]);
}

/** What a refused sign-in means with this provider. */
function refusalKind(place: ServerPlace, text: string): Kind {
  if (/PRIVACYREQUIRED|encrypt\w+ (is )?(required|needed)|must issue a STARTTLS/i.test(text)) return "plainRefused";
  if (/\bapp(lication)?[- ]?(specific )?password|пароль приложения/i.test(text)) return "appPassword";
  const signIn = providerOfHost(place.host)?.signIn;
  return signIn === "appPassword" || signIn === "oauth" ? signIn : "wrongPassword";
}

interface SmtpFailure {
  code?: string;
  originalCode?: string;
  response?: string;
  responseCode?: number;
  message?: string;
}

/** Codes that say that the name or the password is not taken, and not that something else went wrong (RFC 4954 §6). */
const refusals = new Set([534, 535, 538, 530]);

async function tryImap(server: ImapServer, { log, ca }: TryOptions): Promise<void> {
  const place: ServerPlace = server;
  const answer = await probe("imap", place, { ca });
  const kind = obstacle("imap", place, answer);
  if (kind) throw new ProbeError(kind, "The server does not take a password here");
  try {
    const session = await openSession({ ...server, grantedAt: null }, log, ca === undefined ? {} : { tls: { ca } });
    await session.close();
  } catch (error) {
    const { message, code, serverResponseCode = "" } = error as Error & { code?: string; serverResponseCode?: string };
    const text = `${serverResponseCode} ${message}`;
    if (error instanceof SignInNeeded) throw new ProbeError(refusalKind(place, text), message);
    throw new ProbeError(kindOfNetworkError({ code }), message);
  }
}

async function trySmtp(server: ImapServer & { smtpUrl: string }, { name, ca }: TryOptions): Promise<void> {
  const place = smtpPlaceOf(server.smtpUrl);
  const url = new URL(server.smtpUrl);
  const answer = await probe("smtp", place, { ca });
  const kind = obstacle("smtp", place, answer) ?? ((await hidesSignIn(place, answer)) ? "plainRefused" : undefined);
  if (kind) throw new ProbeError(kind, "The server does not take a password here");
  url.username = encodeURIComponent(server.username);
  url.password = encodeURIComponent(server.password);
  try {
    await signInToRelay({ url, name, tls: { ca } });
  } catch (error) {
    const { code, originalCode, response, responseCode = 0, message = "" } = error as SmtpFailure;
    if (code === "EAUTH" && (refusals.has(responseCode) || responseCode >= 500)) {
      throw new ProbeError(refusalKind(place, response ?? message), response ?? message);
    }
    throw new ProbeError(kindOfNetworkError({ code: originalCode ?? code }), response ?? message);
  }
}

/** Some servers repeat what they were sent. */
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
 * One after the other: a wrong password should not count twice against a limit.
 * @returns undefined: both let the person in
 */
export async function tryServers(server: ImapServer, options: TryOptions): Promise<MailServerProblem | undefined> {
  const { host, password, smtpUrl } = server;
  const problem = await problemOf("imap", host, password, () => tryImap(server, options));
  if (problem || smtpUrl === null) return problem;
  return problemOf("smtp", smtpPlaceOf(smtpUrl).host, password, () => trySmtp({ ...server, smtpUrl }, options));
}
