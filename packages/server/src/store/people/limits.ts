/** How much a person may keep here, and to how many they may send in a day. */
import { type Id, SetFailure } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface Limits {
  /** Of the messages that lie here; null: no limit. */
  maxOctets: number | null;
  /** Of all letters that are sent within a day; null: no limit. */
  maxRecipients: number | null;
}

export interface Usage extends Limits {
  /** Of the account's messages that lie here. */
  octets: number;
}

/** A limit of one person: a number, "none", or "default" for the server's. */
export type OwnLimit = number | "none" | "default";

const settings = { maxOctets: "quota", maxRecipients: "sendLimit" } as const;
const columns = { maxOctets: "max_octets", maxRecipients: "max_recipients" } as const;

/** The key of the change log for an account's own quota, beside those of its mail server. */
const QUOTA_KEY = 0;
export const OWN_QUOTA = idOf("q", QUOTA_KEY);

const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

const serverLimit = (name: string): string =>
  `(select cast(value as bigint) from setting where setting.name = '${name}')`;

/** SQL: an account's limit, its own or the server's; -1 or null: none. */
export const limitColumn = (limit: keyof Limits): string =>
  `coalesce(a.${columns[limit]}, ${serverLimit(settings[limit])})`;

export const toLimit = (value: number | null): number | null => (value === null || value < 0 ? null : value);

/** Of an account that exists. */
export async function getUsage(reader: Reader, accountId: Id): Promise<Usage> {
  const row = await reader.get<{ octets: number; max_octets: number | null; max_recipients: number | null }>(
    `select a.octets, ${limitColumn("maxOctets")} as max_octets, ${limitColumn("maxRecipients")} as max_recipients
     from account a where a.id = ?`,
    accountKey(accountId),
  );
  return {
    octets: row?.octets ?? 0,
    maxOctets: toLimit(row?.max_octets ?? null),
    maxRecipients: toLimit(row?.max_recipients ?? null),
  };
}

/** The server's settings, kept in the database so that every process and command goes by the same. */
export async function noteServerLimits(tx: Transactor, limits: Limits): Promise<void> {
  const before = await serverLimits(tx);
  for (const [limit, name] of Object.entries(settings) as [keyof Limits, string][]) {
    await tx.run("delete from setting where name = ?", name);
    const value = limits[limit];
    if (value !== null) await tx.run("insert into setting (name, value) values (?, ?)", name, String(value));
  }
  if (before.maxOctets !== limits.maxOctets) await logServerQuota(tx, limits.maxOctets === null);
}

async function serverLimits(reader: Reader): Promise<Limits> {
  const limitOf = async (name: string): Promise<number | null> => {
    const row = await reader.get<{ value: string }>("select value from setting where name = ?", name);
    return row ? Number(row.value) : null;
  };
  return { maxOctets: await limitOf(settings.maxOctets), maxRecipients: await limitOf(settings.maxRecipients) };
}

/** The quotas of all people without one of their own have changed. */
async function logServerQuota(tx: Transactor, isGone: boolean): Promise<void> {
  await tx.run("update account set modseq = modseq + 1 where max_octets is null");
  await tx.run(
    `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed)
     select id, 'Quota', ${QUOTA_KEY}, modseq, modseq, modseq, cast(? as bigint) from account where max_octets is null
     on conflict (account_id, type, object_id) do update set modseq = excluded.modseq,
       properties_modseq = excluded.properties_modseq, is_destroyed = excluded.is_destroyed`,
    isGone ? 1 : 0,
  );
}

export async function setLimit(tx: Transactor, accountId: Id, limit: keyof Limits, value: OwnLimit): Promise<void> {
  const stored = value === "default" ? null : value === "none" ? -1 : value;
  await tx.run(`update account set ${columns[limit]} = ? where id = ?`, stored, accountKey(accountId));
  if (limit === "maxOctets") await logQuota(tx, accountId, { onlyUse: false });
}

async function logQuota(tx: Transactor, accountId: Id, { onlyUse }: { onlyUse: boolean }): Promise<void> {
  const isGone = (await getUsage(tx, accountId)).maxOctets === null;
  if (isGone && onlyUse) return;
  await tx.run(
    `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed)
     values (?1, 'Quota', ${QUOTA_KEY}, ?2, ?2, ?2, ?3)
     on conflict (account_id, type, object_id) do update set modseq = excluded.modseq,
       properties_modseq = ${onlyUse ? "change.properties_modseq" : "excluded.properties_modseq"},
       is_destroyed = excluded.is_destroyed`,
    accountKey(accountId),
    await tx.nextModSeq(accountId),
    isGone ? 1 : 0,
  );
}

const noted = new WeakMap<Transactor, Set<Id>>();

/** Emails came or went: at the end of the transaction, clients hear that the quota's use has changed (RFC 9425). */
export function noteUse(tx: Transactor, accountId: Id): void {
  const accounts = noted.get(tx) ?? new Set();
  noted.set(tx, accounts);
  if (accounts.has(accountId)) return;
  accounts.add(accountId);
  tx.atEnd(() => logQuota(tx, accountId, { onlyUse: true }));
}

