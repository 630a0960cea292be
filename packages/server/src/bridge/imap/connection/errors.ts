/** How a command or a connection fails. */
import type { MirrorProblem, RefusalReason } from "@pismo/jmap";

/** The server refused one command. The message is its own text. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Response code (RFC 9051 §7.1), upper case, or "". */
  readonly code: string;
  constructor(code: string, text: string) {
    super(text || code || "the server refused without a reason");
    const known = code.toUpperCase();
    const implied = known === "" || known === "ALERT" ? codeTexts.find(([, pattern]) => pattern.test(text)) : undefined;
    this.code = implied?.[0] ?? known;
  }
}

/** Cyrus and Courier send a text without a code. */
const codeTexts: readonly [code: string, pattern: RegExp][] = [
  ["OVERQUOTA", /\bquota\b/i],
  ["LIMIT", /\btoo many (user )?(flags|keywords)\b/i],
  ["NOPERM", /^(permission|access) denied\b/i],
];

/** Only the person can continue. */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";
}

/** The server is unreachable now. */
export class Offline extends Error {
  override readonly name = "Offline";
}

/** The server asks for a pause: it would refuse the next command as well. */
export class Busy extends Offline {}

/** RFC 5530, RFC 9051 §7.1: in reply to a sign-in they do not judge name and password. */
const signInPauseCodes = new Set(["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG", "CONTACTADMIN"]);
/** The server sends, and its answers make no progress. */
export class Stalled extends Offline {
  readonly code = "ETIMEDOUT";
}

const pauseCodes = new Set(["THROTTLED", "ETHROTTLE"]);
/** Texts of Microsoft, Gmail (two) and Yahoo. */
const pauseWords =
  /\brequest is throttled\b|\bexceeded command or bandwidth limits\b|\btoo many simultaneous connections\b|\brate limit\b/i;

export const isThrottled = (code: string, text: string): boolean =>
  pauseCodes.has(code.toUpperCase()) || pauseWords.test(text);

/** Replies to a sign-in without a code. */
const signInPauseWords =
  /\btry again\b|\btemporar(y|ily)\b|\btoo many (simultaneous |concurrent )?(connections|sessions|logins|requests)\b|\bthrottl|\boverload/i;
/** A wrong password, or too many attempts: to continue would lock the person out. */
const passwordWords = /\b(fail|invalid|incorrect|wrong|password|credentials|attempts)/i;

/** Whether a server that refuses a sign-in now may accept the same one later. */
export const isTemporarySignInRefusal = (code: string, text: string): boolean =>
  signInPauseCodes.has(code.toUpperCase()) ||
  isThrottled(code, text) ||
  (signInPauseWords.test(text) && !passwordWords.test(text));

/** Codes that mean "not now", or that our list of folders is outdated. */
const transientCodes = new Set([
  "UIDVALIDITY",
  "NONEXISTENT",
  "TRYCREATE",
  "UNAVAILABLE",
  "INUSE",
  "LIMIT",
  "SERVERBUG",
  "OVERQUOTA",
  "CONTACTADMIN",
]);
/** Transient codes that do not concern the object of the command. */
const inconclusiveCodes = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"]);
/** Whether the object may exist all the same. */
export const isInconclusive = ({ code }: Refusal): boolean => inconclusiveCodes.has(code);

const permanentCodes = new Set(["NOPERM", "CANNOT", "READ-ONLY", "APPENDLIMIT", "TOOBIG"]);
/** For other codes: many servers reply a bare NO to a command that works a moment later. */
const MAX_ATTEMPTS = 4;

/** Whether a retry cannot help. @param attempts that failed before */
export const isFinal = ({ code }: Refusal, attempts: number): boolean =>
  permanentCodes.has(code) || (!transientCodes.has(code) && attempts + 1 >= MAX_ATTEMPTS);

const reasons: Readonly<Record<string, RefusalReason>> = {
  NOPERM: "notAllowed",
  "READ-ONLY": "notAllowed",
  CANNOT: "notAllowed",
  APPENDLIMIT: "tooLarge",
  TOOBIG: "tooLarge",
  OVERQUOTA: "full",
  UNAVAILABLE: "busy",
  INUSE: "busy",
  LIMIT: "busy",
};

/** A reason of a closed list, which the interface translates, and the server's text. */
export const refusalText = ({ code, message }: Refusal): string =>
  `${reasons[code] ?? "other"}: ${code ? `[${code}] ` : ""}${message}`.slice(0, 300);

/** Whether it is a bug of ours: neither the server nor the network fails in such a way. */
export const isBug = (error: unknown): boolean =>
  !(error instanceof SignInNeeded || error instanceof Offline) && (error as { code?: unknown }).code === undefined;

const certificateCodes = /^(CERT_|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** A problem of a closed list, which the interface translates, and the text of the system or the server. */
export function problemOf(error: unknown): `${MirrorProblem}: ${string}` {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  const text = message.slice(0, 300);
  if (error instanceof SignInNeeded) return `signIn: ${text}`;
  if (error instanceof Busy) return `busy: ${text}`;
  if (certificateCodes.test(code)) return `certificate: ${text}`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `noSuchServer: ${text}`;
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") return `unreachable: ${text}`;
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return `timeout: ${text}`;
  return `connection: ${text}`;
}
