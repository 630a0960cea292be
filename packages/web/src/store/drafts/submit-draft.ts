/** The submission of a draft (RFC 8621 §7), sent at once or held for a while by the server (RFC 4865). */
import {
  DRAFT,
  type EmailAddress,
  type Envelope,
  type Id,
  OUTBOX,
  type OutboxCapability,
  type PatchObject,
  SEEN,
  SetFailure,
  SUBMISSION,
  SUBMIT_PENDING,
} from "@pismo/jmap";
import { writingIdentity } from "../records/identities.ts";
import { preferencesOf } from "../records/preferences.ts";
import type { AccountRecords } from "../records/records.ts";
import { mayRemind } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";
import { painted } from "../prefetch/painted.ts";
import { requestSync, slowSync } from "../sync/sync-request.ts";
import type { DraftContent } from "./draft-email.ts";
import { addressOf, mailboxWithRole } from "./drafts.ts";

/** The server waits this much longer than the person is told: what is undone at the last moment has to get there. */
const MARGIN_SECONDS = 1;

/** A moment, and how the person reads it. */
export interface SendTime {
  until: Date;
  named: string;
}

/** How long the server waits before it sends: RFC 4865. */
export type Hold = { forSeconds: number } | SendTime;

/** How long the account's server holds an Email at most; 0 where it does not. */
export function maxHoldSeconds(accountId: Id): number {
  const { [SUBMISSION]: submission, [OUTBOX]: outbox } = getSession()?.accounts[accountId]?.accountCapabilities ?? {};
  // Others say that they can, and may have no program that sends when the time has come (docs/decisions: letters-that-wait).
  return (outbox as Partial<OutboxCapability> | undefined)?.filesPending ? (submission?.maxDelayedSend ?? 0) : 0;
}

/** So that sending can be undone for a while; undefined: it cannot. */
export function holdToUndo(accountId: Id): Hold | undefined {
  const { undoSendSeconds } = preferencesOf(accountId);
  const isPossible = undoSendSeconds > 0 && undoSendSeconds + MARGIN_SECONDS <= maxHoldSeconds(accountId);
  return isPossible ? { forSeconds: undoSendSeconds } : undefined;
}

const parametersOf = (hold: Hold): Record<string, string> =>
  "until" in hold
    ? { HOLDUNTIL: hold.until.toISOString().replace(/\.\d+Z$/, "Z") }
    : { HOLDFOR: String(hold.forSeconds + MARGIN_SECONDS) };

/** From whom and to whom a draft goes. */
type Addressing = Pick<DraftContent, "from" | "to" | "cc" | "bcc" | "remindAfterDays">;

interface Submissions {
  /** That by which the draft goes or has gone. */
  live?: Id | undefined;
  /** The last one sends nothing: it was taken back. */
  isCanceled: boolean;
}

export async function submissionsOf({ accountId }: AccountRecords, emailId: Id): Promise<Submissions> {
  const get = await request((calls) => {
    const query = calls.call("EmailSubmission/query", { accountId, filter: { emailIds: [emailId] } });
    return calls.call("EmailSubmission/get", { accountId, "#ids": query.ref("/ids"), properties: ["undoStatus"] });
  });
  const { list } = get.result();
  const live = list.find(({ undoStatus }) => undoStatus !== "canceled")?.id;
  return { live, isCanceled: live === undefined && list.length > 0 };
}

/** The submission of the draft that stands on the server and is not canceled. */
export const submissionOf = async (records: AccountRecords, emailId: Id): Promise<Id | undefined> =>
  (await submissionsOf(records, emailId)).live;

function envelopeOf(from: string, { to, cc, bcc }: Addressing, hold: Hold): Envelope {
  const recipients = new Map<string, EmailAddress>();
  for (const each of [...to, ...cc, ...bcc]) {
    const key = each.email.toLowerCase();
    if (!recipients.has(key)) recipients.set(key, each);
  }
  return {
    mailFrom: { email: from, parameters: parametersOf(hold) },
    rcptTo: [...recipients.values()].map(({ email }) => ({ email, parameters: null })),
  };
}

async function foldersOf(records: AccountRecords): Promise<{ draftsId: Id; sentId: Id }> {
  return { draftsId: await mailboxWithRole(records, "drafts"), sentId: await mailboxWithRole(records, "sent") };
}

/** @returns the id of the submission. @throws SetFailure, and what the request throws */
export async function submitDraft(records: AccountRecords, emailId: Id, content: Addressing, hold?: Hold): Promise<Id> {
  const { accountId } = records;
  const { draftsId, sentId } = await foldersOf(records);
  const identity = await writingIdentity(content.from, addressOf(records), records);
  if (!identity) throw new SetFailure({ type: "forbiddenFrom" });
  const update: PatchObject = {
    [`keywords/${DRAFT}`]: null,
    [`keywords/${SEEN}`]: true,
    ...(hold
      ? { [`keywords/${SUBMIT_PENDING}`]: true }
      : { [`mailboxIds/${draftsId}`]: null, [`mailboxIds/${sentId}`]: true }),
  };
  const envelope = hold ? { envelope: envelopeOf(identity.email, content, hold) } : {};
  const { remindAfterDays } = content;
  const reminder = remindAfterDays !== undefined && mayRemind(getSession(), accountId) ? { remindAfterDays } : {};
  // The push tells of it before the answer is there: what comes of that waits until the person has been told.
  const resumeSync = slowSync();
  try {
    const set = await request((calls) =>
      calls.call("EmailSubmission/set", {
        accountId,
        create: { sending: { identityId: identity.id, emailId, ...envelope, ...reminder } },
        onSuccessUpdateEmail: { "#sending": update },
      }),
    );
    const { created, notCreated } = set.result();
    const id = created?.["sending"]?.id;
    if (!id) throw new SetFailure(notCreated?.["sending"] ?? { type: "forbiddenToSend" });
    return id;
  } finally {
    void painted().then(resumeSync);
  }
}

/**
 * Cancels a submission; its Email is the draft that it was. Done twice, it is done once.
 * @throws SetFailure cannotUnsend where it is too late, and what the request throws
 */
export async function cancelSubmission(records: AccountRecords, id: Id): Promise<void> {
  const { accountId } = records;
  const { draftsId, sentId } = await foldersOf(records);
  const update: PatchObject = {
    [`keywords/${DRAFT}`]: true,
    [`keywords/${SUBMIT_PENDING}`]: null,
    [`mailboxIds/${draftsId}`]: true,
    [`mailboxIds/${sentId}`]: null,
  };
  const set = await request((calls) =>
    calls.call("EmailSubmission/set", {
      accountId,
      update: { [id]: { undoStatus: "canceled" } },
      onSuccessUpdateEmail: { [id]: update },
    }),
  );
  const failed = set.result().notUpdated?.[id];
  if (failed) throw new SetFailure(failed);
  requestSync();
}
