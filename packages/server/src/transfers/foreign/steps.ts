/**
 * The steps of one Email between two accounts of which at least one lies at another server. Nothing leaves the first account
 * before the second has it, and what a server elsewhere may have done is noted before it is asked to.
 */
import { type Id, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { getJmapAccount } from "../../store/auth/jmap-accounts.ts";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import { destroyEmails, getEmails } from "../../store/mail/emails.ts";
import { insertEmails } from "../../store/mail/insert-emails.ts";
import { prepareEmail } from "../../store/mail/prepare-email.ts";
import { assertRight, restrictedMailboxes } from "../../store/mailboxes/mailbox-rights.ts";
import { roomOf } from "../../store/people/limits.ts";
import { keywordsOfCopy } from "../../store/submission/pending-keywords.ts";
import {
  advanceForeign,
  type ForeignEmail,
  isSettled,
  noteWithdrawnCopy,
  removeForeign,
} from "../../store/transfers/foreign-transfers.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import type { MimePool } from "../../worker/pool.ts";
import { type Copy, ForeignAccount, type Original } from "./foreign-account.ts";

export interface ForeignParts {
  store: Store;
  mime: MimePool;
  log: Logger;
  remote: UpstreamCalls;
}

/** The account's mail server has the copy not yet. */
export class NotYet extends Error {
  override readonly name = "NotYet";
}

/** @throws SetFailure; NotYet; StoreError, UpstreamAway, CredentialRefused: a server cannot be reached now */
export async function goOn(parts: ForeignParts, email: ForeignEmail, signal: AbortSignal): Promise<void> {
  const accounts = new Accounts(parts, signal);
  if (email.state === "withdrawn") return withdraw(parts, email, accounts);
  if (email.state === "copied") return removeOriginal(parts, email, accounts);
  const there = await accounts.at(email.toAccountId);
  if (there) return placeThere(parts, email, accounts, there);
  return placeHere(parts, email, await accounts.read(email));
}

class Accounts {
  readonly #parts: ForeignParts;
  readonly #signal: AbortSignal;

  constructor(parts: ForeignParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** undefined: its mail is here. */
  async at(accountId: Id): Promise<ForeignAccount | undefined> {
    const { store, remote } = this.#parts;
    const account = await store.readOnce((reader) => getJmapAccount(reader, accountId));
    return account && ForeignAccount.open(remote, account, this.#signal);
  }

  async read({ accountId, emailId }: ForeignEmail): Promise<Original> {
    const there = await this.at(accountId);
    if (there) return there.read(emailId);
    const { store } = this.#parts;
    const [original] = await store.read((reader) => getEmails(reader, accountId, [emailId]));
    if (!original) throw new SetFailure({ type: "notFound" });
    const { bytes, fault } = await readChecked(store.blobsOf(accountId), original.blobId, original.size);
    if (!bytes || fault) throw new SetFailure({ type: "notFound", description: "The message is damaged or missing" });
    return { bytes, keywords: original.keywords, receivedAt: original.receivedAt };
  }
}

async function placeThere(
  { store }: ForeignParts,
  email: ForeignEmail,
  accounts: Accounts,
  there: ForeignAccount,
): Promise<void> {
  const read = await accounts.read(email);
  const original = { ...read, keywords: keywordsOfCopy(read.keywords) };
  const { toMailboxIds } = email;
  let copy: Copy | undefined;
  if (email.state === "placing") copy = await there.find(original, toMailboxIds);
  else if (!(await store.write((tx) => advanceForeign(tx, email, { state: "placing" })))) return;
  const placing: ForeignEmail = { ...email, state: "placing" };
  copy ??= await there.import(original, toMailboxIds);
  const { id: copyId, wasThere } = copy;
  await store.write(async (tx) => {
    const state = email.keepsOriginals ? "done" : "copied";
    if (await advanceForeign(tx, placing, { state, copyId, wasThere })) return;
    // It was taken back in between.
    if (!wasThere) await noteWithdrawnCopy(tx, email, copyId);
  });
}

async function placeHere({ store, mime }: ForeignParts, email: ForeignEmail, original: Original): Promise<void> {
  const { toAccountId, toMailboxIds } = email;
  const { bytes, keywords, receivedAt } = original;
  const [stored, parsed] = await Promise.all([store.blobs.put(bytes), mime.parse(bytes)]);
  const given = {
    ...stored,
    prepared: prepareEmail(parsed),
    accountId: toAccountId,
    mailboxIds: toMailboxIds,
    keywords: keywordsOfCopy(keywords),
    receivedAt,
  };
  await store.write((tx) =>
    tx.savepoint(async () => {
      assertRight(await restrictedMailboxes(tx, toAccountId), toMailboxIds, "mayAddItems");
      (await roomOf(tx, toAccountId))(stored.size);
      const [inserted] = await insertEmails(tx, [given]);
      if (inserted instanceof SetFailure) throw inserted;
      const state = email.keepsOriginals ? "done" : "copied";
      const isWanted = await advanceForeign(tx, email, { state, copyId: inserted!.id, wasThere: false });
      if (!isWanted) await destroyEmails(tx, toAccountId, [inserted!.id]);
    }),
  );
}

async function removeOriginal({ store }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const { accountId, toAccountId, emailId, copyId, wasThere } = email;
  const isThere = (await accounts.at(toAccountId)) !== undefined;
  if (!isThere) await assertSettled(store, toAccountId, copyId!);
  const from = await accounts.at(accountId);
  const finish = (tx: Transactor): Promise<boolean> =>
    advanceForeign(tx, email, { state: "done", copyId: copyId!, wasThere });
  if (from) {
    await from.destroy(emailId);
    await store.write(finish);
    return;
  }
  await store.write(async (tx) => {
    if (await finish(tx)) await destroyEmails(tx, accountId, [emailId]);
  });
}

/** @throws SetFailure: the copy is gone; NotYet */
async function assertSettled(store: Store, accountId: Id, copyId: Id): Promise<void> {
  await store.read(async (reader) => {
    if (await isSettled(reader, accountId, copyId)) return;
    const [copy] = await getEmails(reader, accountId, [copyId]);
    throw copy ? new NotYet() : new SetFailure({ type: "notFound" });
  });
}

async function withdraw({ store }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const there = await accounts.at(email.toAccountId);
  const copyId = email.copyId ?? (await there?.find(await accounts.read(email), email.toMailboxIds))?.id;
  if (copyId !== undefined) await there?.destroy(copyId);
  await store.write((tx) => removeForeign(tx, email));
}
