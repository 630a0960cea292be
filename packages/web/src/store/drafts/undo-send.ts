/** Takes back what was sent a moment ago: the server holds it, so that it is sent though this page is closed. */
import { SetFailure } from "@pismo/jmap";
import { dismissNotice, getNotices, notify, type NoticeInput, updateNotice } from "../notices.ts";
import { recordsOf } from "../records/records.ts";
import { getAccounts } from "../session/session.ts";
import { shortened } from "../shortened.ts";
import { commit } from "../sync/commit.ts";
import { holdPage } from "../sync/hold-page.ts";
import { forgetWhenGone, openTakenBack } from "./held-emails.ts";
import { keepOriginals } from "./originals.ts";
import type { SentDraft } from "./send-draft.ts";
import { cancelSubmission, type Hold } from "./submit-draft.ts";
import type { UnsentEmail } from "./unsent-email.ts";

/** The text of one that waits alone → the text that says which one it is. */
const named: Readonly<Record<string, string>> = {
  "compose.sent": "compose.sentNamed",
  "compose.scheduled": "compose.scheduledNamed",
};

const MAX_NAME = 48;

/** Its subject; without one, or where another letter that waits has the same, those whom it goes to. */
function nameOf({ content: { subject, to, cc, bcc } }: UnsentEmail, taken: readonly unknown[]): string {
  const name = shortened(subject.trim(), MAX_NAME);
  if (name && !taken.includes(name)) return name;
  return shortened([...to, ...cc, ...bcc].map((each) => each.name ?? each.email).join(", "), MAX_NAME);
}

/** Where several wait, each says which one it is, also once the others have gone: a text that changes is read out again. */
function noticeWaiting(email: UnsentEmail, notice: NoticeInput): void {
  const others = getNotices().filter(({ values }) => values?.["letter"] !== undefined);
  for (const { id, key } of others) updateNotice(id, { key: named[key] ?? key });
  const taken = others.map(({ values }) => values!["letter"]);
  const key = others.length > 0 ? named[notice.key]! : notice.key;
  notify({ ...notice, key, values: { ...notice.values, letter: nameOf(email, taken) } });
}

function unmark({ accountId, id, keyword }: NonNullable<SentDraft["marked"]>): void {
  commit({ type: "Email", update: { [id]: { [`keywords/${keyword}`]: null } } }, { records: recordsOf(accountId) });
}

/** An answer that takes longer is waited for in sight, in ms. */
const SHOW_SENDING_MS = 1000;

/**
 * An Email whose form has closed is on its way: what takes long is said, and the browser asks before the page is left, though
 * the next page would go on with it. @returns the answer is there
 */
export function noticeSending(): () => void {
  let notice: number | undefined;
  const timer = setTimeout(() => (notice = notify({ key: "compose.sending", timeout: 0 })), SHOW_SENDING_MS);
  const letPageGo = holdPage();
  return () => {
    clearTimeout(timer);
    if (notice !== undefined) dismissNotice(notice);
    letPageGo();
  };
}

/** @param email as it was sent, with the draft's id. @param hold undefined: it cannot be taken back */
export function noticeSent(email: UnsentEmail, sent: SentDraft, hold: Hold | undefined): void {
  const undo = (): void => void undoSend(email, sent);
  if (!hold) notify({ key: "compose.sent" });
  else if ("until" in hold) noticeWaiting(email, { key: "compose.scheduled", values: { date: hold.named }, undo });
  else noticeWaiting(email, { key: "compose.sent", timeout: hold.forSeconds * 1000, undo });
}

/** A page before this one has sent it, or another one has: it can be taken back from here too. */
export function noticeHeld(email: UnsentEmail): void {
  const { held } = email;
  if (!held) return;
  forgetWhenGone(held.until);
  void keepOriginals({ ...email, held });
  const secondsLeft = (held.until - Date.now()) / 1000;
  const isOurs = getAccounts().some(({ accountId }) => accountId === email.accountId);
  if (held.isToUndo && secondsLeft > 0 && isOurs) noticeSent(email, held, { forSeconds: secondsLeft });
}

async function undoSend(email: UnsentEmail, sent: SentDraft): Promise<void> {
  try {
    await cancelSubmission(recordsOf(email.accountId), sent.submissionId);
  } catch (error) {
    if (error instanceof SetFailure) notify({ key: "compose.alreadySent", tone: "error" });
    else notify({ key: "compose.notStopped", tone: "error", undo: () => void undoSend(email, sent) });
    return;
  }
  const { accountId, draftId } = email;
  if (sent.marked) unmark(sent.marked);
  await openTakenBack(accountId, sent.submissionId, { emailId: draftId!, accountId });
}
