/** Of an Email's terms those that find its files: a file is often remembered by who sent it. */
import { searchFields } from "../search/search-index.ts";

const remembered = ["subject", "from", "to"] as const;

/** @param terms as indexTerms() gives them */
export const letterTermsOf = (terms: readonly string[]): string =>
  remembered.map((field) => terms[searchFields.indexOf(field)]!).join(" ");
