/** The search index in SQLite: FTS5 without content, one row per Email. */
import { inSlices } from "../db/reader.ts";
import { sq } from "../db/sql-fragment.ts";
import type { SearchTerm } from "../search/query.ts";
import type { SearchIndex } from "../search/search-index.ts";
import { stem } from "../search/stems.ts";

/** Emails indexed between two turns of the event loop. */
const SLICE = 50;

/**
 * FTS5 flushes its buffer whenever SQLite opens a savepoint, which many statements do implicitly: indexing one Email at a
 * time would take longer than all other work. At the end of the transaction no statement comes in between.
 */
export const sqliteFts: SearchIndex = {
  add(tx, _accountId, emails) {
    const sql = `insert into email_search (rowid, subject, "from", "to", cc, bcc, body, attachments) values (?, ?, ?, ?, ?, ?, ?, ?)`;
    tx.atEnd(() =>
      inSlices(emails, SLICE, async (slice) => {
        await tx.runAll(
          sql,
          slice.map(([key, terms]) => [key, ...terms]),
        );
        return [];
      }),
    );
  },
  remove(tx, _accountId, emailKey) {
    tx.atEnd(() => tx.run("delete from email_search where rowid = ?", emailKey));
  },
  keysWith(_accountKey, field, terms) {
    const expression = terms.map(matchTerm).join(" AND ");
    const match = field === null ? expression : `{${field}} : (${expression})`;
    return sq`select rowid from email_search where email_search match ${match}`;
  },
};

/** Words consist of letters and digits alone (analyze.ts), so quoting them is enough. */
function matchTerm({ words, isQuoted, isPrefix }: SearchTerm): string {
  const [only] = words;
  // One quoted word matches its exact form alone.
  if (isQuoted && words.length === 1) return `"${only}"`;
  const stems = `"${words.map(stem).join(" ")}"`;
  if (!isPrefix) return stems;
  const begun = [...words.slice(0, -1).map(stem), words.at(-1)].join(" ");
  return `(${stems} OR "${begun}" *)`;
}
