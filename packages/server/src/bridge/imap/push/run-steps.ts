/**
 * Runs the commands of steps. Before a command that would duplicate a message if it were repeated, a row records that
 * there may be another copy; the answer, or a search for the copy, removes it.
 */
import { type Id, IMPORTANT } from "@pismo/jmap";
import type { ImapFolder } from "../../../store/mirror/imap-folders.ts";
import {
  addUnlocated,
  type LocatedCopy,
  addLocated,
  readMirroredEmail,
  removeLocated,
  removeUnlocated,
} from "../../../store/mirror/imap-copies.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { applyVanished, settle } from "../pull/apply-changes.ts";
import type { Step } from "./step.ts";
import { Refusal } from "../connection/errors.ts";
import { fetchByUid } from "../pull/fetch-by-uid.ts";
import { flagOf, IMPORTANT_LABEL, isDeleted } from "../pull/flags.ts";
import { isAlone, labelOf } from "../pull/labels.ts";
import { findCopies } from "./find-copies.ts";
import type { Mirror } from "../sync/mirror.ts";
import { ensureFolder } from "./push-mailbox.ts";
import { folderOf, mustBeWritable, select } from "../connection/select.ts";
import type { Session } from "../connection/connection.ts";
import { hasLabels, storeLabels } from "./store-labels.ts";
import { syncFolder } from "../pull/sync-folder.ts";
import { uidSet } from "../connection/uid-set.ts";

/** A step for one copy on the server. */
export type CopyStep = Exclude<Step, { kind: "append" }>;

const setOf = (copies: readonly LocatedCopy[]): string =>
  uidSet(copies.map(({ uid }) => uid).toSorted((a, b) => a - b));

/** Without MOVE the original is deleted once the copy is known: the folder must allow it beforehand. */
const deletes = ({ session: { client } }: Mirror, { kind }: CopyStep): boolean =>
  kind === "delete" || kind === "duplicate" || (kind === "move" && !client.capabilities.has("MOVE"));

/** Runs steps of one kind in one folder, which differ only in the message. @throws Refusal for all of them */
export async function runSteps(mirror: Mirror, steps: readonly [CopyStep, ...CopyStep[]]): Promise<void> {
  const { store, accountId } = mirror;
  const [first] = steps;
  const copies = steps.map(({ at }) => at);
  const folder = await folderOf(mirror, first.at.mailboxId);
  await select(mirror, folder);
  if (first.kind !== "copy") mustBeWritable(mirror, deletes(mirror, first) ? "delete" : "change");
  const record = (work: (tx: Transactor, copy: LocatedCopy) => Promise<unknown>): Promise<void> =>
    store.write(async (tx) => {
      for (const copy of copies) {
        await work(tx, copy);
        await settle(tx, accountId, copy.emailId);
      }
    });
  switch (first.kind) {
    case "flags": {
      const { add, remove } = first;
      await storeFlags(mirror, copies, add.map(flagOf), remove.map(flagOf));
      await record((tx, copy) => {
        const rest = copy.keywords.filter((keyword) => !remove.includes(keyword));
        return addLocated(tx, accountId, { ...copy, keywords: [...rest, ...add].sort() });
      });
      break;
    }
    case "unlabel":
      await unlabel(mirror, folder, copies);
      await record((tx, { mailboxId, uid }) => removeLocated(tx, accountId, mailboxId, uid));
      break;
    case "delete":
      await expunge(mirror, copies);
      await record((tx, { mailboxId, uid }) => removeLocated(tx, accountId, mailboxId, uid));
      break;
    case "duplicate":
      if (!(await isThere(mirror, first.filed))) return store.write((tx) => applyVanished(tx, accountId, first.filed));
      await expunge(mirror, copies);
      await record((tx, { mailboxId, uid }) => removeLocated(tx, accountId, mailboxId, uid));
      break;
    case "move":
      if (mirror.session.client.capabilities.has("MOVE")) await moveCopies(mirror, copies, first.to);
      // The next difference deletes the original, once the copy is known.
      else await makeCopies(mirror, folder, copies, first.to);
      break;
    case "copy":
      await makeCopies(mirror, folder, copies, first.to);
  }
  return undefined;
}

/** Whether the open folder has the copy at this moment. */
async function isThere({ session }: Mirror, { uid }: LocatedCopy): Promise<boolean> {
  // Without NOOP the answer may omit recent changes of other clients.
  await session.client.noop();
  const messages = await fetchByUid(session, String(uid), { uid: true, flags: true });
  return messages.some((message) => message.uid === uid && !isDeleted(message.flags ?? []));
}

/** Opens a new folder first, so that our copies count as new in it. */
async function openedFolder(mirror: Mirror, mailboxId: Id): Promise<ImapFolder> {
  const folder = await ensureFolder(mirror, mailboxId);
  return folder.uidValidity === null ? syncFolder(mirror, folder) : folder;
}

async function storeFlags(
  { session }: Mirror,
  copies: readonly LocatedCopy[],
  adding: string[],
  removing: string[],
): Promise<void> {
  const range = setOf(copies);
  const isFlag = (name: string): boolean => name !== IMPORTANT || !hasLabels(session);
  const [add, remove] = [adding.filter(isFlag), removing.filter(isFlag)];
  if (add.length < adding.length) await storeLabels(session, range, "+", [IMPORTANT_LABEL]);
  if (remove.length < removing.length) await storeLabels(session, range, "-", [IMPORTANT_LABEL]);
  if (add.length > 0) await session.must(session.client.messageFlagsAdd(range, add, { uid: true, silent: true }));
  if (remove.length > 0)
    await session.must(session.client.messageFlagsRemove(range, remove, { uid: true, silent: true }));
}

