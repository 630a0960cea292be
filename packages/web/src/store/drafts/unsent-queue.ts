/**
 * Emails that wait: to be saved, to be sent, or to be taken up again after the page that wrote them is gone. One page
 * at a time works on them (Web Locks); an Email that is in an open form belongs to that form.
 */
import type { Id } from "@pismo/jmap";
import { uploadBlob } from "../records/blobs.ts";
import { type LetterRequest, openCompose } from "./compose-request.ts";
import { getConnection, isUnreachable, onReachable, reportUnreachable, whetherReachable } from "../sync/connection.ts";
import { DraftGone, newestDraft } from "./drafts.ts";
import {
  deleteUnsent,
  storeUnsent,
  storedElsewhere,
  storedUnsent,
  allStoredUnsent,
  forgetStrayFiles,
  restoreFromUnload,
} from "./draft-journal.ts";
import { ifDraftFree, whenDraftFree } from "./draft-locks.ts";
import { returnMinimised } from "./minimised.ts";
import { fewNotices } from "../few-notices.ts";
import { dismissNotice, notify } from "../notices.ts";
import { getAccounts } from "../session/session.ts";
import type { UnsentFile, UnsentEmail } from "./unsent-email.ts";
import { getView } from "../view.ts";
import { noticeHeld, noticeSent } from "./undo-send.ts";
import { forkUnsent, saveUnsent, sendUnsent } from "./unsent-emails.ts";

const workLock = "pismo-unsent-letters";
let isWorking = false;
let run: Promise<void> = Promise.resolve();
/** An Email was added since the last run began. */
let isAsked = false;
const underWay = new Set<string>();
/** The notice that an Email goes out later, and can be taken back until then. */
const queuedNotices = new Map<string, number>();
/** A resumed entry that has been saved since, in its current version. */
const saved = new Map<string, UnsentEmail>();

/** How often the server, which was there, failed at an Email. */
const failures = new Map<string, number>();
/** They wait a while before they are tried once more; the others do not wait for them. */
const resting = new Set<string>();
const FIRST_PAUSE_MS = 1000;
/** What fails more often stands before the person again, with the reason: all octets of its files travel each time. */
const MAX_FAILURES = 5;

/** Runs `task` unless another page has the lock. */
async function ifFree(name: string, task: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return task();
  await locks.request(name, { ifAvailable: true }, (lock) => (lock ? task() : undefined));
}

/** Takes an Email off a form that closes: it is saved or sent as soon as that is possible, by this page or the next. */
export async function finishLater(email: UnsentEmail, stage: "saving" | "sending"): Promise<void> {
  await storeUnsent({ ...email, stage });
  await work();
}

/** Sends the Email as soon as the server can be reached, whatever becomes of this page; until then it can be taken back. */
export function queueUnsent(email: UnsentEmail): void {
  const { messageId } = email;
  const undo = async (): Promise<void> => {
    const taken = await takeBack(messageId);
    if (taken) openCompose({ kind: "unsent", email: taken });
    else notify({ key: "compose.tooLate" });
  };
  queuedNotices.set(messageId, notify({ key: "compose.queued", undo: () => void undo() }));
  void finishLater(email, "sending");
}

/** It goes out, or stands before the person again: what was said of it is over. */
function dismissQueued(messageId: string): void {
  const notice = queuedNotices.get(messageId);
  if (notice !== undefined) dismissNotice(notice);
  queuedNotices.delete(messageId);
}

/** How an Email is opened that another form has had until now: as that one left it. @returns undefined where it is gone */
export async function latestOf(messageId: string, accountId: Id): Promise<LetterRequest | undefined> {
  const stored = await storedElsewhere(messageId);
  const email = stored && !stored.isSaved && stored.stage !== "held" ? await takeBack(messageId) : undefined;
  if (email) return { kind: "unsent", email };
  const emailId = await newestDraft(messageId, accountId);
  return emailId === undefined ? undefined : { kind: "draft", emailId, accountId };
}

