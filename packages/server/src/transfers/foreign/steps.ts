/**
 * The steps of one Email between two accounts of which at least one lies at another server. Nothing leaves the first account
 * before the second has it, and what a server elsewhere may have done is noted before it is asked to.
 */
import { type Id, isLabelKeyword, type Keyword, type LabelFace, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { onTheWire } from "../../mime/compose/on-the-wire.ts";
import { getAccount } from "../../store/auth/accounts.ts";
import { getJmapAccount } from "../../store/auth/jmap-accounts.ts";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import type { Store } from "../../store/db/store.ts";
import { bringLabels, labelsHere } from "../../store/labels/bring-labels.ts";
import { listLabels } from "../../store/labels/labels.ts";
import { getMembership } from "../../store/mail/email-memberships.ts";
import { destroyEmails, getEmails } from "../../store/mail/emails.ts";
import { insertEmails } from "../../store/mail/insert-emails.ts";
import { prepareEmail } from "../../store/mail/prepare-email.ts";
import { assertRight, restrictedMailboxes } from "../../store/mailboxes/mailbox-rights.ts";
import { roomOf } from "../../store/people/limits.ts";
import { keywordsOfCopy } from "../../store/submission/pending-keywords.ts";
import { comeToCopy, isKnownCopy, isStillToRead, passOnCopies } from "../../store/transfers/foreign-copies.ts";
import {
  advanceForeign,
  type ForeignStep,
  isSettled,
  noteWithdrawnCopy,
  removeForeign,
} from "../../store/transfers/foreign-progress.ts";
import type { ForeignEmail } from "../../store/transfers/foreign-transfers.ts";
import { bringBack, withdraw } from "../../store/transfers/take-back-foreign.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import type { MimePool } from "../../worker/pool.ts";
import { type Copy, ForeignAccount, type Original } from "./foreign-account.ts";

export interface ForeignParts {
  store: Store;
  mime: MimePool;
  log: Logger;
  remote: UpstreamCalls;
}

/** The account's mail server has the copy not yet, or another transfer has to end first. */
export class NotYet extends Error {
  override readonly name = "NotYet";
}

/** @throws SetFailure; NotYet; StoreError, UpstreamAway, CredentialRefused: a server cannot be reached now */
export async function goOn(parts: ForeignParts, email: ForeignEmail, signal: AbortSignal): Promise<void> {
  const accounts = new Accounts(parts, signal);
  if (email.state === "withdrawn") return takeCopyAway(parts, email, accounts);
  if (email.state === "recalled") return recall(parts, email, accounts);
  if (email.state === "copied" || email.state === "leaving") return removeOriginal(parts, email, accounts);
  const there = await accounts.at(email.toAccountId);
  if (there) return placeThere(parts, email, accounts, there);
  return placeHere(parts, email, accounts);
}

/** Where an Email comes from and goes to. */
class Accounts {
  readonly #parts: ForeignParts;
  readonly #signal: AbortSignal;

  constructor(parts: ForeignParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** undefined: its mail is here. @throws SetFailure: it is no more */
  async at(accountId: Id): Promise<ForeignAccount | undefined> {
    const { store, remote } = this.#parts;
    const [isOurs, account] = await store.read(async (reader) => [
      (await getAccount(reader, accountId)) !== undefined,
      await getJmapAccount(reader, accountId),
    ]);
    if (!isOurs) throw new SetFailure({ type: "notFound", description: "The account is no more" });
    return account && ForeignAccount.open(remote, account, this.#signal);
  }

  /** As it goes to another server, and is found there. */
  async readToSend(email: ForeignEmail): Promise<Original> {
    const original = await this.read(email);
    return { ...original, bytes: onTheWire(original.bytes) };
  }

  async read({ accountId, emailId }: ForeignEmail): Promise<Original> {
    const there = await this.at(accountId);
    if (there) return there.read(emailId);
    const { store } = this.#parts;
    const [original, membership] = await store.read(async (reader) => [
      (await getEmails(reader, accountId, [emailId]))[0],
      await getMembership(reader, accountId, emailId),
    ]);
    if (!original || !membership) throw new SetFailure({ type: "notFound" });
    const { bytes, fault } = await readChecked(store.blobsOf(accountId), original.blobId, original.size);
    if (!bytes || fault) throw new SetFailure({ type: "notFound", description: "The message is damaged or missing" });
    const { keywords, receivedAt } = original;
    return { bytes, keywords, receivedAt, mailboxIds: membership.mailboxIds };
  }
}

async function placeThere(
  { store }: ForeignParts,
  email: ForeignEmail,
  accounts: Accounts,
  there: ForeignAccount,
): Promise<void> {
  const from = await accounts.at(email.accountId);
  if (from?.isSameAs(there)) throw new SetFailure({ type: "forbidden", description: "They are one account there" });
  const read = await accounts.readToSend(email);
  const keywords = await keywordsThere(store, email, keywordsOfCopy(read.keywords), from, there);
  const original = { ...read, keywords };
  const { toMailboxIds, keepsOriginals } = email;
  const note = (known: ForeignEmail, step: ForeignStep): Promise<boolean> =>
    store.write((tx) => advanceForeign(tx, known, step));

  const placing: ForeignEmail = { ...email, state: "placing" };
  const fromMailboxIds = read.mailboxIds;
  if (email.state === "waiting" && !(await note(email, { state: "placing", fromMailboxIds }))) return;
  const { id: copyId, wasThere } = await copyThere(store, email, original, there);
  if (wasThere) {
    if (email.copyId === null && !(await mayJoin(store, placing, copyId))) return;
    await there.join(copyId, original, toMailboxIds);
  }
  if (await note(placing, { state: keepsOriginals ? "done" : "copied", copyId })) return;
  // It was taken back in between.
  if (!wasThere) await store.write((tx) => noteWithdrawnCopy(tx, email, copyId));
}

/** @throws NotYet: that one is just going */
async function mayJoin(store: Store, placing: ForeignEmail, copyId: Id): Promise<boolean> {
  const outcome = await store.write((tx) => comeToCopy(tx, placing, copyId));
  if (outcome === "waits") throw new NotYet();
  return outcome === "joins";
}

/** As it is there already, where the answer to that was lost. */
async function copyThere(store: Store, email: ForeignEmail, original: Original, there: ForeignAccount): Promise<Copy> {
  const { state, copyId } = email;
  // It came to one that was there before, and may not have joined it yet.
  if (state === "placing" && copyId !== null) return { id: copyId, wasThere: true };
  const found = state === "placing" ? await findCopy(store, email, original, there) : undefined;
  if (found !== undefined) return { id: found, wasThere: false };
  return there.import(original, email.toMailboxIds);
}

const findCopy = (store: Store, email: ForeignEmail, original: Original, there: ForeignAccount) =>
  there.find(original, email.toMailboxIds, (id) =>
    store.readOnce((reader) => isKnownCopy(reader, email.toAccountId, id)),
  );

/** The labels of the account that an Email comes from, where it has some; a server that does not give them keeps no letter back. */
async function labelsOf(
  store: Store,
  accountId: Id,
  keywords: readonly Keyword[],
  from: ForeignAccount | undefined,
): Promise<readonly LabelFace[]> {
  if (!keywords.some(isLabelKeyword)) return [];
  if (!from?.keepsLabels) return store.read((reader) => listLabels(reader, accountId));
  return from.labels().then(
    ({ labels }) => labels,
    (error: unknown) => {
      if (error instanceof SetFailure) return [];
      throw error;
    },
  );
}

/** With the labels that come along. */
async function keywordsThere(
  store: Store,
  { accountId, toAccountId }: ForeignEmail,
  keywords: Keyword[],
  from: ForeignAccount | undefined,
  there: ForeignAccount,
): Promise<Keyword[]> {
  const labels = await labelsOf(store, accountId, keywords, from);
  if (labels.length === 0) return keywords;
  if (!there.keepsLabels) return store.write((tx) => bringLabels(labels, keywords, () => labelsHere(tx, toAccountId)));
  return bringLabels(labels, keywords, () => there.labels()).catch((error: unknown) => {
    if (error instanceof SetFailure) return keywords;
    throw error;
  });
}

async function placeHere({ store, mime }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const { accountId, toAccountId, toMailboxIds } = email;
  const from = await accounts.at(accountId);
  const { bytes, keywords: all, receivedAt, mailboxIds: fromMailboxIds } = await accounts.read(email);
  const keywords = keywordsOfCopy(all);
  const labels = await labelsOf(store, accountId, keywords, from);
  const [stored, parsed] = await Promise.all([store.blobs.put(bytes), mime.parse(bytes)]);
  const given = {
    ...stored,
    prepared: prepareEmail(parsed),
    accountId: toAccountId,
    mailboxIds: toMailboxIds,
    receivedAt,
  };
  await store.write((tx) =>
    tx.savepoint(async () => {
      if (!(await getAccount(tx, toAccountId))) throw new SetFailure({ type: "notFound" });
      assertRight(await restrictedMailboxes(tx, toAccountId), toMailboxIds, "mayAddItems");
      (await roomOf(tx, toAccountId))(stored.size);
      const known = await bringLabels(labels, keywords, () => labelsHere(tx, toAccountId));
      const [inserted] = await insertEmails(tx, [{ ...given, keywords: known }]);
      if (inserted instanceof SetFailure) throw inserted;
      const state = email.keepsOriginals ? "done" : "copied";
      const isWanted = await advanceForeign(tx, email, { state, copyId: inserted!.id, fromMailboxIds });
      if (!isWanted) await destroyEmails(tx, toAccountId, [inserted!.id]);
    }),
  );
}

/** What is asked of a server elsewhere is noted first: who takes the Email back then waits for the answer. */
async function removeOriginal({ store }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const { accountId, toAccountId, emailId, copyId, state } = email;
  const isThere = (await accounts.at(toAccountId)) !== undefined;
  if (!isThere) await assertSettled(store, toAccountId, copyId!);
  const from = await accounts.at(accountId);
  const leaving: ForeignEmail = { ...email, state: "leaving" };
  if (!from) {
    await store.write(async (tx) => {
      if (await advanceForeign(tx, email, { state: "done" })) await destroyEmails(tx, accountId, [emailId]);
    });
  } else if (state === "leaving" || (await store.write((tx) => advanceForeign(tx, email, { state: "leaving" })))) {
    await from.destroy(emailId);
    await store.write((tx) => advanceForeign(tx, leaving, { state: "done" }));
  }
}

/** @throws SetFailure: the copy is gone; NotYet */
async function assertSettled(store: Store, accountId: Id, copyId: Id): Promise<void> {
  await store.read(async (reader) => {
    if (await isSettled(reader, accountId, copyId)) return;
    const [copy] = await getEmails(reader, accountId, [copyId]);
    throw copy ? new NotYet() : new SetFailure({ type: "notFound" });
  });
}

async function takeCopyAway({ store }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const there = await accounts.at(email.toAccountId);
  const id = email.copyId ?? (there && (await findCopy(store, email, await accounts.readToSend(email), there)));
  if (there && id !== undefined && (await mayTakeAway(store, email, id))) await there.destroy(id);
  await store.write((tx) => removeForeign(tx, [email]));
}

/** Which copy goes is noted before it does, so that no other comes to it. @throws NotYet: one is just read from it */
const mayTakeAway = (store: Store, email: ForeignEmail, copyId: Id): Promise<boolean> =>
  store.write(async (tx) => {
    const { toAccountId } = email;
    if (await isStillToRead(tx, toAccountId, copyId)) throw new NotYet();
    await noteWithdrawnCopy(tx, email, copyId);
    return !(await passOnCopies(tx, toAccountId, [copyId])).has(copyId);
  });

/** It was on its way out when it was taken back: only when it is gone for certain, it can come back. */
async function recall({ store }: ForeignParts, email: ForeignEmail, accounts: Accounts): Promise<void> {
  const from = await accounts.at(email.accountId);
  try {
    await from?.destroy(email.emailId);
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    await store.write((tx) => withdraw(tx, [email]));
    return;
  }
  await store.write((tx) => bringBack(tx, [email]));
}
