/**
 * Makes the deadlines of orders, journeys and documents again, from the days in their letters. What the newest letter says
 * counts: a flight may have been moved, and a parcel may have come. A group has an entry for each of its days, in their
 * order, which keeps its id and what a person made of it.
 */
import type { DeadlineKind, Id } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { FactDate } from "./fact-dates.ts";

/** SQL: a letter that lies in spam or trash alone says nothing of which a person is reminded. */
const isSeen = `exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
  where m.email_id = f.email_id and m.account_id = f.account_id and coalesce(b.role, '') not in ('junk', 'trash'))`;

/** The groups that letters belong to, also those of letters that are gone. */
export async function groupsOf(reader: Reader, accountId: Id, emailIds: readonly Id[]): Promise<Set<string>> {
  const rows = await reader.all<{ group_key: string }>(
    "select distinct group_key from fact_date where account_id = ? and email_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("e", emailIds)),
  );
  return new Set(rows.map(({ group_key }) => group_key));
}

/** In place of what the letters had. */
export async function writeDates(
  tx: Transactor,
  accountId: Id,
  letters: readonly { emailId: Id; dates: readonly FactDate[] }[],
): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "delete from fact_date where account_id = ? and email_id = ?",
    letters.map(({ emailId }) => [account, keyOf("e", emailId)]),
  );
  await tx.runAll(
    `insert into fact_date (account_id, email_id, place, group_key, kind, title, due_at, time_zone)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    letters.flatMap(({ emailId, dates }) =>
      dates.map(({ group, kind, title, at, timeZone }, place) => [
        account,
        keyOf("e", emailId),
        place,
        group,
        kind,
        title,
        at,
        timeZone,
      ]),
    ),
  );
}

interface Entry {
  kind: DeadlineKind;
  title: string;
  due_at: string;
  time_zone: string | null;
  /** JSON. */
  letters: string;
}
type DateRow = Omit<Entry, "due_at" | "letters"> & { group_key: string; email_id: number; due_at: string | null };
type DeadlineRow = Entry & { id: number; group_key: string; place: number };

/** A card names some of them, and no more is kept of an order about which a shop writes every day. */
const MAX_LETTERS = 50;

/** Of each group, in the order of their days. @param rows those of the newest letters first */
function wanted(rows: readonly DateRow[]): Map<string, Entry[]> {
  const groups = new Map<string, DateRow[]>();
  for (const row of rows) {
    const known = groups.get(row.group_key);
    if (known) known.push(row);
    else groups.set(row.group_key, [row]);
  }
  return new Map(
    [...groups].map(([group, all]) => {
      const ids = [...new Set(all.map(({ email_id }) => email_id))];
      const letters = JSON.stringify(ids.slice(0, MAX_LETTERS));
      const entries = all.flatMap(({ email_id, kind, title, due_at, time_zone }): Entry[] =>
        email_id === ids[0] && due_at !== null ? [{ kind, title, due_at, time_zone, letters }] : [],
      );
      return [group, entries.toSorted((a, b) => (a.due_at < b.due_at ? -1 : Number(a.due_at > b.due_at)))];
    }),
  );
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.kind === other.kind &&
  one.title === other.title &&
  one.due_at === other.due_at &&
  one.time_zone === other.time_zone &&
  one.letters === other.letters;

/** Groups whose letters, or their places, have changed. */
export async function regroup(tx: Transactor, accountId: Id, groups: ReadonlySet<string>): Promise<void> {
  if (groups.size === 0) return;
  const account = accountKey(accountId);
  const names = jsonText([...groups]);
  const dates = await tx.all<DateRow>(
    `select f.group_key, f.email_id, f.kind, f.title, f.due_at, f.time_zone from fact_date f
       join email e on e.id = f.email_id and e.account_id = f.account_id
     where f.account_id = ? and f.group_key in text_list(?) and ${isSeen}
     order by e.received_at desc, e.id desc, f.place`,
    account,
    names,
  );
  const rows = await tx.all<DeadlineRow>(
    `select id, group_key, place, kind, title, due_at, time_zone, letters from deadline
     where account_id = ? and group_key in text_list(?)`,
    account,
    names,
  );
  const there = new Map(rows.map((row) => [`${row.place}|${row.group_key}`, row]));
  const changed: (readonly [DeadlineRow, Entry])[] = [];
  const created: (Entry & { group: string; place: number })[] = [];
  for (const [group, entries] of wanted(dates)) {
    for (const [place, entry] of entries.entries()) {
      const row = there.get(`${place}|${group}`);
      there.delete(`${place}|${group}`);
      if (!row) created.push({ ...entry, group, place });
      else if (!isSame(row, entry)) changed.push([row, entry]);
    }
  }
  await tx.runAll(
    "update deadline set kind = ?, title = ?, due_at = ?, time_zone = ?, letters = ? where account_id = ? and id = ?",
    changed.map(([{ id }, { kind, title, due_at, time_zone, letters }]) => [
      kind,
      title,
      due_at,
      time_zone,
      letters,
      account,
      id,
    ]),
  );
  await logUpdated(tx, accountId, "Deadline", ...changed.map(([{ id }]) => id));
  await remove(
    tx,
    accountId,
    [...there.values()].map(({ id }) => id),
  );
  await insert(tx, accountId, created);
}

async function remove(tx: Transactor, accountId: Id, keys: readonly number[]): Promise<void> {
  await tx.runAll(
    "delete from deadline where account_id = ? and id = ?",
    keys.map((key) => [accountKey(accountId), key]),
  );
  await logDestroyed(tx, accountId, "Deadline", ...keys);
}

async function insert(
  tx: Transactor,
  accountId: Id,
  entries: readonly (Entry & { group: string; place: number })[],
): Promise<void> {
  if (entries.length === 0) return;
  // The account's counter never gives a number twice.
  const first = await tx.nextModSeq(accountId, entries.length);
  await tx.runAll(
    `insert into deadline (account_id, id, group_key, place, kind, title, due_at, time_zone, letters, state)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')`,
    entries.map(({ group, place, kind, title, due_at, time_zone, letters }, index) => [
      accountKey(accountId),
      first + index,
      group,
      place,
      kind,
      title,
      due_at,
      time_zone,
      letters,
    ]),
  );
  await logCreated(tx, accountId, "Deadline", ...entries.map((_, index) => first + index));
}

/** Letters are gone: what they said is, too. */
export async function forgetDates(tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> {
  const groups = await groupsOf(tx, accountId, emailIds);
  if (groups.size === 0) return;
  await writeDates(
    tx,
    accountId,
    emailIds.map((emailId) => ({ emailId, dates: [] })),
  );
  await regroup(tx, accountId, groups);
}
