/** What a search says once a label or a folder that it names has another name. Pure. */
import type { Meaning, Search } from "./search.ts";
import { placeNamed } from "./operators.ts";
import { valueOf } from "./written-search.ts";

export type Named = Extract<Meaning, { kind: "label" | "folder" }>;

const isNamed = (meaning: Meaning): meaning is Named => meaning.kind === "label" || meaning.kind === "folder";

/** What ends a value that stands in quotes or parentheses already, or begins another. */
const unclear = /["“”„«»()]|\s(?:OR|ИЛИ|\|)\s/u;

/** By which a search finds it whatever its name is; of folders, all that have the name. */
const idsOf = (named: Named): readonly string[] => (named.kind === "label" ? [named.keyword] : named.folders);

/**
 * @param before as the text was understood by the former names
 * @param now as it is by the present ones
 * @param namesOf the present names of all of a kind, by what idsOf gives; one that is not among them is gone
 */
export function withNewNames(
  text: string,
  before: Search,
  now: Search,
  namesOf: (kind: Named["kind"]) => ReadonlyMap<string, string>,
): string {
  const present = now.groups.flat();
  let written = text;
  // From the end: what stands before goes on to stand where it is.
  for (const { from, value, meaning } of before.groups.flat().toReversed()) {
    if (!isNamed(meaning)) continue;
    const [id, ...others] = idsOf(meaning);
    const isFound = (each: Meaning): boolean =>
      isNamed(each) && idsOf(each).some((found) => found === id || others.includes(found));
    // Where another has the name that one had, it goes on to be the other's.
    if (id === undefined || present.some((each) => each.from === from && isFound(each.meaning))) continue;
    const names = namesOf(meaning.kind);
    const name = names.get(id);
    if (name === undefined) continue;
    const isClear =
      !unclear.test(name) &&
      !(meaning.kind === "folder" && placeNamed(name) !== undefined) &&
      [...names.values()].filter((each) => each === name).length === 1;
    const start = text.indexOf(":", from) + 1;
    const at = written.indexOf(value, start);
    // In quotes or parentheses several words are one value already.
    const shown = isClear ? (at > start ? name : valueOf(name)) : id;
    written = written.slice(0, at) + shown + written.slice(at + value.length);
  }
  return written;
}
