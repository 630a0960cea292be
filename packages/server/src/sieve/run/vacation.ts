/** `vacation`: RFC 5230. */
import { createHash } from "node:crypto";
import type { CheckedCommand, Value } from "../language/checked.ts";
import { isAddress } from "../language/meaning.ts";
import { SieveError } from "../language/sieve-error.ts";
import { sourceOf } from "../language/text.ts";
import type { Memory } from "./memory.ts";

export interface VacationAnswer {
  /** A sender is answered again after so many. */
  days: number;
  /** null: made of the letter's. */
  subject: string | null;
  /** null: the account's. */
  from: string | null;
  /** Of the person, beside those that the server knows. */
  addresses: readonly string[];
  reason: string;
  /** The reason is a MIME entity with a header of its own. */
  isMime: boolean;
  /** Answers with one handle count as one (§4.2). */
  handle: string;
}

/** §4.1 */
const DEFAULT_DAYS = 7;
const MAX_DAYS = 365;

/** A MIME entity: fields of the content alone, then an empty line. */
const ENTITY = /^(?:Content-[\w-]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+\r?\n/i;

const textsOf = (value: Value | null | undefined, memory: Memory): string[] =>
  value?.kind === "strings" ? memory.texts(value.strings) : [];

/** As the script has it: what a variable makes of it for one letter is no other answer. */
const writtenIn = (value: Value | null | undefined): string | null =>
  value?.kind === "strings" ? (value.strings.map(sourceOf)[0] ?? null) : null;

function daysOf(value: Value | null | undefined): number {
  const days = value?.kind === "number" ? value.number : DEFAULT_DAYS;
  return Math.min(Math.max(days, 1), MAX_DAYS);
}

/** @throws SieveError */
export function vacationAnswer({ tags, values, line }: CheckedCommand, memory: Memory): VacationAnswer {
  const [reason = ""] = textsOf(values[0], memory);
  const [subject = null] = textsOf(tags.get("subject"), memory);
  const [from = null] = textsOf(tags.get("from"), memory);
  const isMime = tags.has("mime");
  if (isMime && !ENTITY.test(reason)) throw new SieveError(line, "the reason is no MIME entity");
  const content = JSON.stringify([
    writtenIn(tags.get("subject")),
    writtenIn(tags.get("from")),
    isMime,
    writtenIn(values[0]) ?? "",
  ]);
  const [handle = createHash("sha256").update(content).digest("hex")] = textsOf(tags.get("handle"), memory);
  const addresses = textsOf(tags.get("addresses"), memory).filter(isAddress);
  return { days: daysOf(tags.get("days")), subject, from, addresses, reason, isMime, handle };
}