/** Removes the label of the copies in "All Mail": by a setting, expunging from the last shown folder may do more. */
async function unlabel(mirror: Mirror, folder: ImapFolder, copies: readonly LocatedCopy[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const { role, all } = await store.read(async (reader) => {
    const emails = await Promise.all(copies.map(({ emailId }) => readMirroredEmail(reader, accountId, emailId)));
    const [mailbox] = await getMailboxes(reader, accountId, [folder.mailboxId]);
    const isAll = ({ mailboxId }: LocatedCopy): boolean => mailboxId === emails[0]?.labels?.all;
    return { role: mailbox?.role ?? null, all: emails.map(({ located }) => located.find(isAll)) };
  });
  const known = all.filter((copy) => copy !== undefined);
  if (known.length < copies.length) {
    // Not seen there yet: then there is at least one other folder.
    return expunge(mirror, copies);
  }
  await select(mirror, await folderOf(mirror, known[0]!.mailboxId));
  return storeLabels(session, setOf(known), "-", [labelOf(folder.path, role)]);
}

async function expunge(mirror: Mirror, copies: readonly LocatedCopy[]): Promise<void> {
  const { client, must } = mirror.session;
  if (!client.capabilities.has("UIDPLUS")) {
    // EXPUNGE would remove messages that others have flagged: then ours stay flagged, which hides them as well.
    await storeFlags(mirror, copies, ["\\Deleted"], []);
    // Without NOOP the search may omit recent changes of other clients.
    await client.noop();
    const deleted = await findDeleted(mirror.session);
    // A search that does not find our flags does not find those of others.
    const isReliable = copies.every(({ uid }) => deleted.includes(uid));
    if (!isReliable || deleted.length > copies.length) return;
  }
  await must(client.messageDelete(setOf(copies), { uid: true }));
  return undefined;
}

/** Messages with \Deleted in the open folder; none when the server refuses SEARCH. */
async function findDeleted({ client, must }: Session): Promise<number[]> {
  try {
    return await must(client.search({ deleted: true }, { uid: true }));
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

async function moveCopies(mirror: Mirror, copies: readonly LocatedCopy[], to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const source = await folderOf(mirror, copies[0]!.mailboxId);
  const target = await openedFolder(mirror, to);
  await select(mirror, source);
  const { uidMap, uidValidity } = await session.must(
    session.client.messageMove(setOf(copies), target.path, { uid: true }),
  );
  const isKnown = uidMap && String(uidValidity) === target.uidValidity;
  await store.write(async (tx) => {
    for (const copy of copies) {
      const uid = isKnown ? uidMap.get(copy.uid) : undefined;
      if (uid === undefined) {
        // Its new uid is unknown, or it was expunged before: it is searched for.
        await applyVanished(tx, accountId, copy);
        continue;
      }
      await removeLocated(tx, accountId, copy.mailboxId, copy.uid);
      await addLocated(tx, accountId, { ...copy, mailboxId: to, uid });
      await forgetLabels(tx, accountId, copy.emailId, to);
      await settle(tx, accountId, copy.emailId);
    }
  });
  if (!isKnown) await syncFolder(mirror, target);
}

async function makeCopies(mirror: Mirror, source: ImapFolder, copies: readonly LocatedCopy[], to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const target = await openedFolder(mirror, to);
  await select(mirror, source);
  const expected = await store.write(async (tx) => {
    const ids = new Map<number, number>();
    for (const { uid, emailId, keywords, fingerprint } of copies) {
      ids.set(
        uid,
        await addUnlocated(tx, accountId, { mailboxId: to, emailId, keywords, fingerprint, reason: "appending" }),
      );
    }
    return ids;
  });
  const forget = (tx: Transactor, uid: number): Promise<void> => removeUnlocated(tx, accountId, expected.get(uid)!);
  const result = await session
    .must(session.client.messageCopy(setOf(copies), target.path, { uid: true }))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal) await store.write((tx) => inTurn(copies, ({ uid }) => forget(tx, uid)));
      throw error;
    });
  const { uidMap, uidValidity } = result;
  if (uidMap && String(uidValidity) === target.uidValidity) {
    await store.write((tx) =>
      inTurn(copies, async (each) => {
        await forget(tx, each.uid);
        const uid = uidMap.get(each.uid);
        if (uid !== undefined) await addLocated(tx, accountId, { ...each, mailboxId: to, uid });
        await settle(tx, accountId, each.emailId);
      }),
    );
  } else {
    await findCopies(mirror, to, [...expected.values()]);
  }
}

/** A message that was moved to Trash or Spam has lost its labels. */
async function forgetLabels(tx: Transactor, accountId: Id, emailId: Id, to: Id): Promise<void> {
  const { located, labels } = await readMirroredEmail(tx, accountId, emailId);
  if (!labels || !isAlone(to, labels)) return;
  for (const { mailboxId, uid } of located) if (mailboxId !== to) await removeLocated(tx, accountId, mailboxId, uid);
}

const inTurn = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  for (const item of items) await work(item);
};
