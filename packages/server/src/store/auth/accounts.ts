/** Local accounts: one mailbox each, with an address, the six folders that always exist and an identity. */
import { randomUUID } from "node:crypto";
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import { insertIdentity } from "../submission/identities.ts";
import { insertMailbox } from "../mail/mailboxes.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface LocalAccount {
  id: Id;
  name: string;
  /** Lower case. Two accounts of a mail server can show one address (see createAccount). */
  email: string;
  /** Sign-ins are refused, its mirror rests, and nothing is sent (people.ts). */
  isDisabled: boolean;
}

/** Names for clients that show them as they are; our client translates by the role. */
export const defaultMailboxes = [
  ["Inbox", "inbox"],
  ["Sent", "sent"],
  ["Drafts", "drafts"],
  ["Archive", "archive"],
  ["Spam", "junk"],
  ["Trash", "trash"],
] as const;

interface Row {
  id: number;
  name: string;
  email: string;
  is_disabled: number;
}

const select =
  "select id, name, coalesce(shared_address, email) as email, is_disabled from account where is_removed = 0";
const toAccount = ({ id, name, email, is_disabled }: Row): LocalAccount => ({
  id: idOf("a", id),
  name,
  email,
  isDisabled: is_disabled === 1,
});

/** Oldest first: the first is the primary one. */
export async function listAccounts(reader: Reader): Promise<LocalAccount[]> {
  return (await reader.all<Row>(`${select} order by id`)).map(toAccount);
}

/** undefined: the account does not exist, or is being removed. */
export async function getAccount(reader: Reader, accountId: Id): Promise<LocalAccount | undefined> {
  const row = await reader.get<Row>(`${select} and id = ?`, accountKey(accountId));
  return row && toAccount(row);
}

/** Whether its person may come in: the account is neither disabled nor removed. */
export async function isOpen(reader: Reader, accountId: Id): Promise<boolean> {
  const account = await getAccount(reader, accountId);
  return account !== undefined && !account.isDisabled;
}

/** Records that the account's person is here. */
export async function noteSeen(tx: Transactor, accountId: Id, at: Date): Promise<void> {
  await tx.run("update account set seen_at = ? where id = ?", at.getTime(), accountKey(accountId));
}

/** All accounts that show this address, without regard to case; the one that had it first comes first. */
export async function findAccountsByAddress(reader: Reader, address: string): Promise<LocalAccount[]> {
  const sql = `${select} and (email = ?1 or shared_address = ?1) order by shared_address is not null, id`;
  return (await reader.all<Row>(sql, address.toLowerCase())).map(toAccount);
}

/** By address, as findAccountByAddress(); addresses that none shows are left out. @param addresses in lower case */
export async function firstAccountsByAddress(
  reader: Reader,
  addresses: readonly string[],
): Promise<Map<string, LocalAccount>> {
  const sql = `${select} and (email in text_list(?1) or shared_address in text_list(?1))
    order by shared_address is not null, id`;
  const wanted = jsonText([...new Set(addresses)]);
  const found = new Map<string, LocalAccount>();
  for (const row of await reader.all<Row>(sql, wanted)) {
    const account = toAccount(row);
    if (!found.has(account.email)) found.set(account.email, account);
  }
  return found;
}

/** Without regard to case, as people type addresses. Where two accounts show the address, the one that had it first. */
export async function findAccountByAddress(reader: Reader, address: string): Promise<LocalAccount | undefined> {
  return (await findAccountsByAddress(reader, address))[0];
}

export interface NewAccount {
  name: string;
  email: string;
}

/**
 * `email` must not be in use: check with findAccountByAddress in the same transaction.
 * @param mayShare lets this account show an address that is in use. The receiver never delivers to it by that address:
 * the account has to mirror a mail server, which knows whose it is.
 */
export async function createAccount(tx: Transactor, account: NewAccount, mayShare = false): Promise<LocalAccount> {
  const created = await insertAccount(tx, account, mayShare);
  for (const [index, [name, role]] of defaultMailboxes.entries()) {
    await insertMailbox(tx, created.id, { name, role, parentId: null, sortOrder: index + 1, isSubscribed: true });
  }
  await insertIdentity(tx, created.id, { name: account.name, email: created.email, mayDelete: false });
  return created;
}

/** The same without mailboxes: of a person whose mail lies elsewhere and is never stored here. */
export async function insertAccount(tx: Transactor, account: NewAccount, mayShare = false): Promise<LocalAccount> {
  const email = account.email.toLowerCase();
  const isShared = mayShare && (await findAccountByAddress(tx, email)) !== undefined;
  const row = await tx.get<{ id: number }>(
    "insert into account (name, email, shared_address, created_at) values (?, ?, ?, ?) returning id",
    account.name,
    isShared ? `shared ${randomUUID()}` : email,
    isShared ? email : null,
    Date.now(),
  );
  return toAccount({ id: row!.id, name: account.name, email, is_disabled: 0 });
}

/** The account's name, which clients show. */
export async function renameAccount(tx: Transactor, accountId: Id, name: string): Promise<void> {
  await tx.run("update account set name = ? where id = ?", name, accountKey(accountId));
}

/** Hides the account and frees its address; its content is still to be deleted. */
export async function markRemoved(tx: Transactor, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await tx.run(
    "update account set is_removed = 1, email = ?, shared_address = null where id = ?",
    `removed ${key}`,
    key,
  );
  // Notifies open tabs.
  await tx.nextModSeq(accountId);
}

/** Accounts that are hidden, but not deleted yet. */
export async function listRemoved(reader: Reader): Promise<Id[]> {
  const rows = await reader.all<{ id: number }>("select id from account where is_removed = 1 order by id");
  return rows.map(({ id }) => idOf("a", id));
}
