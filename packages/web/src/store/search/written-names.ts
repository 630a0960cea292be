/** Labels and folders as a search names them, so that it finds those and no others. Fetched with the search's language. Pure. */
import { exactValue } from "../../search-language/written-search.ts";
import { type SearchSettings, understand } from "./search-filter.ts";

type WriteName = (id: string, names: readonly string[]) => string;

/**
 * @returns the value of the operator for what has the names, the best of them first. Names that others have too, that mean
 * something else, or with quotes of all kinds give way to the id: the keyword of a label, the name of a folder in addresses.
 */
export function nameWriter(operator: "label" | "in", settings: SearchSettings): WriteName {
  const means = (value: string, id: string): boolean => {
    const { groups } = understand(`${operator}:${value}`, settings);
    const [meaning, ...more] = groups.flat().map((term) => term.meaning);
    if (more.length > 0) return false;
    if (meaning?.kind === "label") return meaning.keyword === id;
    return meaning?.kind === "folder" && meaning.folders.length === 1 && meaning.folders[0] === id;
  };
  return (id, names) =>
    names
      .map(exactValue)
      .filter((value) => value !== undefined)
      .find((value) => means(value, id)) ?? id;
}
