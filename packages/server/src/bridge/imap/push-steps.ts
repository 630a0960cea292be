/**
 * The commands that make a letter on the server what it is here. Before a command that would make a second letter if it
 * were given twice, a row says that there may be one more copy; it goes with the answer, or when the copy was looked for.
 */
import { type Id, IMPORTANT } from "@pismo/jmap";
import { getEmails } from "../../store/emails.ts";
import { getFolder, type ImapFolder } from "../../store/imap-folders.ts";
import {
  addUnplaced,
  type Letter,
  listUnplaced,
  type PlacedMessage,
  placeMessage,
  readLetter,
  removePlaced,
  removeUnplaced,
} from "../../store/imap-messages.ts";
import { getMailboxes } from "../../store/mailboxes.ts";
import type { Transactor } from "../../store/store.ts";
import { applyVanished, settle } from "./apply.ts";
import type { Step } from "./difference.ts";
import { Refusal } from "./errors.ts";
import { flagOf, IMPORTANT_LABEL, storable } from "./flags.ts";
import { isAlone, labelOf } from "./labels.ts";
import { markOf, messageIdIn, messageIdOf } from "./mark.ts";
import type { Mirror } from "./mirror.ts";
import { ensureFolder } from "./push-mailbox.ts";
import { select } from "./select.ts";
import { hasLabels, storeLabels } from "./store-labels.ts";
import { syncFolder } from "./sync-folder.ts";
import { learnServerId, takeInLetters } from "./take-in-letters.ts";
import { uidSet } from "./uid-set.ts";

/** A step for one letter on the server. */
export type CopyStep = Exclude<Step, { kind: "append" }>;

/** More copies at a time are not on their way. */
const MANY = 1000;

const folderOf = async ({ store }: Mirror, mailboxId: Id): Promise<ImapFolder> => {
  const folder = await store.read((reader) => getFolder(reader, mailboxId));
  if (!folder) throw new Refusal("NONEXISTENT", "the folder is gone");
  return folder;
};

const setOf = (copies: readonly PlacedMessage[]): string =>
  uidSet(copies.map(({ uid }) => uid).toSorted((a, b) => a - b));

/** Steps of one kind in one folder, that differ in nothing but the letter. @throws Refusal for all of them */
export async function pushSteps(mirror: Mirror, steps: readonly [CopyStep, ...CopyStep[]]): Promise<void> {
  const { store, accountId } = mirror;
  const [first] = steps;
  const copies = steps.map(({ at }) => at);
  const folder = await folderOf(mirror, first.at.mailboxId);
  await select(mirror, folder);
  const record = (work: (tx: Transactor, copy: PlacedMessage) => Promise<unknown>): Promise<void> =>
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
        const kept = copy.keywords.filter((keyword) => !remove.includes(keyword));
        return placeMessage(tx, { ...copy, keywords: [...kept, ...add].sort() });
      });
      break;
    }
    case "unlabel":
      await unlabel(mirror, folder, copies);
      await record((tx, { mailboxId, uid }) => removePlaced(tx, mailboxId, uid));
      break;
    case "delete":
      await expunge(mirror, copies);
      await record((tx, { mailboxId, uid }) => removePlaced(tx, mailboxId, uid));
      break;
    case "double":
      if (!(await isThere(mirror, first.kept))) return store.write((tx) => applyVanished(tx, accountId, first.kept));
      await expunge(mirror, copies);
      await record((tx, { mailboxId, uid }) => removePlaced(tx, mailboxId, uid));
      break;
    case "move":
      if (mirror.session.client.capabilities.has("MOVE")) await moveCopies(mirror, copies, first.to);
      // The original goes with the next difference, when the copy is known to be there.
      else await makeCopies(mirror, folder, copies, first.to);
      break;
    case "copy":
      await makeCopies(mirror, folder, copies, first.to);
  }
  return undefined;
}

/** In the folder that is open, now. */
async function isThere({ session: { client, must } }: Mirror, { uid }: PlacedMessage): Promise<boolean> {
  // A search alone may not see what others did a moment ago.
  await client.noop();
  return (await must(client.search({ uid: String(uid), deleted: false }, { uid: true }))).includes(uid);
}

