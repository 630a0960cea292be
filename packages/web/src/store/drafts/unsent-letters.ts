/**
 * Letters that wait: to be saved, to be sent, or to be taken up again after the page that wrote them is gone. One page
 * at a time works on them (Web Locks); a letter that stands in an open form belongs to that form.
 */
import type { Id } from "@pismo/jmap";
import { uploadBlob } from "../records/blobs.ts";
import { commit } from "../sync/commit.ts";
import { type ComposeRequest, openCompose } from "./compose-request.ts";
import { getConnection, isUnreachable, onReachable, reportUnreachable } from "../sync/connection.ts";
import { newMessageId } from "./draft-email.ts";
import { beginVersion, recallVersions, versionsOf } from "./draft-versions.ts";
import { discardDraft, draftFiles, DraftGone, newestDraft, saveDraft } from "./drafts.ts";
import { dropLetter, keepLetter, keptElsewhere, keptLetter, keptLetters, restoreLastWords } from "./draft-journal.ts";
import { whenLetterFree } from "./draft-locks.ts";
import { dismissNotice, notify } from "../notices.ts";
import { recordsOf } from "../records/records.ts";
import { sendDraft } from "./send-draft.ts";
import { getAccounts } from "../session/session.ts";
import { contentOf, type UnsentFile, type UnsentLetter } from "./unsent-letter.ts";
import { getView } from "../view.ts";

const workLock = "pismo-unsent-letters";
let isWorking = false;
/** Something was handed over since the last round began. */
let isAsked = false;
const underWay = new Set<string>();
/** The notice that a letter goes out later, and can be taken back until then. */
const queuedNotices = new Map<string, number>();
/** A resumed entry that has been saved since, in its current version. */
const saved = new Map<string, UnsentLetter>();

/** Runs `task` unless another page has the lock. */
async function ifFree(name: string, task: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  await locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined));
}

/** Where the files lie in the saved draft: the versions before it, and what was uploaded, do not last. */
async function filesOfDraft(letter: UnsentLetter, draftId: Id): Promise<UnsentFile[]> {
  const there = letter.files.some(({ blobId }) => blobId) ? await draftFiles(draftId, letter.accountId) : [];
  return letter.files.map((file) => {
    const named = there.filter(({ name }) => name === file.name);
    // Two files may have one name.
    const found = named.find(({ type }) => type === file.type) ?? named[0];
    if (found) there.splice(there.indexOf(found), 1);
    return found && file.blobId ? { ...file, blobId: found.blobId, type: found.type } : file;
  });
}

/** The version is written down before it is saved: a page after a crash knows it as the letter's own. */
function begin(letter: UnsentLetter): number {
  const { messageId } = letter;
  recallVersions(messageId, letter.versions ?? []);
  const version = beginVersion(messageId);
  void keepLetter({ ...letter, versions: versionsOf(messageId) });
  return version;
}

/**
 * Saves the letter as the one draft.
 * @returns the letter with the draft's id, and its files where they lie now
 * @throws as saveDraft
 */
export async function saveUnsent(letter: UnsentLetter): Promise<UnsentLetter> {
  const version = begin(letter);
  const draftId = await saveDraft(contentOf(letter), letter.draftId, letter.accountId, { version });
  return { ...letter, draftId, files: await filesOfDraft(letter, draftId) };
}

/**
 * Sends the letter; its files are uploaded.
 * @param onDraft told of the draft that is sent, before it is
 * @throws as sendDraft
 */
export async function sendUnsent(letter: UnsentLetter, onDraft: (draft: UnsentLetter) => void): Promise<void> {
  const version = begin(letter);
  await sendDraft(contentOf(letter), {
    accountId: letter.accountId,
    ...(letter.draftId && { draftId: letter.draftId }),
    ...(letter.original && { original: letter.original }),
    wasTried: letter.wasTried ?? false,
    version,
    onDraft: async (draftId) => {
      const draft: UnsentLetter = { ...letter, draftId, files: await filesOfDraft(letter, draftId), wasTried: true };
      // Before it goes out: after a crash this page's successor must ask whether this draft was sent.
      await keepLetter({ ...draft, stage: "sending" });
      onDraft(draft);
    },
  });
  await dropLetter(letter);
}

