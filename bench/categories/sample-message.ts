/** The format of the sample messages. Those in held-out/ were written after the rules, which must not be changed because of them. */
import type { Category } from "@pismo/jmap";

export interface SampleMessage {
  /** null: none of the six. */
  expected: Category | null;
  from: string;
  subject: string;
  text: string;
  /** person: plain text; program: HTML with tables, as shops and banks send; list: the same with List-Unsubscribe. */
  kind: "person" | "program" | "list";
}

type Line = readonly [from: string, subject: string, text: string];

export const samples = (
  expected: Category | null,
  kind: SampleMessage["kind"],
  lines: readonly Line[],
): SampleMessage[] => lines.map(([from, subject, text]) => ({ expected, kind, from, subject, text }));
