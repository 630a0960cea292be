/**
 * The search index in PostgreSQL: of each Email its distinct terms as a tsvector without positions, in a GIN index that
 * begins with the account, and the terms of each field in their order, in which phrases are looked for. A tsvector has at
 * most 1 MB, and no positions beyond 16,383: an Email with more terms has several rows.
 */
import { accountKey } from "../db/ids.ts";
import { and, type Fragment, join, raw, sq } from "../db/sql-fragment.ts";
import { alternativesOf, parseSearch, type SearchTerm } from "../search/query.ts";
import {
  type FileField,
  fileFields,
  type IndexWriter,
  type SearchField,
  searchFields,
  type SearchIndex,
  type TextIndex,
  type WordTree,
} from "../search/search-index.ts";
import { stem } from "../search/stems.ts";

/** Code units of the terms of one row: at most three octets each, and some for every term. */
const MAX_PART_LENGTH = 200_000;

/** A table of terms. */
interface Table<Field extends string> {
  name: string;
  key: string;
  fields: readonly Field[];
  /** Begins the terms of a field. */
  letters: Record<Field, string>;
}

const ofEmails: Table<SearchField> = {
  name: "email_search",
  key: "email_id",
  fields: searchFields,
  letters: { subject: "s", from: "f", to: "t", cc: "c", bcc: "b", body: "x", attachments: "a" },
};

const ofFiles: Table<FileField> = {
  name: "file_search",
  key: "file_id",
  fields: fileFields,
  letters: { name: "n", content: "x", letter: "l" },
};

function indexIn<Field extends string>(table: Table<Field>): TextIndex<Field> {
  return {
    add(tx, accountId, rows) {
      tx.atEnd(() => insertRows(tx, accountKey(accountId), table, rows));
    },
    remove(tx, accountId, keys) {
      const account = accountKey(accountId);
      tx.atEnd(() =>
        tx.runAll(
          `delete from ${table.name} where account_id = ? and ${table.key} = ?`,
          keys.map((key) => [account, key]),
        ),
      );
    },
    keysWith(account, field, terms, union = "union") {
      const fields = field === null ? table.fields : [field];
      const query = terms.map((term) => queryOf(table, fields, term)).join(" & ");
      const phrases = terms.filter(({ words }) => words.length > 1);
      const found = phrases.map((term) => matchOf(table, fields, term, raw("s")));
      const keys = sq`select ${raw(table.key)} from ${raw(table.name)} s
        where ${and([sq`account_id = ${account}`, sq`terms @@ ${query}::tsquery`, ...found])}`;
      if (terms.length === 1 && phrases.length === 0) return keys;
      const has = this.hasTerms!(account, field, terms, (column) => sq`${column} = d.${raw(table.key)}`);
      return sq`${keys} ${raw(union)} ${dividedIn(account, table)} and ${has}`;
    },
    hasTerms(account, field, terms, isKey) {
      const fields = field === null ? table.fields : [field];
      // The innermost first: each looks at the rows of the key that the one around it has found.
      return terms.reduceRight<Fragment | undefined>((further, term, depth) => {
        const alias = `w${depth}`;
        const key = raw(`${alias}.${table.key}`);
        const isSame = depth === 0 ? isKey(key) : sq`${key} = ${raw(`w${depth - 1}.${table.key}`)}`;
        const also = further ? sq` and ${further}` : raw("");
        // The offset keeps PostgreSQL from making a join of it, for which it would read all that the index has.
        return sq`exists (select 1 from ${raw(`${table.name} ${alias}`)} where ${raw(alias)}.account_id = ${account}
          and ${isSame} and ${matchOf(table, fields, term, raw(alias))}${also} offset 0)`;
      }, undefined)!;
    },
  };
}

/** The keys of what has several rows. */
const dividedIn = <Field extends string>(account: number, { name, key }: Table<Field>): Fragment =>
  sq`select d.${raw(key)} from ${raw(name)} d where d.account_id = ${account} and d.part = 1`;

export const postgresSearch: SearchIndex = {
  ...indexIn(ofEmails),
  files: indexIn(ofFiles),
  rowsWith: (account, tree) => ({
    matching: sq`select email_id from email_search where account_id = ${account} and terms @@ ${queryOfTree(tree)}::tsquery`,
    divided: dividedIn(account, ofEmails),
  }),
};

