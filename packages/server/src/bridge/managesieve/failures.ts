/** What the failure of a session says of the server. */
import { MethodError } from "@pismo/jmap";
import { SieveRefusal } from "./refusal.ts";

export const unavailable = (problem = "busy: "): MethodError =>
  new MethodError("serverUnavailable", `The rules on the mail server cannot be reached (${problem.split(":")[0]})`);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? "";

/** Of the connection or the server, and not a failure of ours or of a record. */
export const isOfServer = (error: unknown): boolean =>
  error instanceof SieveRefusal ||
  ["Offline", "SignInNeeded"].includes((error as Error).name) ||
  /^E[A-Z_]+$|^ERR_(TLS|SSL)/.test(codeOf(error));

/** The network is away: it says nothing of the server. */
export const isOfNetwork = (error: unknown): boolean =>
  ["EAI_AGAIN", "ENETUNREACH", "ENETDOWN"].includes(codeOf(error));

/** Nothing manages scripts there: it may be for ever. */
export const isOfPlace = (error: unknown): boolean =>
  ["ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ENOTLS"].includes(codeOf(error));
