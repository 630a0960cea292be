/**
 * The sort property `relevance` (an extension of ours, FILE_NAMES): where an Email has the words of the filter. Made of the
 * search index alone, so that both engines rank alike: a word counts by the fields that it stands in, more in the form that
 * was asked for, and most where all words follow one another.
 */
import type { FilterTree, Scope } from "./email-filter.ts";
import { parseSearch, type SearchTerm } from "../search/query.ts";
import type { SearchField } from "../search/search-index.ts";
import { type Fragment, join, raw, sq } from "../db/sql-fragment.ts";

const weights: Readonly<Partial<Record<SearchField, number>>> = {
  subject: 8,
  from: 6,
  attachments: 3,
  to: 2,
  cc: 1,
  body: 1,
};
const EXACT_FORM = 2;
const IN_A_ROW = 6;
/** Each costs a look into the index for every field. */
const MAX_TERMS = 8;

/** The texts that an Email may be in the results for; what is excluded ranks nothing. */
function textsOf(tree: FilterTree): string[] {
  if ("operator" in tree) return tree.operator === "NOT" ? [] : tree.parts.flatMap(textsOf);
  const [property, value] = tree;
  return property === "text" || property === "body" ? [value] : [];
}

interface Points {
  field: SearchField | null;
  term: SearchTerm;
  points: number;
}

const quoted = (words: string[]): SearchTerm => ({ words, isQuoted: true, isNoun: false, isPrefix: false });

function pointsFor(text: string): Points[] {
  const terms = parseSearch(text).slice(0, MAX_TERMS);
  const words = terms.flatMap((term) => term.words);
  const fields = Object.entries(weights) as [SearchField, number][];
  const each = terms.flatMap((term): Points[] => [
    ...fields.map(([field, points]) => ({ field, term, points })),
    ...(term.words.length === 1 ? [{ field: null, term: quoted(term.words), points: EXACT_FORM }] : []),
  ]);
  if (terms.length < 2) return each;
  return [...each, { field: null, term: quoted(words), points: IN_A_ROW }];
}

/** A number, greater for better matches; the same for all where the filter has no words. */
export function relevanceSql(
  tree: FilterTree,
  { id, search, accountKey }: Pick<Scope, "id" | "search" | "accountKey">,
): Fragment {
  const parts = textsOf(tree)
    .flatMap(pointsFor)
    .map(
      ({ field, term, points }) =>
        sq`case when ${id} in (${search.keysWith(accountKey, field, [term])}) then ${raw(String(points))} else 0 end`,
    );
  return parts.length === 0 ? raw("(select 0)") : sq`(${join(parts, " + ")})`;
}