type Rows = readonly (readonly [key: number, terms: readonly string[]])[];

/** @param emails the terms of each, in the order of searchFields */
export const insertTerms = (tx: Pick<IndexWriter, "runAll">, account: number, emails: Rows): Promise<unknown> =>
  insertRows(tx, account, ofEmails, emails);

function insertRows<Field extends string>(
  tx: Pick<IndexWriter, "runAll">,
  account: number,
  table: Table<Field>,
  rows: Rows,
): Promise<unknown> {
  const columns = table.fields.map((field) => `"${field}"`).join(", ");
  return tx.runAll(
    `insert into ${table.name} (account_id, ${table.key}, part, terms, ${columns})
     values (?, ?, ?, array_to_tsvector(array(select jsonb_array_elements_text(?::jsonb)))${", ?".repeat(table.fields.length)})`,
    rows.flatMap(([key, terms]) =>
      partsOf(table, terms).map((part, index) => [
        account,
        key,
        index,
        JSON.stringify(part),
        ...terms.map((text) => (index === 0 ? ` ${text} ` : "")),
      ]),
    ),
  );
}

/** The distinct terms, each with the letter of its field, in as many lists as rows are needed. */
function partsOf<Field extends string>({ fields, letters }: Table<Field>, terms: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const [index, field] of fields.entries()) {
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
function sequencesOf(searched: SearchTerm): Sequence[] {
  const { words, isQuoted, isPrefix } = searched;
  if (isQuoted && words.length === 1) return [{ terms: words, isPrefix: false }];
  const stems = alternativesOf(searched).map((terms): Sequence => ({ terms, isPrefix: false }));
  if (!isPrefix) return stems;
  return [...stems, { terms: [...words.slice(0, -1).map(stem), words.at(-1)!], isPrefix: true }];
}

/** What a row has that has a term: words that follow one another are all in it. */
function queryOf<Field extends string>(table: Table<Field>, fields: readonly Field[], term: SearchTerm): string {
  const all = sequencesOf(term).map(({ terms, isPrefix }) => {
    const last = terms.length - 1;
    const each = [...terms.entries()].map(([index, word]) => wordIn(table, fields, word, isPrefix && index === last));
    return [...new Set(each)].join(" & ");
  });
  return `(${all.join(" | ")})`;
}

/** Words consist of letters and digits alone (analyze.ts), so quoting them is enough. */
const wordIn = <Field extends string>(
  { letters }: Table<Field>,
  fields: readonly Field[],
  word: string,
  isPrefix: boolean,
): string => `(${fields.map((field) => `'${letters[field]}${word}'${isPrefix ? ":*" : ""}`).join(" | ")})`;

/** @param tree without phrases */
function queryOfTree(tree: WordTree): string {
  if ("operator" in tree) {
    const parts = tree.parts.map(queryOfTree).join(tree.operator === "AND" ? " & " : " | ");
    return tree.operator === "NOT" ? `!(${parts})` : `(${parts})`;
  }
  const fields = tree.field === null ? searchFields : [tree.field];
  return `(${parseSearch(tree.text)
    .map((term) => queryOf(ofEmails, fields, term))
    .join(" & ")})`;
}

function phraseIn(fields: readonly string[], { terms, isPrefix }: Sequence, alias: Fragment) {
  const phrase = ` ${terms.join(" ")}${isPrefix ? "" : " "}`;
  const found = fields.map((field) => sq`position(${phrase} in ${alias}.${raw(`"${field}"`)}) > 0`);
  return sq`${alias}.part = 0 and (${join(found, " or ")})`;
}

/** Whether a row has a term. */
function matchOf<Field extends string>(
  table: Table<Field>,
  fields: readonly Field[],
  term: SearchTerm,
  alias: Fragment,
): Fragment {
  if (term.words.length === 1) return sq`${alias}.terms @@ ${queryOf(table, fields, term)}::tsquery`;
  const found = sequencesOf(term).map((phrase) => sq`(${phraseIn(fields, phrase, alias)})`);
  return sq`(${join(found, " or ")})`;
}
