/** Why something cannot be done at a ManageSieve server. */
import { SetFailure } from "@pismo/jmap";
import { Offline } from "../imap/connection/errors.ts";

/** What it sends, or has, is more than is looked at. */
export class TooMuch extends Offline {}

/** It refused a command. */
export class SieveRefusal extends Error {
  override readonly name = "SieveRefusal";
  /** Response code (RFC 5804 §1.3), upper case, or "". */
  readonly code: string;
  constructor(code: string, text: string) {
    super(text || code || "the server refused without a reason");
    this.code = code;
  }
}

const MAX_WORDS = 500;

const shortened = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_WORDS);

/** "Pismo: line 3: error: unknown command 'x'" → "line 3: unknown command 'x'", the first one of several. */
export function mistakeIn(text: string): string {
  const [, line = "1", words] = /\bline (\d{1,9})\b:?\s*(?:error:\s*)?([^\r\n]*)/i.exec(text) ?? [];
  return `line ${line}: ${shortened(words ?? text) || "the mail server does not take it"}`;
}

/** As RFC 9661 tells it. */
export function failureOf({ code, message }: SieveRefusal): SetFailure {
  const description = shortened(message);
  if (code.startsWith("QUOTA")) return new SetFailure({ type: "overQuota", description });
  if (code === "ACTIVE") return new SetFailure({ type: "sieveIsActive", description });
  if (code === "NONEXISTENT") return new SetFailure({ type: "notFound", description });
  if (code === "ALREADYEXISTS") return new SetFailure({ type: "invalidProperties", properties: ["name"], description });
  return new SetFailure({ type: "invalidSieve", description: mistakeIn(message) });
}