/** Takes room for a message. @throws SetFailure overQuota */
export type TakeRoom = (octets: number) => void;

/**
 * For the messages that a transaction adds for the person, or for someone who writes to them. What comes from their mail
 * server lies there already, and is always taken.
 */
export async function roomOf(reader: Reader, accountId: Id): Promise<TakeRoom> {
  const assertFits = await roomFor(reader, accountId);
  let taken = 0;
  return (octets) => {
    assertFits(octets, taken);
    taken += octets;
  };
}

/** For messages each of which would be alone, unless others were `taken` before. @returns throws SetFailure overQuota */
export async function roomFor(reader: Reader, accountId: Id): Promise<(octets: number, taken?: number) => void> {
  const { octets: before, maxOctets } = await getUsage(reader, accountId);
  return (octets, taken = 0) => {
    const used = before + taken;
    if (maxOctets === null || used + Math.max(octets, 1) <= maxOctets) return;
    throw new SetFailure({
      type: "overQuota",
      description: `The mailbox has ${used} of at most ${maxOctets} octets: ${octets} more do not fit`,
    });
  };
}

/** Of one message. @throws SetFailure overQuota */
export async function assertRoom(reader: Reader, accountId: Id, octets: number): Promise<void> {
  (await roomOf(reader, accountId))(octets);
}

/** Whether a message of this size does not fit; of 0 octets, any. */
export async function isFull(reader: Reader, accountId: Id, octets: number): Promise<boolean> {
  const { octets: used, maxOctets } = await getUsage(reader, accountId);
  return maxOctets !== null && used + Math.max(octets, 1) > maxOctets;
}

/** Counts the recipients of letters that are submitted, in the transaction that submits them. */
export interface RecipientCount {
  /** @throws SetFailure rateLimit, tooManyRecipients */
  add(recipients: number): void;
  /** Stores those that were added. */
  store(): Promise<void>;
}

export async function openRecipientCount(tx: Transactor, accountId: Id): Promise<RecipientCount> {
  const key = accountKey(accountId);
  const hour = Math.floor(Date.now() / HOUR_MS);
  await tx.run("delete from sent_count where account_id = ? and hour <= ?", key, hour - HOURS);
  const assertMay = await recipientsFor(tx, accountId, hour);
  let added = 0;
  return {
    add(recipients) {
      assertMay(recipients, added);
      added += recipients;
    },
    async store() {
      if (added === 0) return;
      await tx.run(
        `insert into sent_count (account_id, hour, recipients) values (?, ?, ?)
         on conflict (account_id, hour) do update set recipients = sent_count.recipients + excluded.recipients`,
        key,
        hour,
        added,
      );
    },
  };
}

/** @returns throws SetFailure rateLimit, tooManyRecipients */
async function recipientsFor(
  reader: Reader,
  accountId: Id,
  hour: number,
): Promise<(recipients: number, added?: number) => void> {
  const sql = "select coalesce(sum(recipients), 0) as n from sent_count where account_id = ? and hour > ?";
  const before = (await reader.get<{ n: number }>(sql, accountKey(accountId), hour - HOURS))!.n;
  const { maxRecipients } = await getUsage(reader, accountId);
  return (recipients, added = 0) => {
    if (maxRecipients === null) return;
    if (recipients > maxRecipients) throw new SetFailure({ type: "tooManyRecipients", maxRecipients });
    const sent = before + added;
    if (sent + recipients <= maxRecipients) return;
    const description = `${sent} recipients within a day, of at most ${maxRecipients}: ${recipients} more are too many`;
    throw new SetFailure({ type: "rateLimit", maxRecipients, description });
  };
}

/** Before there is a letter to count: whether it could be sent now. @throws SetFailure rateLimit, tooManyRecipients */
export async function assertRecipientCount(reader: Reader, accountId: Id, recipients: number): Promise<void> {
  (await recipientsFor(reader, accountId, Math.floor(Date.now() / HOUR_MS)))(recipients);
}

/** Of one letter. @throws SetFailure rateLimit, tooManyRecipients */
export async function countRecipients(tx: Transactor, accountId: Id, recipients: number): Promise<void> {
  const count = await openRecipientCount(tx, accountId);
  count.add(recipients);
  await count.store();
}

/** Of submissions that were cancelled before anything was sent. */
export async function uncountRecipients(
  tx: Transactor,
  accountId: Id,
  cancelled: readonly { submittedAt: Date; recipientCount: number }[],
): Promise<void> {
  const byHour = new Map<number, number>();
  for (const { submittedAt, recipientCount } of cancelled) {
    const hour = Math.floor(submittedAt.getTime() / HOUR_MS);
    byHour.set(hour, (byHour.get(hour) ?? 0) + recipientCount);
  }
  await tx.runAll(
    "update sent_count set recipients = greatest(recipients - ?, 0) where account_id = ? and hour = ?",
    [...byHour].map(([hour, recipients]) => [recipients, accountKey(accountId), hour]),
  );
}
