/** Limits the size of a filter: every condition may be evaluated for every Email, every word in a list of its own. */
import { type Filter, MethodError } from "@pismo/jmap";
import { parseSearch } from "../store/search/query.ts";
import { limitsCapability } from "./limits.ts";

/** Conditions of any type whose values are searched for in text. */
const textProperties = new Set([
  "text",
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "body",
  "header",
  "name",
  "attachmentName",
]);

interface Size {
  conditions: number;
  ids: number;
  texts: string[];
}

function addSize(filter: Filter<Record<string, unknown>>, size: Size): void {
  if ("operator" in filter) {
    // An operator without conditions counts as well.
    size.conditions++;
    for (const condition of filter.conditions as Filter<Record<string, unknown>>[]) addSize(condition, size);
    return;
  }
  const properties = Object.entries(filter);
  size.conditions += Math.max(1, properties.length);
  for (const [property, value] of properties) {
    if (textProperties.has(property)) size.texts.push(...[value].flat().filter((text) => typeof text === "string"));
    else if (Array.isArray(value)) size.ids += value.length;
  }
}

const refuse = (maximum: number, what: string): MethodError =>
  new MethodError("unsupportedFilter", `The filter has more than ${maximum} ${what}`);

/** @param filter of valid shape @throws MethodError unsupportedFilter */
export function assertFilterSize(filter: Filter<Record<string, unknown>>): void {
  const { maxConditionsInFilter, maxIdsInFilter, maxSizeFilterText, maxWordsInFilter } = limitsCapability;
  const size: Size = { conditions: 0, ids: 0, texts: [] };
  addSize(filter, size);
  if (size.conditions > maxConditionsInFilter) throw refuse(maxConditionsInFilter, "conditions");
  if (size.ids > maxIdsInFilter) throw refuse(maxIdsInFilter, "ids");
  if (size.texts.reduce((sum, text) => sum + text.length, 0) > maxSizeFilterText) {
    throw refuse(maxSizeFilterText, "characters of text");
  }
  const words = size.texts.flatMap((text) => parseSearch(text).flatMap((term) => term.words));
  if (words.length > maxWordsInFilter) throw refuse(maxWordsInFilter, "words");
}