/** Takes a letter off a form that closes: it is saved or sent as soon as that is possible, by this page or the next. */
export async function handOver(letter: UnsentLetter, stage: "saving" | "sending"): Promise<void> {
  await keepLetter({ ...letter, stage });
  await work();
}

/** Sends the letter as soon as the server can be reached, whatever becomes of this page; until then it can be taken back. */
export function queueLetter(letter: UnsentLetter): void {
  const { messageId } = letter;
  const undo = async (): Promise<void> => {
    const taken = await takeBack(messageId);
    if (taken) openCompose({ kind: "unsent", letter: taken });
    else notify({ key: "compose.tooLate" });
  };
  queuedNotices.set(messageId, notify({ key: "compose.queued", undo: () => void undo() }));
  void handOver(letter, "sending");
}

/** It goes out, or stands before the person again: what was said of it is over. */
function dismissQueued(messageId: string): void {
  const notice = queuedNotices.get(messageId);
  if (notice !== undefined) dismissNotice(notice);
  queuedNotices.delete(messageId);
}

/**
 * The letter as one of its own, because its draft was changed elsewhere: both stay. The person is told.
 * @returns the letter under a Message-ID of its own, kept
 */
export async function partLetter(letter: UnsentLetter): Promise<UnsentLetter> {
  const { draftId: _, versions: __, wasTried: ___, ...rest } = letter;
  const own: UnsentLetter = { ...rest, messageId: newMessageId(letter.messageId) };
  // Before the first is dropped: one of the two is always kept.
  await keepLetter(own);
  await dropLetter({ messageId: letter.messageId, files: [] });
  notify({ key: "compose.parted", timeout: 0 });
  return own;
}

/** How a letter is opened that another form has had until now: as that one left it. @returns undefined where it is gone */
export async function latestOf(messageId: string): Promise<ComposeRequest | undefined> {
  const kept = await keptElsewhere(messageId);
  const letter = kept && !kept.isSaved ? await takeBack(messageId) : undefined;
  if (letter) return { kind: "unsent", letter };
  const emailId = await newestDraft(messageId);
  return emailId === undefined ? undefined : { kind: "draft", emailId };
}

/** Discards the letter. Undo opens it again as it was. */
export async function discardUnsent(letter: UnsentLetter): Promise<void> {
  const { draftId, accountId } = letter;
  await dropLetter(letter);
  const discarded = draftId === undefined ? undefined : discardDraft(draftId, accountId);
  const undo = (): void => {
    discarded?.undo();
    openCompose({ kind: "unsent", letter });
  };
  notify({ key: "compose.draftDiscarded", undo });
}

/** A letter in which nothing is left leaves no draft, and nothing to ask about. */
export async function forgetUnsent(letter: UnsentLetter): Promise<void> {
  const { draftId, accountId } = letter;
  await dropLetter(letter);
  if (draftId) commit({ type: "Email", destroy: [draftId] }, { records: recordsOf(accountId) });
}

/** Takes back a letter that waits to be sent, to go on writing. @returns undefined where it is too late */
export async function takeBack(messageId: string): Promise<UnsentLetter | undefined> {
  const letter = underWay.has(messageId) ? undefined : await keptLetter(messageId);
  if (!letter) return undefined;
  const taken: UnsentLetter = { ...letter, stage: "writing" };
  await keepLetter(taken);
  return taken;
}

async function uploadFiles(letter: UnsentLetter): Promise<UnsentLetter> {
  const files: UnsentFile[] = [];
  for (const file of letter.files) {
    if (file.blobId || !file.data) files.push(file);
    else {
      const { blobId } = await uploadBlob(file.data, file.type, { accountId: letter.accountId });
      files.push({ ...file, blobId });
    }
  }
  return { ...letter, files };
}

