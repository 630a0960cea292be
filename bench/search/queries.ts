import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface SearchQuery {
  /** As a person types it. */
  q: string;
  language: "ru" | "en";
  kind: "word" | "words" | "phrase";
  /** Which letters have to be found, and no others: places in the list of letters. */
  expected: number[];
}

export interface QuerySet {
  /** Their names (letters.ts). */
  letters: string[];
  queries: SearchQuery[];
}

export const readQueries = (path = join(import.meta.dirname, "queries.json")): QuerySet =>
  JSON.parse(readFileSync(path, "utf8")) as QuerySet;
