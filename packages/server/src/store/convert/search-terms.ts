/** Carries the terms of the search index, which both engines have of the same analysis, in the order of the text. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { insertTerms } from "../postgres/search.ts";
import { searchFields } from "../search/search-index.ts";
import type { Connection } from "../sqlite/connection.ts";
import { quoted } from "./columns.ts";
import { slices } from "./cursor.ts";

const EMAILS_AT_ONCE = 50;
const KEYS_AT_ONCE = 1000;

const fields = searchFields.map(quoted).join(", ");

type Terms = Record<(typeof searchFields)[number], string> & { email_id: number };

export async function termsToSqlite(reader: Reader, target: Connection): Promise<void> {
  const sql = `insert into email_search (rowid, ${fields}) values (?${", ?".repeat(searchFields.length)})`;
  // By account and id, as the primary key has them: the index takes ascending ids at once.
  const read = `select email_id, ${fields} from email_search where part = 0 order by account_id, email_id, part`;
  for await (const rows of slices<Terms>(reader, read, EMAILS_AT_ONCE)) {
    target.runAll(
      sql,
      rows.map((row) => [row.email_id, ...searchFields.map((field) => row[field].trim())]),
    );
  }
}

interface Place {
  email: number;
  field: (typeof searchFields)[number];
  term: string;
}

/** SQLite's index has no texts: they are put together of its terms and their places. */
export async function termsToPostgres(source: Connection, tx: Transactor): Promise<void> {
  // The sort of a large index goes to the disk.
  source.exec("pragma temp_store = file");
  source.exec("create virtual table temp.places using fts5vocab ('main', 'email_search', 'instance')");
  const places = source.iterate<Place>(
    "select doc as email, col as field, term from temp.places order by doc, col, offset",
  );
  let emails: [key: number, terms: Map<string, string[]>][] = [];
  for (const { email, field, term } of places) {
    if (emails.at(-1)?.[0] !== email) {
      if (emails.length >= EMAILS_AT_ONCE) {
        await insert(source, tx, emails);
        emails = [];
      }
      emails.push([email, noTerms()]);
    }
    emails.at(-1)![1].get(field)!.push(term);
  }
  await insert(source, tx, emails);
  await addEmpty(source, tx);
}

/** Emails without a single term are in the index too. */
async function addEmpty(source: Connection, tx: Transactor): Promise<void> {
  const sql = "select id from email_search_docsize where id > ? order by id limit ?";
  for (let after = 0; ;) {
    const keys = source.all<{ id: number }>(sql, [after, KEYS_AT_ONCE]).map(({ id }) => id);
    if (keys.length === 0) return;
    after = keys.at(-1)!;
    const missing = await tx.all<{ id: number }>(
      `select e.id from key_rows(?) listed join email e on e.id = listed.value
       where not exists (select 1 from email_search s where s.account_id = e.account_id and s.email_id = e.id)`,
      JSON.stringify(keys),
    );
    await insert(
      source,
      tx,
      missing.map(({ id }) => [id, noTerms()] as const),
    );
  }
}

const noTerms = () => new Map<string, string[]>(searchFields.map((field) => [field, []]));

async function insert(
  source: Connection,
  tx: Transactor,
  emails: readonly (readonly [key: number, terms: ReadonlyMap<string, readonly string[]>])[],
): Promise<void> {
  const rows = source.all<{ id: number; account_id: number }>(
    "select id, account_id from email where id in key_list(?)",
    [JSON.stringify(emails.map(([key]) => key))],
  );
  const accounts = new Map(rows.map(({ id, account_id }) => [id, idOf("a", account_id)]));
  const byAccount = new Map<Id, [number, string[]][]>();
  for (const [key, terms] of emails) {
    const account = accounts.get(key);
    // The index may know an Email that is gone.
    if (account === undefined) continue;
    const all = byAccount.get(account) ?? [];
    all.push([key, searchFields.map((field) => terms.get(field)!.join(" "))]);
    byAccount.set(account, all);
  }
  for (const [account, all] of byAccount) await insertTerms(tx, accountKey(account), all);
}