/** Takes back an Email that waits to be sent, to go on writing. @returns undefined where it is too late */
export async function takeBack(messageId: string): Promise<UnsentEmail | undefined> {
  const email = underWay.has(messageId) ? undefined : await storedUnsent(messageId);
  if (!email || email.stage === "held") return undefined;
  const { minimisedAt: _, ...rest } = email;
  const taken: UnsentEmail = { ...rest, stage: "writing" };
  await storeUnsent(taken);
  return taken;
}

async function uploadFiles(email: UnsentEmail): Promise<UnsentEmail> {
  const files: UnsentFile[] = [];
  for (const file of email.files) {
    if (file.blobId || !file.data) files.push(file);
    else {
      const { blobId } = await uploadBlob(file.data, file.type, { accountId: email.accountId });
      files.push({ ...file, blobId });
    }
  }
  return { ...email, files };
}

/**
 * What fails though the server is there is tried a few times more, after longer and longer pauses.
 * @throws `error` where the server cannot be reached
 */
async function isTriedAgain(messageId: string, error: unknown): Promise<boolean> {
  if (!(await whetherReachable())) throw error;
  const before = failures.get(messageId) ?? 0;
  failures.delete(messageId);
  if (before >= MAX_FAILURES) return false;
  failures.set(messageId, before + 1);
  resting.add(messageId);
  setTimeout(
    () => {
      resting.delete(messageId);
      void work();
    },
    FIRST_PAUSE_MS * 2 ** before,
  );
  return true;
}

/** Saves or sends one Email. @throws where the server cannot be reached */
async function finish(waiting: UnsentEmail): Promise<void> {
  let email = waiting;
  try {
    email = await uploadFiles(email);
    // The person may have resumed it in the meantime: their version is newer.
    if ((await storedUnsent(email.messageId))?.stage !== email.stage) return;
    if (email.stage === "saving") {
      saved.set(email.messageId, await saveUnsent(email));
      failures.delete(email.messageId);
      if ((await storedUnsent(email.messageId))?.stage === "saving") await deleteUnsent(email);
      return;
    }
    const { sendAt } = email;
    // What came by session storage is text.
    const hold = sendAt && { ...sendAt, until: new Date(sendAt.until) };
    const isPast = hold !== undefined && hold.until.getTime() <= Date.now();
    const sent = await sendUnsent(email, (draft) => (email = draft), isPast ? undefined : hold);
    failures.delete(email.messageId);
    dismissQueued(email.messageId);
    noticeSent(email, sent, isPast ? undefined : hold);
  } catch (error) {
    if (isUnreachable(error) && (await isTriedAgain(email.messageId, error))) return;
    dismissQueued(email.messageId);
    if (error instanceof DraftGone && email.stage === "saving") {
      // The next run saves it.
      await forkUnsent(email);
      isAsked = true;
      return;
    }
    await reopenRefused(email, error);
  }
}

/** The server refused the Email, whose form is gone: it stands before the person again, with the reason. */
export async function reopenRefused(email: UnsentEmail, error: unknown): Promise<void> {
  const own = error instanceof DraftGone ? await forkUnsent(email) : email;
  // Where the server failed instead of refusing it, it may have gone out: that is asked before it is sent again.
  const refused: UnsentEmail = { ...own, stage: "writing", ...(!isUnreachable(error) && { wasTried: false }) };
  await storeUnsent(refused);
  const open = (): void => openCompose({ kind: "unsent", email: refused, error });
  if (!getView().newLetterPopup) return open();
  // Not over another Email that is being written.
  const action = { key: "compose.continue", perform: open };
  notify({ key: "compose.refused", values: { subject: email.content.subject }, tone: "error", timeout: 0, action });
}

