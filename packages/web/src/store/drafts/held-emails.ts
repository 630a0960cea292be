/**
 * Emails that were sent and wait on the server: what they were written with stays in this browser until they go, for a
 * page that has not written them. The draft on the server has no pictures in other sizes, and nothing of what it answers.
 */
import type { Id } from "@pismo/jmap";
import { allStoredUnsent, deleteUnsent, storeUnsent } from "./draft-journal.ts";
import { type EmailPlace, openCompose } from "./compose-request.ts";
import type { SentDraft } from "./send-draft.ts";
import type { Hold } from "./submit-draft.ts";
import type { HeldEmail, UnsentEmail } from "./unsent-email.ts";

/** The longest that a timer can be set to. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @param email as it was submitted */
export async function storeHeld(email: UnsentEmail, sent: SentDraft, hold: Hold): Promise<HeldEmail> {
  const isToUndo = "forSeconds" in hold;
  const until = isToUndo ? Date.now() + hold.forSeconds * 1000 : hold.until.getTime();
  const held: HeldEmail = { ...email, stage: "held", held: { ...sent, until, isToUndo } };
  await storeUnsent(held);
  forgetWhenGone(until);
  return held;
}

/** Unless it was taken back, or has gone, in the meantime. */
export async function storeHeldAgain(email: HeldEmail): Promise<void> {
  if (await heldBy(email.accountId, email.held.submissionId)) await storeUnsent(email);
}

/** @param until it goes then */
export function forgetWhenGone(until: number): void {
  const wake = (): void => (Date.now() < until ? forgetWhenGone(until) : void forgetGone());
  setTimeout(wake, Math.min(Math.max(until - Date.now(), 0), MAX_TIMER_MS));
}

async function forgetGone(): Promise<void> {
  const gone = (await allStoredUnsent()).filter(({ held }) => held && held.until <= Date.now());
  for (const email of gone) await deleteUnsent(email);
}

/** @returns undefined where this browser does not have it, or it was taken back before */
export const heldBy = async (accountId: Id, submissionId: Id): Promise<UnsentEmail | undefined> =>
  (await allStoredUnsent()).find(
    (email) => email.stage === "held" && email.accountId === accountId && email.held?.submissionId === submissionId,
  );

/** Of an Email whose submission was canceled. */
function writingAgain(submitted: UnsentEmail): UnsentEmail {
  const { wasTried: _, held: __, ...email } = submitted;
  return { ...email, stage: "writing" };
}

/** Its submission was canceled: it stands in the popup as it was written, or else as its draft has it. */
export async function openTakenBack(accountId: Id, submissionId: Id, draft: EmailPlace): Promise<void> {
  // Another page may have taken it back before, and have gone on with it.
  const held = await heldBy(accountId, submissionId);
  openCompose(held ? { kind: "unsent", email: writingAgain(held) } : { kind: "draft", ...draft });
}

/** It goes before its time, or stays a draft that was taken back. */
export async function forgetHeld(accountId: Id, submissionId: Id): Promise<void> {
  const held = await heldBy(accountId, submissionId);
  if (held) await deleteUnsent(held);
}
