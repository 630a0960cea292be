/** Emails of the shown account that are to be sent later; fetched with the code that shows them, updated by push. */
import { type Email, type EmailSubmission, type Id, OUTBOX, SUBMIT_PENDING } from "@pismo/jmap";
import { pendingCount } from "../mailboxes/pending-count.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { submissionFollower } from "./follow-submissions.ts";

export interface ScheduledEmail {
  submissionId: Id;
  emailId: Id;
  subject: string;
  /** Addresses. */
  recipients: string[];
  sendAt: Date;
}

export interface Scheduled {
  accountId: Id;
  /** The next one first; undefined until they are known. */
  emails: readonly ScheduledEmail[] | undefined;
}

const MAX_LISTED = 200;

const scheduled = createSignal<Scheduled>({ accountId: "", emails: undefined });

/** By the person's choice of a time: what only waits for Undo is not. */
export const isScheduled = ({ envelope }: Partial<EmailSubmission>): boolean =>
  Object.keys(envelope?.mailFrom.parameters ?? {}).some((name) => name.toUpperCase() === "HOLDUNTIL");

function toScheduled(
  { id, emailId, sendAt, envelope }: Partial<EmailSubmission>,
  email: Partial<Email>,
): ScheduledEmail {
  return {
    submissionId: id!,
    emailId: emailId!,
    subject: email.subject ?? "",
    recipients: envelope?.rcptTo.map((each) => each.email) ?? [],
    sendAt: new Date(sendAt!),
  };
}

const load = coalesce(async () => {
  const { accountId } = getAccount();
  if (!getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX]) return scheduled.set({ accountId, emails: [] });
  const [submissions, emails] = await request((calls) => {
    const query = calls.call("EmailSubmission/query", {
      accountId,
      filter: { undoStatus: "pending" },
      sort: [{ property: "sentAt", isAscending: true }],
      limit: MAX_LISTED,
    });
    const get = calls.call("EmailSubmission/get", { accountId, "#ids": query.ref("/ids") });
    const properties: (keyof Email)[] = ["subject", "keywords"];
    return [get, calls.call("Email/get", { accountId, "#ids": get.ref("/list/*/emailId"), properties })] as const;
  });
  const pending = emails.result().list.filter(({ keywords }) => keywords?.[SUBMIT_PENDING]);
  const byId = new Map(pending.map((email) => [email.id, email]));
  const found = submissions.result().list.filter(isScheduled);
  // Another account is shown by now, and was asked for when it was.
  if (accountId !== getAccount().accountId) return;
  pendingCount.set(byId.size);
  scheduled.set({
    accountId,
    emails: found.flatMap((submission) => {
      const email = byId.get(submission.emailId);
      return email ? [toScheduled(submission, email)] : [];
    }),
  });
});

/** Follows the shown account's. @returns a function that ends it */
export const followScheduled = submissionFollower("EmailSubmission", load, (accountId) => {
  pendingCount.set(0);
  scheduled.set({ accountId, emails: undefined });
});

export const useScheduled = (): Scheduled => useSignal(scheduled);

export const reloadScheduled = load;