/** All that waits, once each. @throws where the server cannot be reached */
async function workThrough(): Promise<void> {
  const mine = new Set(getAccounts().map(({ accountId }) => accountId));
  for (const { messageId } of await allStoredUnsent()) {
    if (resting.has(messageId)) continue;
    underWay.add(messageId);
    try {
      const email = await storedUnsent(messageId);
      if (!email || !mine.has(email.accountId)) continue;
      if (email.stage === "saving") await finish(email);
      // The form that sends it has it until its answer is there; its page may end before.
      if (email.stage === "sending" && !(await ifDraftFree(messageId, () => finish(email))))
        void whenDraftFree(messageId).then(work);
    } finally {
      underWay.delete(messageId);
    }
  }
}

async function work(): Promise<void> {
  isAsked = true;
  if (isWorking || getConnection() === "offline") return;
  isWorking = true;
  await (run = workOff());
}

async function workOff(): Promise<void> {
  try {
    while (isAsked) {
      isAsked = false;
      await ifFree(workLock, workThrough);
    }
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    reportUnreachable(error);
  } finally {
    isWorking = false;
  }
}

/**
 * Once at the start: goes on with what waits, and offers what a page that is gone was writing. That also becomes a
 * draft, so that it is found without the offer.
 */
export async function resumeUnsentEmails(): Promise<void> {
  const own = await restoreFromUnload();
  await forgetStrayFiles();
  for (const email of await allStoredUnsent()) {
    const { messageId, stage } = email;
    if (stage === "writing") void takeOverWhenFree(messageId, own.has(messageId));
    else if (stage === "held") noticeHeld(email);
  }
  await work();
}

/** In ms: a tab that is reloaded has its letters back by then. */
const RELOADING_MS = 5000;

/** Where another tab has the Email, that one may be reloaded, and goes on with it first. @param isOwn this tab had it */
async function takeOverWhenFree(messageId: string, isOwn: boolean): Promise<void> {
  // The page before this one may be leaving the Email only now: the lock comes when it is gone.
  if (isOwn) return whenDraftFree(messageId, () => takeOver(messageId));
  while (!(await ifDraftFree(messageId, () => takeOver(messageId)))) {
    await whenDraftFree(messageId);
    await sleep(RELOADING_MS);
  }
}

/** The form that had the Email is gone without a word. */
async function takeOver(messageId: string): Promise<void> {
  const email = await storedUnsent(messageId);
  if (email?.stage !== "writing") return;
  if (email.isSaved) await deleteUnsent(email);
  else await storeUnsent({ ...email, stage: "saving" });
  // Not waited for: its form needs the lock that this one has.
  if (email.minimisedAt !== undefined) void bringBack(email, email.minimisedAt);
  else offer(email);
  await work();
}

/** It was minimised, and is again, unless it was sent or deleted since. */
async function bringBack(email: UnsentEmail, minimisedAt: number): Promise<void> {
  const { messageId, accountId, content } = email;
  // Behind other pages that wait for the Email: they see that this one has it.
  await whenDraftFree(messageId);
  await run;
  const request = await latestOf(messageId, accountId).catch((error: unknown): LetterRequest => {
    if (!isUnreachable(error)) throw error;
    return { kind: "unsent", email };
  });
  if (request) returnMinimised({ request, subject: content.subject, minimisedAt });
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const offers = fewNotices(() => ({ key: "compose.unfinishedSeveral" }));

/** It stands before the person: there is nothing to offer any more. */
export const forgetOffer = (messageId: string): void => offers.settle(messageId);

function offer(email: UnsentEmail): void {
  const { subject } = email.content;
  const takeUp = async (): Promise<void> => {
    // Another page may have written on since; the draft has that too.
    const { isSaved, draftId, accountId } = email;
    if (isSaved && draftId) return openCompose({ kind: "draft", emailId: draftId, accountId });
    const stored = await takeBack(email.messageId);
    openCompose({ kind: "unsent", email: stored ?? saved.get(email.messageId) ?? email });
  };
  const notice = {
    key: subject ? "compose.unfinished" : "compose.unfinishedUntitled",
    values: { subject },
    action: { key: "compose.continue", perform: () => void takeUp() },
  };
  offers.tell(notice, email.messageId);
}

onReachable(() => void work());
