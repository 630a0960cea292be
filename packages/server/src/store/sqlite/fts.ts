/** The search index in SQLite: FTS5 without content, one row an Email or a file. */
import { inSlices } from "../db/reader.ts";
import { raw, sq } from "../db/sql-fragment.ts";
import { alternativesOf, type SearchTerm } from "../search/query.ts";
import { fileFields, searchFields, type SearchIndex, type TextIndex } from "../search/search-index.ts";
import { stem } from "../search/stems.ts";

/** Rows indexed between two turns of the event loop. */
const SLICE = 50;

/**
 * FTS5 flushes its buffer whenever SQLite opens a savepoint, which many statements do implicitly: indexing one row at a
 * time would take longer than all other work. At the end of the transaction no statement comes in between.
 */
function indexIn<Field extends string>(table: string, fields: readonly Field[]): TextIndex<Field> {
  const columns = fields.map((field) => `"${field}"`).join(", ");
  const insert = `insert into ${table} (rowid, ${columns}) values (?${", ?".repeat(fields.length)})`;
  return {
    add(tx, _accountId, rows) {
      tx.atEnd(() =>
        inSlices(rows, SLICE, async (slice) => {
          await tx.runAll(
            insert,
            slice.map(([key, terms]) => [key, ...terms]),
          );
          return [];
        }),
      );
    },
    remove(tx, _accountId, keys) {
      tx.atEnd(() =>
        inSlices(keys, SLICE, async (slice) => {
          await tx.runAll(
            `delete from ${table} where rowid = ?`,
            slice.map((key) => [key]),
          );
          return [];
        }),
      );
    },
    keysWith(_accountKey, field, terms) {
      const expression = terms.map(matchTerm).join(" AND ");
      const match = field === null ? expression : `{${field}} : (${expression})`;
      return sq`select rowid from ${raw(table)} where ${raw(table)} match ${match}`;
    },
  };
}

export const sqliteFts: SearchIndex = {
  ...indexIn("email_search", searchFields),
  files: indexIn("file_search", fileFields),
};

/** Words consist of letters and digits alone (analyze.ts), so quoting them is enough. */
function matchTerm(searched: SearchTerm): string {
  const { words, isQuoted, isPrefix } = searched;
  // One quoted word matches its exact form alone.
  if (isQuoted && words.length === 1) return `"${words[0]}"`;
  // FTS5 has no choice within a phrase, so that other forms are looked for of single words.
  const stems = alternativesOf(searched).map((terms) => `"${terms.join(" ")}"`);
  if (!isPrefix) return `(${stems.join(" OR ")})`;
  const begun = [...words.slice(0, -1).map(stem), words.at(-1)].join(" ");
  return `(${stems.join(" OR ")} OR "${begun}" *)`;
}
