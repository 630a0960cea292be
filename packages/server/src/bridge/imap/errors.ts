/** How a server can fail us. */
import type { MirrorProblem, RefusalReason } from "@pismo/jmap";

/** The server said no to one command. What is left of the sentence is its own. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Response code (RFC 9051 §7.1), upper case, or "". */
  readonly code: string;
  constructor(code: string, text: string) {
    super(text || code || "the server refused without a reason");
    const known = code.toUpperCase();
    const said = known === "" || known === "ALERT" ? words.find(([, pattern]) => pattern.test(text)) : undefined;
    this.code = said?.[0] ?? known;
  }
}

/** Cyrus and Courier have words for it, and no code. */
const words: readonly [code: string, pattern: RegExp][] = [
  ["OVERQUOTA", /\bquota\b/i],
  ["NOPERM", /^(permission|access) denied\b/i],
];

/** There is no way on without the person. */
export class SignInNeeded extends Error {
  override readonly name = "SignInNeeded";
}

/** We cannot talk to the server now. */
export class Offline extends Error {
  override readonly name = "Offline";
}

/** The server asks for a pause: whatever we say next, it would say no again. */
export class Busy extends Offline {}

const pauseCodes = new Set(["THROTTLED", "ETHROTTLE"]);
/** Of Microsoft's, of Gmail twice, of Yahoo's. */
const pauseWords =
  /\brequest is throttled\b|\bexceeded command or bandwidth limits\b|\btoo many simultaneous connections\b|\brate limit\b/i;

export const asksForPause = (code: string, text: string): boolean =>
  pauseCodes.has(code.toUpperCase()) || pauseWords.test(text);

/** Codes that mean "not now", or "your picture of the folders is old". */
const passing = new Set([
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
/** Of these, those that say nothing about what was asked for. */
const elsewhere = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"]);
/** Whether it may be there all the same. */
export const isUnknown = ({ code }: Refusal): boolean => elsewhere.has(code);

/** Codes that mean "never". */
const final = new Set(["NOPERM", "CANNOT", "READ-ONLY", "APPENDLIMIT", "TOOBIG"]);
/** Others are asked again: many a server says a bare NO to what works a moment later. */
const TRIES = 4;

/** Whether it is no use to ask again. @param attempts that failed before */
export const isFinal = ({ code }: Refusal, attempts: number): boolean =>
  final.has(code) || (!passing.has(code) && attempts + 1 >= TRIES);

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

/** One of a closed list, for the screen to put into words, and what the server says. */
export const refusalText = ({ code, message }: Refusal): string =>
  `${reasons[code] ?? "other"}: ${code ? `[${code}] ` : ""}${message}`.slice(0, 300);

/** Whether it is a mistake of this program: neither the server nor the network fails in such a way. */
export const isOurs = (error: unknown): boolean =>
  !(error instanceof SignInNeeded || error instanceof Offline) && (error as { code?: unknown }).code === undefined;

const certificateCodes = /^(CERT_|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** One of a closed list, for the screen to put into words, and the reason as the system or the server has it. */
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
