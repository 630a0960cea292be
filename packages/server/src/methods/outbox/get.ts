import { OUTBOX, type OutboxEntry, type OutboxGetArgs, type OutboxRecipient, sendProblemOf } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { RecipientRecord, SubmissionRecord } from "../../store/submission/email-submissions.ts";
import { getEmails } from "../../store/mail/emails.ts";
import { listOutbox } from "../../store/submission/outbox.ts";
import type { Reader } from "../../store/db/store.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { utcDate } from "../email/get.ts";

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
    nextAttemptAt: state === "queued" ? utcDate(nextAttemptAt) : null,
  };
}

async function toEntry(
  reader: Reader,
  accountId: string,
  { id: submissionId, emailId, sendAt, recipients }: SubmissionRecord,
): Promise<OutboxEntry> {
  const [email] = await getEmails(reader, accountId, [emailId]);
  return {
    id: submissionId,
    emailId: email?.id ?? null,
    subject: email?.headers.subject ?? null,
    sendAt: utcDate(sendAt),
    recipients: recipients.map(toRecipient),
  };
}

/** Outbox/get: an extension of ours, see OUTBOX. */
export const get: Method<"Outbox/get"> = {
  capability: OUTBOX,
  parse: (args) => checkArguments(shape, args),
  run: ({ accountId }, { context }) =>
    context.store.read(async (reader) => {
      const list: OutboxEntry[] = [];
      for (const record of await listOutbox(reader, accountId)) list.push(await toEntry(reader, accountId, record));
      return { accountId, state: await stateOf(reader, accountId, "EmailSubmission"), list };
    }),
};