/** Saves or sends one letter. @throws where the server cannot be reached */
async function finish(waiting: UnsentLetter): Promise<void> {
  let letter = waiting;
  try {
    letter = await uploadFiles(letter);
    // The person may have resumed it in the meantime: their version is newer.
    if ((await keptLetter(letter.messageId))?.stage !== letter.stage) return;
    if (letter.stage === "saving") {
      saved.set(letter.messageId, await saveUnsent(letter));
      if ((await keptLetter(letter.messageId))?.stage === "saving") await dropLetter(letter);
      return;
    }
    await sendUnsent(letter, (draft) => (letter = draft));
    dismissQueued(letter.messageId);
    notify({ key: "compose.sent" });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    dismissQueued(letter.messageId);
    if (error instanceof DraftGone && letter.stage === "saving") {
      // The next round saves it.
      await partLetter(letter);
      isAsked = true;
      return;
    }
    const refused: UnsentLetter = { ...letter, stage: "writing", wasTried: false };
    await keepLetter(refused);
    bringBack(refused, error);
  }
}

/** The server refused the letter: it stands before the person again, with the reason. */
function bringBack(letter: UnsentLetter, error: unknown): void {
  const open = (): void => openCompose({ kind: "unsent", letter, error });
  if (!getView().newLetterPopup) return open();
  // Not over another letter that is being written.
  const action = { key: "compose.continue", perform: open };
  notify({ key: "compose.refused", values: { subject: letter.content.subject }, tone: "error", timeout: 0, action });
}

/** All that waits, once each. @throws where the server cannot be reached */
async function workThrough(): Promise<void> {
  const mine = new Set(getAccounts().map(({ accountId }) => accountId));
  for (const { messageId } of await keptLetters()) {
    underWay.add(messageId);
    try {
      const letter = await keptLetter(messageId);
      if (letter && letter.stage !== "writing" && mine.has(letter.accountId)) await finish(letter);
    } finally {
      underWay.delete(messageId);
    }
  }
}

async function work(): Promise<void> {
  isAsked = true;
  if (isWorking || getConnection() === "offline") return;
  isWorking = true;
  try {
    while (isAsked) {
      isAsked = false;
      await ifFree(workLock, workThrough);
    }
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    reportUnreachable();
  } finally {
    isWorking = false;
  }
}

/**
 * Once at the start: goes on with what waits, and offers what a page that is gone was writing. That also becomes a
 * draft, so that it is found without the offer.
 */
export async function resumeUnsentLetters(): Promise<void> {
  await restoreLastWords();
  for (const { messageId, stage } of await keptLetters()) {
    // A page that is reloaded, or another one, may be leaving the letter only now: the lock comes when it is gone.
    if (stage === "writing") void whenLetterFree(messageId, () => takeOver(messageId));
  }
  await work();
}

/** The form that had the letter is gone without a word. */
async function takeOver(messageId: string): Promise<void> {
  const letter = await keptLetter(messageId);
  if (letter?.stage !== "writing") return;
  if (letter.isSaved) await dropLetter(letter);
  else await keepLetter({ ...letter, stage: "saving" });
  offer(letter);
  await work();
}

function offer(letter: UnsentLetter): void {
  const { subject } = letter.content;
  const takeUp = async (): Promise<void> => {
    // Another page may have written on since; the draft has that too.
    if (letter.isSaved && letter.draftId) return openCompose({ kind: "draft", emailId: letter.draftId });
    const kept = await takeBack(letter.messageId);
    openCompose({ kind: "unsent", letter: kept ?? saved.get(letter.messageId) ?? letter });
  };
  notify({
    key: subject ? "compose.unfinished" : "compose.unfinishedUntitled",
    values: { subject },
    timeout: 0,
    action: { key: "compose.continue", perform: () => void takeUp() },
  });
}

onReachable(() => void work());