/** What we put there has to be new there: a folder that was never opened is opened first. */
async function openedFolder(mirror: Mirror, mailboxId: Id): Promise<ImapFolder> {
  const folder = await ensureFolder(mirror, mailboxId);
  return folder.uidValidity === null ? syncFolder(mirror, folder) : folder;
}

async function storeFlags(
  { session }: Mirror,
  copies: readonly PlacedMessage[],
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

/** By the copies in "All Mail": an expunge out of the last folder that is shown may do more (it is a setting). */
async function unlabel(mirror: Mirror, folder: ImapFolder, copies: readonly PlacedMessage[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const { role, all } = await store.read(async (reader) => {
    const letters = await Promise.all(copies.map(({ emailId }) => readLetter(reader, accountId, emailId)));
    const [mailbox] = await getMailboxes(reader, accountId, [folder.mailboxId]);
    const isAll = ({ mailboxId }: PlacedMessage): boolean => mailboxId === letters[0]?.labels?.all;
    return { role: mailbox?.role ?? null, all: letters.map(({ placed }) => placed.find(isAll)) };
  });
  const known = all.filter((copy) => copy !== undefined);
  if (known.length < copies.length) {
    // Not seen there yet: then there is at least one folder more.
    return expunge(mirror, copies);
  }
  await select(mirror, await folderOf(mirror, known[0]!.mailboxId));
  return storeLabels(session, setOf(known), "-", [labelOf(folder.path, role)]);
}

async function expunge(mirror: Mirror, copies: readonly PlacedMessage[]): Promise<void> {
  const { client, must } = mirror.session;
  if (!client.capabilities.has("UIDPLUS")) {
    // EXPUNGE would take along what others have marked: then ours stay marked, which hides them as well.
    // A search alone may not see what others did a moment ago.
    await client.noop();
    const marked = await must(client.search({ deleted: true }, { uid: true }));
    const isForeign = marked.some((uid) => !copies.some((copy) => copy.uid === uid));
    if (isForeign) return storeFlags(mirror, copies, ["\\Deleted"], []);
  }
  await must(client.messageDelete(setOf(copies), { uid: true }));
  return undefined;
}

async function moveCopies(mirror: Mirror, copies: readonly PlacedMessage[], to: Id): Promise<void> {
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
        // Moved to a place that we were not told, or gone before: it is looked for.
        await applyVanished(tx, accountId, copy);
        continue;
      }
      await removePlaced(tx, copy.mailboxId, copy.uid);
      await placeMessage(tx, { ...copy, mailboxId: to, uid });
      await forgetLabels(tx, accountId, copy.emailId, to);
      await settle(tx, accountId, copy.emailId);
    }
  });
  if (!isKnown) await syncFolder(mirror, target);
}

async function makeCopies(mirror: Mirror, source: ImapFolder, copies: readonly PlacedMessage[], to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const target = await openedFolder(mirror, to);
  await select(mirror, source);
  const expected = await store.write(async (tx) => {
    const ids = new Map<number, number>();
    for (const { uid, emailId, keywords, mark } of copies) {
      ids.set(uid, await addUnplaced(tx, accountId, { mailboxId: to, emailId, keywords, mark, reason: "appending" }));
    }
    return ids;
  });
  const forget = (tx: Transactor, uid: number): Promise<void> => removeUnplaced(tx, expected.get(uid)!);
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
        if (uid !== undefined) await placeMessage(tx, { ...each, mailboxId: to, uid });
        await settle(tx, accountId, each.emailId);
      }),
    );
  } else {
    await lookFor(mirror, to, [...expected.values()]);
  }
}

/** What was moved to where a letter is alone has lost its labels. */
async function forgetLabels(tx: Transactor, accountId: Id, emailId: Id, to: Id): Promise<void> {
  const { placed, labels } = await readLetter(tx, accountId, emailId);
  if (!labels || !isAlone(to, labels)) return;
  for (const { mailboxId, uid } of placed) if (mailboxId !== to) await removePlaced(tx, mailboxId, uid);
}

