/** The columns that an insert derives from a message: worker threads compute them, so that the transaction stays short. */
import type { CategoryGuess } from "../../mime/categorize/categorize.ts";
import type { MailingList } from "../../mime/headers/mailing-list.ts";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { shortHeaders } from "../../mime/headers/short-headers.ts";
import { jsonText } from "../db/json-text.ts";
import { emailColumns } from "./email-columns.ts";
import { type FileRow, filesOf } from "../files/file-rows.ts";
import { indexTerms } from "../search/search-index.ts";
import { linksOf, type ThreadLinks } from "../threads/threads.ts";

export interface PreparedEmail {
  columns: ReturnType<typeof emailColumns>;
  /**
   * JSON of the headers, short and with isShortened where something was left out, isAutomaticAnswer where no person answers
   * by it; and of the structure, as they are stored.
   */
  headers: string;
  structure: string;
  preview: string;
  /** For the search index, column by column. */
  terms: readonly string[];
  files: readonly FileRow[];
  /** The keys that find its thread (linksOf). */
  links: ThreadLinks;
  /** The author's address in lower case. */
  sender: string | undefined;
  /** What the rules make of it. */
  category: CategoryGuess | null;
  /** The list or bulk sender that it comes from. */
  list: MailingList | null;
}

export function prepareEmail(parsed: ParsedMessage): PreparedEmail {
  const { headers, isShortened } = shortHeaders(parsed.headers);
  return {
    columns: emailColumns(parsed),
    headers: jsonText({
      ...headers,
      ...(isShortened && { isShortened }),
      ...(parsed.isAutomaticAnswer && { isAutomaticAnswer: true }),
    }),
    structure: jsonText(parsed.structure),
    preview: parsed.preview,
    terms: indexTerms(parsed.searchText),
    files: filesOf(parsed.structure),
    links: linksOf(parsed.headers),
    sender: parsed.headers.from?.[0]?.email.toLowerCase(),
    category: parsed.category,
    list: parsed.list,
  };
}
