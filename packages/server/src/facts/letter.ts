/** What facts are read from. */
import type { Category } from "@pismo/jmap";

export interface FactLetter {
  /** The category that was found or chosen: only its words are looked for. null: what the letter declares alone. */
  category: Category | null;
  subject: string;
  /** The sender's name, without the address. */
  fromName: string;
  /** Days without a year are near it. */
  sentAt: Date;
  /** The day on which it was written, "2026-12-05"; null where that is not certain (letter-day.ts). */
  today: string | null;
  /** Of the body; null where the letter has none. */
  html: string | null;
  /** The plain text of the body; read only where there is no HTML. */
  text: string;
  /** Its text/calendar parts. */
  calendars: readonly string[];
  /** The text of its PDF files. */
  pdfs: readonly string[];
}
