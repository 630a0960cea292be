/** A letter for the rules that read facts: empty but for what a test gives it. */
import type { FactLetter } from "../../src/facts/letter.ts";

export const factLetter = (content: Partial<FactLetter>): FactLetter => ({
  category: null,
  subject: "",
  fromName: "",
  sentAt: new Date("2026-11-26T10:00:00Z"),
  today: "2026-11-26",
  html: null,
  text: "",
  calendars: [],
  pdfs: [],
  ...content,
});
