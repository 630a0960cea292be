/**
 * Reads what changes of mailboxes are checked against. Neither the number of statements nor their cost grows with the
 * account or with the number of changes, but with the depth of the mailboxes, which has a bound (MAX_MAILBOX_DEPTH).
 * Simple statements by their index: as one with its recursion, PostgreSQL compiled it (JIT) at 50 ms each time.
 */
import type { Id, Mailbox } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader } from "../db/reader.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { MailboxTree } from "./mailbox-tree.ts";

/** What becomes of a mailbox. */
export interface PlannedMailbox extends Partial<Pick<Mailbox, "name" | "parentId" | "role">> {
  /** Left out: of a new one. */
  id?: Id;
}

type Rows = Map<number, MailboxRow>;

const NO_PARENT = 0;

const parentKeyOf = (parentId: Id | null): number => (parentId === null ? NO_PARENT : keyOf("m", parentId));
const add = (rows: Rows, more: readonly MailboxRow[]): void => {
  for (const row of more) rows.set(row.id, row);
};

/** Those with these keys, and all above them. */
async function addAbove(reader: Reader, account: number, keys: readonly number[], rows: Rows): Promise<void> {
  for (let wanted = keys; ;) {
    const missing = [...new Set(wanted)].filter((key) => key !== NO_PARENT && !rows.has(key));
    if (missing.length === 0) return;
    const found = await reader.all<MailboxRow>(
      // The plus keeps SQLite from scanning all mailboxes of the account for a few.
      "select * from mailbox where +account_id = ? and id in key_list(?)",
      account,
      JSON.stringify(missing),
    );
    add(rows, found);
    wanted = found.map(({ parent_id: parent }) => parent ?? NO_PARENT);
  }
}

/** All below those with these keys. */
async function addBelow(reader: Reader, account: number, keys: readonly number[], rows: Rows): Promise<void> {
  for (let level = keys; level.length > 0;) {
    const found = await reader.all<MailboxRow>(
      "select * from mailbox where account_id = ? and coalesce(parent_id, 0) in key_list(?)",
      account,
      JSON.stringify(level),
    );
    add(rows, found);
    level = found.map(({ id }) => id);
  }
}

async function addHolders(reader: Reader, account: number, roles: readonly string[], rows: Rows): Promise<number[]> {
  if (roles.length === 0) return [];
  const sql = "select * from mailbox where account_id = ? and role in text_list(?)";
  const holders = await reader.all<MailboxRow>(sql, account, jsonText(roles));
  add(rows, holders);
  return holders.map(({ id }) => id);
}

/** Who has the places that mailboxes are to have, and some beside them. */
async function addTwins(
  reader: Reader,
  account: number,
  planned: readonly PlannedMailbox[],
  rows: Rows,
): Promise<void> {
  const parents = new Set<number>();
  const names = new Set<string>();
  for (const { id, name, parentId } of planned) {
    const own = id === undefined ? undefined : rows.get(keyOf("m", id));
    // What keeps its place has it already.
    if (id !== undefined && (!own || (name === undefined && parentId === undefined))) continue;
    const wanted = name ?? own?.name;
    if (wanted === undefined) continue;
    names.add(wanted);
    parents.add(parentId === undefined ? (own?.parent_id ?? NO_PARENT) : parentKeyOf(parentId));
  }
  if (names.size === 0) return;
  add(
    rows,
    await reader.all<MailboxRow>(
      `select * from mailbox where account_id = ? and coalesce(parent_id, 0) in key_list(?) and name in text_list(?)`,
      account,
      JSON.stringify([...parents]),
      jsonText([...names]),
    ),
  );
}

/** These mailboxes and all above and below them, who has their names beside them, and who has their roles. */
export async function loadMailboxTree(
  reader: Reader,
  accountId: Id,
  planned: readonly PlannedMailbox[],
): Promise<MailboxTree> {
  const account = accountKey(accountId);
  const rows: Rows = new Map();
  const ids = planned.flatMap(({ id }) => (id === undefined ? [] : keyOf("m", id)));
  const parents = planned.flatMap(({ parentId }) => (parentId === undefined ? [] : parentKeyOf(parentId)));
  const roles = [...new Set(planned.flatMap(({ role }) => role ?? []))];
  const holders = await addHolders(reader, account, roles, rows);
  await addAbove(reader, account, [...ids, ...parents], rows);
  const above = holders.map((key) => rows.get(key)!.parent_id ?? NO_PARENT);
  await addAbove(reader, account, above, rows);
  const own = ids.filter((key) => rows.has(key));
  await addBelow(reader, account, [...own, ...holders], rows);
  await addTwins(reader, account, planned, rows);
  return new MailboxTree([...rows.values()]);
}
