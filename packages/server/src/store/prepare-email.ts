/** What an insert writes of a message, made of it alone: a worker can do it for many, and the transaction stays short. */
import type { CategoryGuess } from "../mime/categorize.ts";
import type { ParsedMessage } from "../mime/parse.ts";
import { emailColumns } from "./email-columns.ts";
import { indexTerms } from "./search/sqlite-fts.ts";
import { linksOf } from "./threads.ts";

export interface PreparedEmail {
  columns: ReturnType<typeof emailColumns>;
  /** JSON of the headers and of the structure, as they are stored. */
  headers: string;
  structure: string;
  preview: string;
  /** For the search index, column by column. */
  terms: readonly string[];
  /** By which its thread is found. */
  links: readonly string[];
  /** The author's address in lower case. */
  sender: string | undefined;
  /** What the rules make of it. */
  category: CategoryGuess | null;
}

export function prepareEmail(parsed: ParsedMessage): PreparedEmail {
  return {
    columns: emailColumns(parsed),
    headers: JSON.stringify(parsed.headers),
    structure: JSON.stringify(parsed.structure),
    preview: parsed.preview,
    terms: indexTerms(parsed.searchText),
    links: linksOf(parsed.headers),
    sender: parsed.headers.from?.[0]?.email.toLowerCase(),
    category: parsed.category,
  };
}
