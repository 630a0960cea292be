/** The text of a search that was put together in a form. Pure. */
import { operatorNames, type OperatorId } from "./operators.ts";

export interface SearchFields {
  from: string;
  to: string;
  subject: string;
  words: string;
  /** Words that must not be there. */
  without: string;
  /** A folder as `in:` takes it; empty: all mail. */
  folder: string;
  /** Dates as the browser's fields give them, "2026-03-18", both included; empty: any. */
  since: string;
  until: string;
  hasFile: boolean;
  fileName: string;
}

export const noFields: SearchFields = {
  from: "",
  to: "",
  subject: "",
  words: "",
  without: "",
  folder: "",
  since: "",
  until: "",
  hasFile: false,
  fileName: "",
};

/** As one value: in quotes where it has several words, which quotes within would end. */
function valueOf(text: string): string {
  const plain = text.replaceAll(/["“”„«»]/g, " ").trim();
  return /\s/u.test(plain) ? `"${plain}"` : plain;
}

/** The day after, which "before" does not include. */
function dayAfter(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
}

/** @param inRussian which names the operators get */
export function writtenSearch(fields: SearchFields, inRussian: boolean): string {
  const term = (id: OperatorId, value: string): string[] =>
    value === "" ? [] : [`${operatorNames[id][inRussian ? 1 : 0]}:${value}`];
  const without = fields.without.match(/\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu) ?? [];
  return [
    ...(fields.words.trim() === "" ? [] : [fields.words.trim()]),
    ...without.map((word) => `-${word}`),
    ...term("from", valueOf(fields.from)),
    ...term("to", valueOf(fields.to)),
    ...term("subject", valueOf(fields.subject)),
    ...term("in", valueOf(fields.folder)),
    ...term("after", fields.since),
    ...term("before", fields.until === "" ? "" : dayAfter(fields.until)),
    ...(fields.hasFile ? term("has", inRussian ? "файл" : "file") : []),
    ...term("filename", valueOf(fields.fileName)),
  ].join(" ");
}
