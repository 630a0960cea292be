/** Local accounts: one mailbox each, with an address, the six folders that always exist and an identity. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "./ids.ts";
import { insertIdentity } from "./identities.ts";
import { insertMailbox } from "./mailboxes.ts";
import type { Reader, Transactor } from "./reader.ts";

export interface LocalAccount {
  id: Id;
  name: string;
  /** Lower case. */
  email: string;
}

/** Names for clients that show them as they are; ours translates by the role. */
export const firstMailboxes = [
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
}

const select = "select id, name, email from account where not is_removed";
const toAccount = (row: Row): LocalAccount => ({
  ...row,
  id: idOf("a", row.id),
});

/** Oldest first: the first is the primary one. */
export async function listAccounts(reader: Reader): Promise<LocalAccount[]> {
  return (await reader.all<Row>(`${select} order by id`)).map(toAccount);
}

/** undefined: there is no such account, or it is being removed. */
export async function getAccount(reader: Reader, accountId: Id): Promise<LocalAccount | undefined> {
  const row = await reader.get<Row>(`${select} and id = ?`, accountKey(accountId));
  return row && toAccount(row);
}

/** Without regard to case, as people type addresses. */
export async function findAccountByAddress(reader: Reader, address: string): Promise<LocalAccount | undefined> {
  const row = await reader.get<Row>(`${select} and email = ?`, address.toLowerCase());
  return row && toAccount(row);
}

/** `email` must not be taken: ask findAccountByAddress in the same transaction. */
export async function createAccount(tx: Transactor, account: { name: string; email: string }): Promise<LocalAccount> {
  const row = await tx.db
    .insertInto("account")
    .values({ name: account.name, email: account.email.toLowerCase(), created_at: Date.now() })
    .returning(["id", "name", "email"])
    .executeTakeFirstOrThrow();
  const created = toAccount(row);
  for (const [index, [name, role]] of firstMailboxes.entries()) {
    await insertMailbox(tx, created.id, { name, role, parentId: null, sortOrder: index + 1, isSubscribed: true });
  }
  await insertIdentity(tx, created.id, { name: account.name, email: created.email, mayDelete: false });
  return created;
}

/** The account's name, which clients show. */
export async function renameAccount(tx: Transactor, accountId: Id, name: string): Promise<void> {
  await tx.run("update account set name = ? where id = ?", name, accountKey(accountId));
}

/** From now on nobody sees the account, and its address is free; what is in it is left to be deleted. */
export async function markRemoved(tx: Transactor, accountId: Id): Promise<void> {
  const key = accountKey(accountId);
  await tx.run("update account set is_removed = 1, email = ? where id = ?", `removed ${key}`, key);
  // Open tabs are told that it is gone.
  await tx.nextModSeq(accountId);
}

/** Accounts that nobody sees any more, and that are not deleted yet. */
export async function listRemoved(reader: Reader): Promise<Id[]> {
  const rows = await reader.all<{ id: number }>("select id from account where is_removed order by id");
  return rows.map(({ id }) => idOf("a", id));
}