const inTurn = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  for (const item of items) await work(item);
};

/** A copy that we made must be in the folder: it is found there, or it is not and we know that as well. */
async function lookFor(mirror: Mirror, mailboxId: Id, ids: readonly number[]): Promise<void> {
  const folder = await syncFolder(mirror, await folderOf(mirror, mailboxId));
  if (folder.backfillUid > 1) await lookBehind(mirror, folder, ids);
  await mirror.store.write((tx) => inTurn(ids, (id) => removeUnplaced(tx, id)));
}

/** In a folder with new uids that is still to be fetched: what we look for is fetched now. */
async function lookBehind(mirror: Mirror, folder: ImapFolder, ids: readonly number[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const all = await store.read((reader) => listUnplaced(reader, accountId, "appending", MANY));
  for (const { id, mark } of all) {
    const messageId = messageIdIn(mark);
    if (!ids.includes(id) || messageId === null) continue;
    const query = { uid: `1:${folder.backfillUid - 1}`, header: { "message-id": messageId } };
    const uids = await session.must(session.client.search(query, { uid: true }));
    await takeInLetters(
      mirror,
      folder,
      uids.toSorted((a, b) => a - b),
    );
  }
}

/**
 * What a crash or a lost connection left open: copies that there may be. @returns the letter as it is then
 * @throws Refusal while it is not known what has become of the folder
 */
export async function resolveAppending(mirror: Mirror, letter: Letter): Promise<Letter> {
  const { store, accountId } = mirror;
  const open = letter.unplaced.filter(({ reason }) => reason === "appending");
  for (const { mailboxId, id } of open) {
    const folder = await store.read((reader) => getFolder(reader, mailboxId));
    if (folder?.isGone) throw new Refusal("NONEXISTENT", "the folder is being looked for");
    if (folder) await lookFor(mirror, mailboxId, [id]);
    else await store.write((tx) => removeUnplaced(tx, id));
  }
  return open.length === 0 ? letter : store.read((reader) => readLetter(reader, accountId, letter.emailId));
}

/** Lines end in CRLF on the wire (RFC 5322 §2.1); what was imported here may not. */
function onTheWire(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("latin1");
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? Buffer.from(text.replaceAll(/\r\n|\r|\n/g, "\r\n"), "latin1") : buffer;
}

/** A letter that the server has not got yet. @throws Refusal */
export async function pushAppend(mirror: Mirror, emailId: Id, to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const folder = await syncFolder(mirror, await ensureFolder(mirror, to));
  const { record, letter } = await store.read(async (reader) => ({
    record: (await getEmails(reader, accountId, [emailId]))[0],
    letter: await readLetter(reader, accountId, emailId),
  }));
  if (!record || letter.placed.length > 0) return;
  // One that is not here is on the server: there is nothing to append, and nobody to wait for.
  const stored = await store.read((reader) => reader.blobs.get(record.blobId));
  if (!stored) throw new Refusal("CANNOT", "the message is missing");
  const bytes = onTheWire(stored);
  const keywords = storable(record.keywords, folder.permanentFlags).toSorted();
  const mark = markOf(messageIdOf(bytes), bytes.length, record.receivedAt);
  const copy = { mailboxId: to, emailId, keywords, mark };
  const id = await store.write((tx) => addUnplaced(tx, accountId, { ...copy, reason: "appending" }));
  const flags = keywords.map(flagOf);
  const { uid, uidValidity = folder.uidValidity } = await session
    .must(session.client.append(folder.path, bytes, flags, record.receivedAt))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal) await store.write((tx) => removeUnplaced(tx, id));
      throw error;
    });
  if (uid === undefined || String(uidValidity) !== folder.uidValidity) return lookFor(mirror, to, [id]);
  await store.write(async (tx) => {
    await removeUnplaced(tx, id);
    await placeMessage(tx, { ...copy, uid });
    await settle(tx, accountId, emailId);
  });
  if (letter.labels) await learnServerId(mirror, folder, { uid, emailId });
  return undefined;
}
