/**
 * Finds the value behind a label: "Итого: 1 200 ₽", or the label in one cell or block and the value in the next. Where one
 * label has two values nothing is certain, and nothing is found. Pure; the patterns are linear.
 */
import { matchAt, type ReadAt } from "../values/found.ts";

export interface Reading {
  value: string;
  /** The words of the text that were read. */
  quote: string;
  /** Where its label begins. */
  label: number;
  start: number;
  end: number;
}

/** A label as a pattern in lower case; the strongest comes first. */
export type Labels = readonly RegExp[];

const EDGE = String.raw`(?<![\p{L}\p{N}_-])`;
const END = String.raw`(?![\p{L}\p{N}_])`;
/** What may stand between a label and its value. */
const gap =
  /(?: (?:is|are|was|составляет)(?= ?[:\n]| ))?(?: ?\([^()\n]{1,40}\))?( ?[:：—–|](?= ?\n?)| ?-(?= ))? ?(\n{0,3}) ?(?:\*{1,2}(?=[\p{L}$€£]))?(?:[№#] ?|N[º°] ?)?/uy;
const MAX_MATCHES = 60;

export const labels = (...words: readonly string[]): Labels =>
  words.map((word) => new RegExp(`${EDGE}(?:${word})${END}`, "giu"));

export interface Rule {
  labels: Labels;
  read: ReadAt;
  /** The value may follow in the same line without a colon: for what is recognised by its own form. */
  isLoose?: boolean;
  /** Words right before the label, in its line, with which it is about something else: "Minimum" payment amount. */
  unless?: RegExp;
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** A text in which labels are looked for, and all labels of the kind, which are no values. */
export class LabelledText {
  readonly text: string;
  readonly #known: readonly RegExp[];

  constructor(text: string, known: readonly Labels[]) {
    this.text = text;
    this.#known = known.flat().map(({ source }) => new RegExp(`^(?:${source}) ?[:：]?$`, "iu"));
  }

  /** Whether a line is one of the labels and nothing else: of a table with a row of headings. */
  isLabel(line: string): boolean {
    return line.length < 60 && this.#known.some((label) => label.test(line.trim()));
  }

  /** The value of the strongest label that has one; undefined too where it has several. */
  find(rule: Rule): Reading | undefined {
    for (const pattern of rule.labels) {
      const readings = this.#readings(pattern, rule);
      const values = new Set(readings.map(({ value }) => value));
      if (values.size > 0) return values.size === 1 ? readings[0] : undefined;
    }
    return undefined;
  }

  /** Where a label stands, each time. */
  places(rule: Rule): Reading[] {
    const all = rule.labels.flatMap((pattern) => this.#readings(pattern, rule));
    return all
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
      .filter(({ start }, index, sorted) => index === 0 || sorted[index - 1]!.start !== start);
  }

  #readings(pattern: RegExp, { read, isLoose = false, unless }: Rule): Reading[] {
    const readings: Reading[] = [];
    let count = 0;
    for (const { 0: label, index } of this.text.matchAll(pattern)) {
      if (++count > MAX_MATCHES) break;
      if (unless?.test(this.text.slice(Math.max(lineStart(this.text, index), index - 30), index))) continue;
      const found = this.#behind(index, index + label.length, read, isLoose);
      if (found) readings.push(found);
    }
    return readings;
  }

  #behind(start: number, end: number, read: ReadAt, isLoose: boolean): Reading | undefined {
    const between = matchAt(gap, this.text, end);
    if (!between) return undefined;
    const [whole, mark, breaks] = between;
    const isNext = breaks !== "";
    if (isNext && !mark && this.text.slice(lineStart(this.text, start), start).trim() !== "") return undefined;
    if (isNext && this.#isHeading(start, end + whole.length)) return undefined;
    if (!isNext && !mark && !isLoose) return undefined;
    const at = end + whole.length;
    const found = read(this.text, at);
    if (!found) return undefined;
    const from = found.start ?? at;
    const quote = this.text.slice(from, found.end).trim();
    return { value: found.value, quote, label: start, start: from, end: found.end };
  }

  /** In a row of headings the line before or behind is a label too. */
  #isHeading(label: number, value: number): boolean {
    const start = lineStart(this.text, label);
    const before = start > 0 ? this.text.slice(lineStart(this.text, start - 1), start - 1) : "";
    return this.isLabel(before) || this.isLabel(this.text.slice(value, lineEnd(this.text, value)));
  }
}
