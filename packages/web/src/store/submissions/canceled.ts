/** Submissions that were canceled: when their drafts were to be sent, and with what wishes. Code that no list waits for. */
import {
  DRAFT,
  type EmailSubmission,
  type Id,
  OUTBOX,
  type PatchObject,
  SEEN,
  SetFailure,
  SUBMIT_PENDING,
} from "@pismo/jmap";
import { recordsOf } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { getSession, request } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
import { requestSync } from "../sync/sync-request.ts";
import { isScheduled } from "./scheduled.ts";

/** The newest of an Email: our server numbers them. */
async function lastSubmission(accountId: Id, emailId: Id): Promise<Partial<EmailSubmission> | undefined> {
  if (!getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX]) return undefined;
  const get = await request((calls) => {
    const query = calls.call("EmailSubmission/query", { accountId, filter: { emailIds: [emailId] } });
    return calls.call("EmailSubmission/get", { accountId, "#ids": query.ref("/ids") });
  });
  return get
    .result()
    .list.toSorted((a, b) => a.id!.length - b.id!.length || (a.id! < b.id! ? -1 : 1))
    .at(-1);
}

export interface CanceledWishes {
  remindAfterDays?: number;
  /** It was to be sent then. */
  sendAt?: Date;
  /** Of files that went smaller, by the blobs in the draft. */
  originals?: Record<Id, Id>;
}

/** Of a draft that was taken back before it was sent. @throws what the request throws */
export async function canceledWishes(accountId: Id, draftId: Id): Promise<CanceledWishes> {
  const last = await lastSubmission(accountId, draftId);
  const { originals, remindAfterDays } = last ?? {};
  // One that was refused is a draft again too.
  const kept = originals && { originals };
  if (last?.undoStatus !== "canceled") return { ...kept };
  const sendAt = isScheduled(last) ? new Date(last.sendAt!) : undefined;
  return { ...kept, ...(remindAfterDays != null && { remindAfterDays }), ...(sendAt && { sendAt }) };
}

/** That deleting it was taken back is on its way: it waits for the same time again, with the same wishes. @throws what the request throws */
export async function scheduleAgain(emailId: Id): Promise<{ sendAt: Date; hasPassed: boolean } | undefined> {
  const { accountId, id } = placeOf(emailId);
  const records = recordsOf(accountId);
  // Changes go in order: with this one the deletion and its undo are done, or were never sent.
  await commit({ type: "Email", update: { [id]: { [`keywords/${SEEN}`]: true } } }, { records }).done;
  const last = await lastSubmission(accountId, id);
  if (last?.undoStatus !== "canceled" || !isScheduled(last)) return undefined;
  const sendAt = new Date(last.sendAt!);
  const hasPassed = sendAt.getTime() <= Date.now();
  if (!hasPassed) await submitAgain(last, id, accountId);
  return { sendAt, hasPassed };
}

async function submitAgain(
  { identityId, envelope, remindAfterDays }: Partial<EmailSubmission>,
  emailId: Id,
  accountId: Id,
): Promise<void> {
  const again = { identityId: identityId!, emailId, envelope: envelope!, remindAfterDays: remindAfterDays ?? null };
  const update: PatchObject = { [`keywords/${DRAFT}`]: null, [`keywords/${SUBMIT_PENDING}`]: true };
  const set = await request((calls) =>
    calls.call("EmailSubmission/set", { accountId, create: { again }, onSuccessUpdateEmail: { "#again": update } }),
  );
  const refused = set.result().notCreated?.["again"];
  if (refused) throw new SetFailure(refused);
  requestSync();
}
