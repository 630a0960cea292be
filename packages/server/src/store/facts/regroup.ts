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
import { countingRows, type DateRow } from "./counting-rows.ts";
import type { FactDate } from "./fact-dates.ts";

/** SQL, of a row `f` with a letter: some mailbox of it has none of these roles and holds no letters that wait for their sender to be let in. */
const liesOutside = (roles: string): string =>
  `exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
  where m.email_id = f.email_id and m.account_id = f.account_id and coalesce(b.role, '') not in (${roles})
    and not exists (select 1 from screening s where s.account_id = m.account_id and s.mailbox_id = m.mailbox_id))`;

/** What lies in spam or trash says nothing of which a person is reminded. */
export const isSeen = liesOutside("'junk', 'trash'");

/** What a person has read and put into the trash is still true. */
export const isBelievable = liesOutside("'junk'");

/** The groups that letters belong to, also those of letters that are gone. */
export async function groupsOf(reader: Reader, accountId: Id, emailIds: readonly Id[]): Promise<Set<string>> {
  const rows = await reader.all<{ group_key: string }>(
    "select distinct group_key from fact_date where account_id = ? and email_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("e", emailIds)),
  );
  return new Set(rows.map(({ group_key }) => group_key));
}

/** In place of what the letters had. The deadlines follow. */
export async function replaceDates(
  tx: Transactor,
  accountId: Id,
  letters: readonly { emailId: Id; dates: readonly FactDate[] }[],
): Promise<void> {
  const emailIds = letters.map(({ emailId }) => emailId);
  const groups = await groupsOf(tx, accountId, emailIds);
  for (const { group } of letters.flatMap(({ dates }) => dates)) groups.add(group);
  if (groups.size === 0) return;
  await writeDates(tx, accountId, letters);
  await regroup(tx, accountId, groups);
}

/** Letters are gone: what they said is, too. */
export const forgetDates = (tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> =>
  replaceDates(
    tx,
    accountId,
    emailIds.map((emailId) => ({ emailId, dates: [] })),
  );

async function writeDates(
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
    `insert into fact_date (account_id, email_id, place, group_key, kind, title, due_at, time_zone, sequence, instance)
     values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as bigint), cast(? as bigint))`,
    letters.flatMap(({ emailId, dates }) =>
      dates.map(({ group, kind, title, at, timeZone, sequence, instance }, place) => [
        account,
        keyOf("e", emailId),
        place,
        group,
        kind,
        title,
        at,
        timeZone,
        sequence,
        instance,
      ]),
    ),
  );
}

/** What the calendar of a letter says, which no correction changes. */
export async function appointmentDatesOf(reader: Reader, accountId: Id, emailId: Id): Promise<FactDate[]> {
  const rows = await reader.all<DateRow>(
    `select group_key, email_id, kind, title, due_at, time_zone, sequence, instance from fact_date
     where account_id = ? and email_id = ? and sequence is not null order by place`,
    accountKey(accountId),
    keyOf("e", emailId),
  );
  return rows.map(({ group_key, due_at, time_zone, kind, title, sequence, instance }) => ({
    group: group_key,
    at: due_at,
    timeZone: time_zone,
    kind,
    title,
    sequence,
    instance,
  }));
}

interface Entry {
  kind: DeadlineKind;
  title: string;
  due_at: string;
  time_zone: string | null;
  /** JSON. */
  letters: string;
}
type DeadlineRow = Entry & { id: number; group_key: string; place: number };

/** A card names some of them, and no more is kept of an order about which a shop writes every day. */
const MAX_LETTERS = 50;

/** Of each group, the newest first. */
async function lettersOf(reader: Reader, account: number, groups: string): Promise<Map<string, number[]>> {
  const rows = await reader.all<{ group_key: string; email_id: number }>(
    `select group_key, email_id from (
       select f.group_key, f.email_id,
         row_number() over (partition by f.group_key order by e.received_at desc, f.email_id desc) as place
       from fact_date f join email e on e.id = f.email_id and e.account_id = f.account_id
       where f.account_id = ? and f.group_key in text_list(?) and ${isSeen}
       group by f.group_key, f.account_id, f.email_id, e.received_at
     ) ranked where place <= ? order by group_key, place`,
    account,
    groups,
    MAX_LETTERS,
  );
  const letters = new Map<string, number[]>();
  for (const { group_key, email_id } of rows) {
    const known = letters.get(group_key);
    if (known) known.push(email_id);
    else letters.set(group_key, [email_id]);
  }
  return letters;
}

/** What the letters of the groups say: by the place of each entry in its group. */
async function wanted(reader: Reader, account: number, groups: string): Promise<Map<string, Map<number, Entry>>> {
  const letters = await lettersOf(reader, account, groups);
  const rows = await reader.all<DateRow>(
    `select group_key, email_id, kind, title, due_at, time_zone, sequence, instance from fact_date
     where account_id = ? and group_key in text_list(?) order by due_at, email_id, place`,
    account,
    groups,
  );
  const ofGroup = new Map<string, DateRow[]>();
  for (const row of rows) {
    const known = ofGroup.get(row.group_key);
    if (known) known.push(row);
    else ofGroup.set(row.group_key, [row]);
  }
  const entries = new Map<string, Map<number, Entry>>();
  for (const [group, ids] of letters) {
    const known = new Map<number, Entry>();
    const counting = countingRows(ids, ofGroup.get(group) ?? []).filter(isDue);
    const text = JSON.stringify(ids);
    for (const { instance, kind, title, due_at, time_zone } of counting) {
      // A time of a repeated appointment stands by itself: what was made of one says nothing of another.
      known.set(instance ?? known.size, { kind, title, due_at, time_zone, letters: text });
    }
    entries.set(group, known);
  }
  return entries;
}

const isDue = (row: DateRow): row is DateRow & { due_at: string } => row.due_at !== null;

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
  const rows = await tx.all<DeadlineRow>(
    `select id, group_key, place, kind, title, due_at, time_zone, letters from deadline
     where account_id = ? and group_key in text_list(?)`,
    account,
    names,
  );
  const there = new Map(rows.map((row) => [`${row.place}|${row.group_key}`, row]));
  const changed: (readonly [DeadlineRow, Entry])[] = [];
  const created: (Entry & { group: string; place: number })[] = [];
  for (const [group, entries] of await wanted(tx, account, names)) {
    for (const [place, entry] of entries) {
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
