/** What may be typed next into the search box: operators, and the values that some take. Pure. */
import { fold } from "../../../search-language/fold.ts";
import {
  categoryNames,
  operatorIds,
  type OperatorId,
  operatorNamed,
  operatorNames,
  placeNames,
  stateNames,
} from "../../../search-language/operators.ts";

/** What is being typed: the end of the text. */
export interface LastWord {
  /** The text before it. */
  head: string;
  minus: string;
  /** Of an operator with its colon, as it was typed. */
  name: string;
  operator: OperatorId | undefined;
  value: string;
}

/** A value in quotes that are not closed yet has several words. */
const openValue = /(?<=^|\s)-?\p{L}+:(?:"[^"]*|«[^»]*|“[^”“]*|„[^“”]*)$/u;

export function lastWordOf(text: string): LastWord {
  const [word = ""] = openValue.exec(text) ?? /\S*$/u.exec(text) ?? [];
  const head = text.slice(0, text.length - word.length);
  const [, minus = "", name = "", written = ""] = /^(-?)(?:(\p{L}+):)?(.*)$/u.exec(word) ?? [];
  const value = name === "" ? written : written.replace(/^["«“„]/u, "");
  return { head, minus, name, operator: name === "" ? undefined : operatorNamed(fold(name)), value };
}

const isRussian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

const first = (names: readonly [string, string, ...string[]], inRussian: boolean): string => names[inRussian ? 1 : 0];

/** Offered where nothing is typed yet. */
const common: readonly OperatorId[] = ["from", "subject", "has", "is", "after", "in"];

/** Operators that begin with what is typed, by the name in the same alphabet. */
export function operatorsFor({ value, name }: LastWord, inRussian: boolean): { id: OperatorId; name: string }[] {
  if (name !== "") return [];
  if (value === "") return common.map((id) => ({ id, name: first(operatorNames[id], inRussian) }));
  const begun = fold(value);
  return operatorIds.flatMap((id) => {
    const found = operatorNames[id].slice(0, 2).find((each) => each.startsWith(begun) && begun.length > 1);
    return found === undefined ? [] : [{ id, name: found }];
  });
}

const dates: readonly [en: readonly string[], ru: readonly string[]] = [
  ["yesterday", "last week", "last month", "last year"],
  ["вчера", "прошлая неделя", "прошлый месяц", "прошлый год"],
];

const valuesOf: Partial<Record<OperatorId, readonly (readonly [string, string, ...string[]])[]>> = {
  is: Object.values(stateNames),
  in: Object.values(placeNames),
  category: Object.values(categoryNames),
  has: [["file", "файл"]],
  type: [
    ["pdf", "pdf"],
    ["image", "картинка"],
    ["document", "документ"],
    ["spreadsheet", "таблица"],
  ],
  larger: [
    ["1M", "1М"],
    ["10M", "10М"],
  ],
  ...Object.fromEntries(["before", "after", "on"].map((id) => [id, dates[0].map((en, at) => [en, dates[1][at]!])])),
};

/** Values of the operator that begin with what is typed, in the alphabet of its name. */
export function valuesFor({ operator, name, value }: LastWord): string[] {
  const values = operator === undefined ? undefined : valuesOf[operator];
  const inRussian = isRussian(value === "" ? name : value);
  return (values ?? [])
    .map((names) => first(names, inRussian))
    .filter((each) => each.startsWith(fold(value)) && each !== value);
}

export const takesPeople = ({ operator }: LastWord): boolean =>
  operator === "from" || operator === "to" || operator === "cc" || operator === "bcc";
