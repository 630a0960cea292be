/** How the held-out letters are written down. They were written after the rules, and the rules do not follow them. */
import type { Category } from "@pismo/jmap";

export interface HeldOutLetter {
  /** null: none of the six. */
  expected: Category | null;
  from: string;
  subject: string;
  text: string;
  /** person: plain text; program: HTML with tables, as shops and banks send; list: the same with List-Unsubscribe. */
  kind: "person" | "program" | "list";
}

type Line = readonly [from: string, subject: string, text: string];

export const letters = (
  expected: Category | null,
  kind: HeldOutLetter["kind"],
  lines: readonly Line[],
): HeldOutLetter[] => lines.map(([from, subject, text]) => ({ expected, kind, from, subject, text }));
