/**
 * The commands that make a letter on the server what it is here. Before a command that would make a second letter if it
 * were given twice, a row says that there may be one more copy; it goes with the answer, or when the copy was looked for.
 */
import { type Id, IMPORTANT } from "@pismo/jmap";
import type { ImapFolder } from "../../store/imap-folders.ts";
import {
  addUnplaced,
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
import { flagOf, IMPORTANT_LABEL } from "./flags.ts";
import { folderOf } from "./folder-of.ts";
import { isAlone, labelOf } from "./labels.ts";
import { lookFor } from "./look-for-copies.ts";
import type { Mirror } from "./mirror.ts";
import { ensureFolder } from "./push-mailbox.ts";
import { mustBeWritable, select } from "./select.ts";
import { hasLabels, storeLabels } from "./store-labels.ts";
import { syncFolder } from "./sync-folder.ts";
import { uidSet } from "./uid-set.ts";

/** A step for one letter on the server. */
export type CopyStep = Exclude<Step, { kind: "append" }>;

const setOf = (copies: readonly PlacedMessage[]): string =>
  uidSet(copies.map(({ uid }) => uid).toSorted((a, b) => a - b));

/** Without MOVE the original is deleted when the copy is known to be there: that has to be possible before. */
const deletes = ({ session: { client } }: Mirror, { kind }: CopyStep): boolean =>
  kind === "delete" || kind === "double" || (kind === "move" && !client.capabilities.has("MOVE"));

/** Steps of one kind in one folder, that differ in nothing but the letter. @throws Refusal for all of them */
export async function pushSteps(mirror: Mirror, steps: readonly [CopyStep, ...CopyStep[]]): Promise<void> {
  const { store, accountId } = mirror;
  const [first] = steps;
  const copies = steps.map(({ at }) => at);
  const folder = await folderOf(mirror, first.at.mailboxId);
  await select(mirror, folder);
  if (first.kind !== "copy") mustBeWritable(mirror, deletes(mirror, first) ? "delete" : "change");
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
