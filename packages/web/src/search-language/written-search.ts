/** The text of a search that was put together in a form. Pure. */
import { operatorNames, type OperatorId, type State, stateNames } from "./operators.ts";
import { quotes } from "./tokens.ts";

export interface SearchFields {
  from: string;
  to: string;
  subject: string;
  words: string;
  /** Words that must not be there. */
  without: string;
  /** A folder as it is written behind `in:`; empty: all mail. */
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

/** What no value without quotes has: several words, quotes, parentheses, the beginning of an address. */
const needsQuotes = /[\s"“”„«»()]|^\/\//u;

/** As one value, of which words alone count: in quotes where it has several, which quotes within would end. */
export function valueOf(text: string): string {
  const plain = text.replaceAll(/["“”„«»]/g, " ").trim();
  return needsQuotes.test(plain) ? `"${plain}"` : plain;
}

/** A name as one value, to the letter: in quotes that none of its own end. undefined where it has quotes of all kinds. */
export function exactValue(name: string): string | undefined {
  if (name !== "" && !needsQuotes.test(name)) return name;
  const free = Object.entries(quotes).find(([, closing]) => !Array.from(closing).some((each) => name.includes(each)));
  return free && free[0] + name + free[1].charAt(0);
}

const isBlank = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/**
 * The values that find what a field says: its words in any order, and what the person put in quotes as it stands. Signs
 * of the language within words would end a value.
 */
function valuesOf(text: string): string[] {
  return text.split(/(?<!\S)("[^"]*"|[“„][^“”]*[“”]|«[^»]*»)(?!\S)/u).flatMap((part, at) => {
    const plain = part
      .replaceAll(/["“”„«»]/g, " ")
      .replaceAll(at % 2 === 1 ? /\s+/g : /[\s()]+/g, " ")
      .trim();
    if (isBlank(plain)) return [];
    return at % 2 === 1 ? [`"${plain}"`] : [/\s/u.test(plain) ? `(${plain})` : plain];
  });
}

/** The day after, which "before" does not include. */
function dayAfter(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
}

/** The filters of a list, which a search may stand beside. */
export interface Filters {
  states: readonly State[];
  hasFile: boolean;
  /** A label by all that it can be called, the best first; the last is its keyword. */
  label?: readonly string[];
}

/** The filters as operators, behind the words. @param inRussian which names the operators get */
export function withFilters(text: string, { states, hasFile, label }: Filters, inRussian: boolean): string {
  const at = inRussian ? 1 : 0;
  return [
    text,
    ...states.map((state) => `${operatorNames.is[at]}:${stateNames[state][at]}`),
    ...(hasFile ? [`${operatorNames.has[at]}:${inRussian ? "файл" : "file"}`] : []),
    ...(label === undefined ? [] : [`${operatorNames.label[at]}:${label.map(exactValue).find((each) => each) ?? ""}`]),
  ].join(" ");
}

/** @param inRussian which names the operators get */
export function writtenSearch(fields: SearchFields, inRussian: boolean): string {
  const term = (id: OperatorId, value: string): string[] =>
    value === "" ? [] : [`${operatorNames[id][inRussian ? 1 : 0]}:${value}`];
  const text = (id: OperatorId, value: string): string[] => valuesOf(value).flatMap((each) => term(id, each));
  const without = fields.without.match(/(?<!\S)"[^"]*[\p{L}\p{N}][^"]*"|\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu) ?? [];
  return [
    ...(fields.words.trim() === "" ? [] : [fields.words.trim()]),
    ...without.map((word) => `-${word}`),
    ...text("from", fields.from),
    ...text("to", fields.to),
    ...text("subject", fields.subject),
    ...term("in", fields.folder),
    ...term("after", fields.since),
    ...term("before", fields.until === "" ? "" : dayAfter(fields.until)),
    ...(fields.hasFile ? term("has", inRussian ? "файл" : "file") : []),
    ...text("filename", fields.fileName),
  ].join(" ");
}
