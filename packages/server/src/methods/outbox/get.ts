import {
  type Id,
  OUTBOX,
  type OutboxEntry,
  type OutboxGetArgs,
  type OutboxRecipient,
  sendProblemOf,
  utcDateOf,
} from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { RecipientRecord, SubmissionRecord } from "../../store/submission/email-submissions.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { isScheduled } from "../../store/submission/pending-emails.ts";
import { listOutbox } from "../../store/submission/outbox.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<OutboxGetArgs> = { accountId: id };

const states: Record<RecipientRecord["state"], OutboxRecipient["state"]> = {
  queued: "waiting",
  sending: "sending",
  transmitting: "sending",
  yes: "sent",
  no: "failed",
  unknown: "unknown",
  canceled: "failed",
};

function toRecipient({ email, state, smtpReply, nextAttemptAt }: RecipientRecord): OutboxRecipient {
  const hasProblem = state !== "yes" && smtpReply !== "";
  return {
    email,
    state: states[state],
    problem: !hasProblem ? null : state === "unknown" ? "inDoubt" : sendProblemOf(smtpReply),
    reply: hasProblem ? smtpReply : null,
    nextAttemptAt: state === "queued" ? utcDateOf(nextAttemptAt) : null,
  };
}

function toEntry(
  { id: submissionId, emailId, sendAt, recipients, isRedirect }: SubmissionRecord,
  emails: ReadonlyMap<Id, EmailRecord>,
): OutboxEntry {
  const email = emails.get(emailId);
  return {
    id: submissionId,
    emailId: email?.id ?? null,
    subject: email?.headers.subject ?? null,
    sendAt: utcDateOf(sendAt),
    recipients: recipients.map(toRecipient),
    isRedirect,
  };
}

/** A refused one became a draft again, and the person has gone on with it: what is to be done is in the draft. */
const isWrittenOn = (
  { emailId, envelope, recipients }: SubmissionRecord,
  emails: ReadonlyMap<Id, EmailRecord>,
): boolean => isScheduled(envelope.mailFrom) && !emails.has(emailId) && recipients.every(({ state }) => state === "no");

/** Outbox/get: an extension of ours, see OUTBOX. */
export const get: Method<"Outbox/get"> = {
  capability: OUTBOX,
  parse: (args) => checkArguments(shape, args),
  run: ({ accountId }, { context }) =>
    context.store.read(async (reader) => {
      const records = await listOutbox(reader, accountId);
      const ids = records.map(({ emailId }) => emailId);
      const emails = new Map((await getEmails(reader, accountId, ids)).map((email) => [email.id, email]));
      const list = records.filter((record) => !isWrittenOn(record, emails)).map((record) => toEntry(record, emails));
      return { accountId, state: await stateOf(reader, accountId, "EmailSubmission"), list };
    }),
};
