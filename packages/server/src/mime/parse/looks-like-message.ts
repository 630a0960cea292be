/** Heuristics for bytes that may be a message. */
import { parseDate } from "../headers/dates.ts";
import { headersOf, headerValues } from "../headers/headers.ts";
import type { ParsedMessage } from "./parse.ts";

/** A message begins with a header field; anything can be parsed as text, but not everything is a message. */
export const looksLikeMessage = (bytes: Uint8Array): boolean =>
  /^\s*(?:>?From [^\n]*\n)?[\x21-\x39\x3b-\x7e]{1,100}[ \t]*:/.test(
    Buffer.from(bytes.subarray(0, 2000)).toString("latin1"),
  );

/** When the last server received it, by the topmost Received field. */
export function arrivalOf(bytes: Uint8Array, { structure }: ParsedMessage): Date | undefined {
  const fields = headerValues(headersOf(bytes, structure.headerStart, structure.bodyStart), "received");
  const times = fields.flatMap((field) => parseDate(field.slice(field.lastIndexOf(";") + 1)) ?? []);
  return times[0] === undefined ? undefined : new Date(times[0]);
}
