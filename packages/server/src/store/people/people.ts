/** The people of a server for several: each has one account. */
import type { Id } from "@pismo/jmap";
import { endAccess } from "../auth/end-access.ts";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { limitColumn, type Limits, toLimit } from "./limits.ts";
import { requeueClaimed } from "../submission/delivery-queue.ts";

export interface Person {
  /** Of the account. */
  id: Id;
  /** Lower case. Two people may show one address. */
  address: string;
  name: string;
  /** As the mail server knows the person; null: a mailbox of this server alone. */
  login: { username: string; /** Of a JMAP server its origin. */ host: string } | null;
  /** To the hour; null: never, or not known. */
  lastSeenAt: Date | null;
  isDisabled: boolean;
  emails: number;
  /** Of the messages and uploads that lie here. */
  octets: number;
  limits: Limits;
}

interface Row {
  id: number;
  address: string;
  name: string;
  username: string | null;
  host: string | null;
  seen_at: number | null;
  is_disabled: number;
  emails: number;
  octets: number;
  max_octets: number | null;
  max_recipients: number | null;
}

const toPerson = (row: Row): Person => ({
  id: idOf("a", row.id),
  address: row.address,
  name: row.name,
  login: row.username === null || row.host === null ? null : { username: row.username, host: row.host },
  lastSeenAt: row.seen_at === null ? null : new Date(row.seen_at),
  isDisabled: row.is_disabled === 1,
  emails: row.emails,
  octets: row.octets,
  limits: { maxOctets: toLimit(row.max_octets), maxRecipients: toLimit(row.max_recipients) },
});

const people = `select a.id, coalesce(a.shared_address, a.email) as address, a.name,
       coalesce(i.username, j.username) as username, coalesce(i.host, j.origin) as host, a.seen_at, a.is_disabled,
       (select count(*) from email e where e.account_id = a.id) as emails,
       ${limitColumn("maxOctets")} as max_octets, ${limitColumn("maxRecipients")} as max_recipients,
       a.octets + (select coalesce(sum(u.size), 0) from upload u where u.account_id = a.id) as octets
     from account a left join imap_account i on i.account_id = a.id
       left join upstream_login j on j.account_id = a.id
     where a.is_removed = 0`;

/** By address. */
export async function listPeople(reader: Reader): Promise<Person[]> {
  return (await reader.all<Row>(`${people} order by address, a.id`)).map(toPerson);
}

export async function findPerson(reader: Reader, accountId: Id): Promise<Person | undefined> {
  const row = await reader.get<Row>(`${people} and a.id = ?`, accountKey(accountId));
  return row && toPerson(row);
}

/**
 * Ends what the person has open, in every process. Mail that waits to be sent stays in the queue until they are enabled.
 * Their tokens are gone for good.
 */
export async function disablePerson(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("update account set is_disabled = 1 where id = ?", accountKey(accountId));
  await endAccess(tx, accountId);
  await requeueClaimed(tx, accountId);
  // Other processes close open pages and mirrors.
  await tx.nextModSeq(accountId);
}

export async function enablePerson(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("update account set is_disabled = 0 where id = ?", accountKey(accountId));
  // Wakes the mirror and the delivery queue.
  await tx.nextModSeq(accountId);
}
