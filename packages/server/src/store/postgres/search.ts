/**
 * The search index in PostgreSQL: of each Email its distinct terms as a tsvector without positions, in a GIN index that
 * begins with the account, and the terms of each field in their order, in which phrases are looked for. A tsvector has at
 * most 1 MB, and no positions beyond 16,383: an Email with more terms has several rows.
 */
import { accountKey } from "../db/ids.ts";
import { type Fragment, join, raw, sq } from "../db/sql-fragment.ts";
import type { SearchTerm } from "../search/query.ts";
import { type SearchField, searchFields, type SearchIndex } from "../search/search-index.ts";
import { stem } from "../search/stems.ts";

/** Code units of the terms of one row: at most three octets each, and some for every term. */
const MAX_PART_LENGTH = 200_000;

/** Begins the terms of a field. */
const letters: Record<SearchField, string> = {
  subject: "s",
  from: "f",
  to: "t",
  cc: "c",
  bcc: "b",
  body: "x",
  attachments: "a",
};

export const postgresSearch: SearchIndex = {
  add(tx, accountId, emails) {
    tx.atEnd(async () => {
      const account = accountKey(accountId);
      await tx.runAll(
        `insert into email_search (account_id, email_id, part, terms, subject, "from", "to", cc, bcc, body, attachments)
         values (?, ?, ?, array_to_tsvector(array(select jsonb_array_elements_text(?::jsonb))), ?, ?, ?, ?, ?, ?, ?)`,
        emails.flatMap(([key, terms]) =>
          partsOf(terms).map((part, index) => [
            account,
            key,
            index,
            JSON.stringify(part),
            ...terms.map((text) => (index === 0 ? ` ${text} ` : "")),
          ]),
        ),
      );
    });
  },
  remove(tx, accountId, emailKey) {
    tx.atEnd(() =>
      tx.run("delete from email_search where account_id = ? and email_id = ?", accountKey(accountId), emailKey),
    );
  },
  keysWith(account, field, terms) {
    return join(
      terms.map((term) => keysWithTerm(account, field === null ? searchFields : [field], term)),
      " intersect ",
    );
  },
};

/** The distinct terms, each with the letter of its field, in as many lists as rows are needed. */
function partsOf(terms: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const [index, field] of searchFields.entries()) {
    for (const term of new Set(terms[index]!.split(" "))) {
      if (term === "") continue;
      if (length > MAX_PART_LENGTH) {
        parts.push([]);
        length = 0;
      }
      parts.at(-1)!.push(letters[field] + term);
      length += term.length + 2;
    }
  }
  return parts;
}

/** Terms that follow one another; the last may be only the beginning of one. */
interface Sequence {
  terms: string[];
  isPrefix: boolean;
}

/** As matchTerm of sqlite-fts.ts. */
function sequencesOf({ words, isQuoted, isPrefix }: SearchTerm): Sequence[] {
  if (isQuoted && words.length === 1) return [{ terms: words, isPrefix: false }];
  const stems: Sequence = { terms: words.map(stem), isPrefix: false };
  if (!isPrefix) return [stems];
  return [stems, { terms: [...words.slice(0, -1).map(stem), words.at(-1)!], isPrefix: true }];
}

function keysWithTerm(account: number, fields: readonly SearchField[], term: SearchTerm): Fragment {
  const sequences = sequencesOf(term);
  const keys = sequences.flatMap((sequence) =>
    sequence.terms.length === 1
      ? [keysByIndex(account, fields, sequence.terms[0]!, sequence.isPrefix)]
      : [keysOfPhrase(account, fields, sequence)],
  );
  return sq`(${join(keys, " union ")})`;
}

/** Words consist of letters and digits alone (analyze.ts), so quoting them is enough. */
function keysByIndex(account: number, fields: readonly SearchField[], term: string, isPrefix: boolean): Fragment {
  const query = fields.map((field) => `'${letters[field]}${term}'${isPrefix ? ":*" : ""}`).join(" | ");
  return sq`select email_id from email_search where account_id = ${account} and terms @@ ${query}::tsquery`;
}

function keysOfPhrase(account: number, fields: readonly SearchField[], { terms, isPrefix }: Sequence): Fragment {
  const phrase = ` ${terms.join(" ")}${isPrefix ? "" : " "}`;
  const found = fields.map((field) => sq`position(${phrase} in ${raw(`"${field}"`)}) > 0`);
  const all = terms.map((term, index) => keysByIndex(account, fields, term, isPrefix && index === terms.length - 1));
  return sq`select email_id from email_search where account_id = ${account} and part = 0 and (${join(found, " or ")})
    and email_id in (${join(all, " intersect ")})`;
}
