/**
 * Copies every readable row of a damaged database to a new one. Counts and derived rows are left out, and made again by
 * the repairs; Emails on lost pages are restored from indexes.
 */
import { copyFile, link, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "../blobs/blob-folder.ts";
import { isDamage } from "../db/errors.ts";
import { beginBacklog } from "../files/backlog.ts";
import { beginNewsletterBacklog } from "../newsletters/backlog.ts";
import { migrate } from "../sqlite/migrate.ts";
import { Connection } from "../sqlite/connection.ts";
import { type Row, rowsByKey, rowsFromBothEnds } from "./read-damaged.ts";

const derived =
  /^(?:mailbox_span|thread_mailbox|email_search.*|newsletter|newsletter_.*|file|file_backlog|file_search.*|sqlite_.*)$/;

/** @returns the new name of the damaged database */
export async function salvage(file: string): Promise<string> {
  const fresh = `${file}.repaired`;
  for (const end of ["", "-wal", "-shm", "-journal"]) await rm(fresh + end, { force: true });
  const source = new Connection({ file, readOnly: false, durable: true });
  try {
    const target = new Connection({ file: fresh, readOnly: false, durable: true });
    try {
      migrate(target);
      copyAll(source, target);
      // One file, without a write-ahead log.
      target.exec("pragma journal_mode = delete");
    } finally {
      target.close();
    }
    // Merges the log into the file: beside another database SQLite would apply it to that one.
    source.exec("pragma wal_checkpoint(truncate)");
  } finally {
    source.close();
  }
  return replace(file, fresh);
}

/** A database exists under the name at every moment. */
async function replace(file: string, fresh: string): Promise<string> {
  let aside = `${file}.damaged`;
  for (let number = 2; await isThere(aside); number++) aside = `${file}.damaged-${number}`;
  await link(file, aside).catch(() => copyFile(file, aside));
  for (const end of ["-wal", "-shm"]) await rm(file + end, { force: true });
  await rename(fresh, file);
  await syncFolder(dirname(file));
  return aside;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function copyAll(source: Connection, target: Connection): void {
  target.exec("pragma foreign_keys = off; begin");
  const triggers = target.all<{ name: string; sql: string }>(
    "select name, sql from sqlite_schema where type = 'trigger'",
  );
  for (const { name } of triggers) target.exec(`drop trigger "${name}"`);
  const tables = target.all<{ name: string; wr: number }>(
    "select name, wr from pragma_table_list where schema = 'main' and type = 'table'",
  );
  for (const { name, wr } of tables) {
    if (!derived.test(name)) copyTable(source, target, name, wr === 1);
  }
  copyFromIndexes(source, target);
  target.exec(beginBacklog);
  target.exec(beginNewsletterBacklog);
  keepCounters(source, target);
  for (const { sql } of triggers) target.exec(sql);
  target.exec("commit; pragma foreign_keys = on");
}

function copyTable(source: Connection, target: Connection, table: string, isWithoutRowid: boolean): void {
  const columns = target.all<{ name: string; pk: number }>(`select name, pk from pragma_table_info('${table}')`);
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  const rows = isWithoutRowid
    ? rowsFromBothEnds(
        source,
        `select * from "${table}"`,
        keys.map(({ name }) => name),
      )
    : rowsByKey(source, table);
  const known = new Set(columns.map(({ name }) => name));
  const insert = inserter(target, table);
  try {
    for (const row of rows) insert(Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))));
  } catch (error) {
    // The database is of an older version without the table.
    if (!(error instanceof Error && /no such table/.test(error.message))) throw error;
  }
}

/** Skips rows that exist already or violate a constraint. */
function inserter(target: Connection, table: string): (row: Row) => void {
  return (row) => {
    const names = Object.keys(row);
    target.run(
      `insert or ignore into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`,
      Object.values(row),
    );
  };
}

/** Restores Emails and memberships on lost pages: the indexes repeat enough to find their messages. */
function copyFromIndexes(source: Connection, target: Connection): void {
  const found = new Map<number, Row>();
  const add = (sql: string, columns: readonly string[]) => {
    for (const row of rowsFromBothEnds(source, sql, columns))
      found.set(Number(row["id"]), { ...found.get(Number(row["id"])), ...row });
  };
  add("select blob_id, account_id, id from email indexed by email_blob", ["blob_id", "account_id", "id"]);
  add("select account_id, received_at, id from email indexed by email_received", ["account_id", "received_at", "id"]);
  add("select thread_id, received_at, id from email indexed by email_thread", ["thread_id", "received_at", "id"]);
  const insertEmail = inserter(target, "email");
  for (const row of found.values()) {
    if (row["blob_id"] === undefined || row["thread_id"] === undefined) continue;
    const blank = { size: 0, has_attachment: 0, from_key: "", to_key: "", subject_key: "", received_at: 0 };
    insertEmail({ ...blank, is_partial: String(row["blob_id"]).startsWith("R") ? 1 : 0, ...row });
  }
  const insertMembership = inserter(target, "email_mailbox");
  const memberships =
    "select email_id, mailbox_id, received_at, account_id from email_mailbox indexed by email_mailbox_email";
  for (const row of rowsFromBothEnds(source, memberships, ["email_id", "mailbox_id", "received_at", "account_id"])) {
    insertMembership({
      ...row,
      thread_id: 0,
      is_seen: 0,
      is_flagged: 0,
      is_important: 0,
      is_draft: 0,
      has_attachment: 0,
    });
  }
  const insertKeyword = inserter(target, "email_keyword");
  const keywords =
    "select email_id, keyword, account_id, received_at from email_keyword indexed by email_keyword_email";
  for (const row of rowsFromBothEnds(source, keywords, ["email_id", "keyword", "account_id", "received_at"]))
    insertKeyword(row);
}

/** Keeps the counters, so that no key is reused. */
function keepCounters(source: Connection, target: Connection): void {
  let rows: { name: string; seq: number }[] = [];
  try {
    rows = source.all("select name, seq from sqlite_sequence");
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  for (const { name, seq } of rows) {
    const known = target.get("select seq from sqlite_sequence where name = ?", [name]) as { seq: number } | undefined;
    if (!known) target.run("insert into sqlite_sequence (name, seq) values (?, ?)", [name, seq]);
    else if (seq > known.seq) target.run("update sqlite_sequence set seq = ? where name = ?", [seq, name]);
  }
}
