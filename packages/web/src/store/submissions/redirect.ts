/** Sends letters on as they came (RFC 5322 §3.6.6), by servers that do so: Outbox/redirect. */
import { type EmailAddress, type Id, OUTBOX, type OutboxCapability, SetFailure } from "@pismo/jmap";
import { holdToUndo } from "../drafts/submit-draft.ts";
import { getMailbox } from "../mailboxes/mailboxes.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { notify } from "../notices.ts";
import { rememberContacts } from "../people/correspondents.ts";
import type { FullEmail } from "../records/email-properties.ts";
import { recordsOf } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { getSession, request, useSessionState } from "../session/session.ts";
import { type Commit, commit } from "../sync/commit.ts";
import { useIsFromOwn } from "./from-own.ts";

/** The server waits this much longer than the person is told. */
const MARGIN_SECONDS = 1;

export interface Redirection {
  accountId: Id;
  /** As its own account names it. */
  emailId: Id;
  identityId: Id;
  to: EmailAddress[];
  /** The same again where it is not known whether it went: it goes once then. */
  redirectId: string;
  /** To whom, as the person reads it. */
  named: string;
}

/** Whether a letter can go on: another wrote it, as the server will say, and the server of its account sends letters on. */
export function useMayRedirect(email: FullEmail): boolean {
  const { accountId } = placeOf(email.id);
  const isFromOwn = useIsFromOwn(email);
  const isOffered = useSessionState(() => {
    const outbox = getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX];
    return (outbox as Partial<OutboxCapability> | undefined)?.redirects === true;
  });
  return isOffered && !isFromOwn && !Object.keys(email.mailboxIds).every((id) => getMailbox(id)?.role === "sent");
}

/** That it went on is said of the letter, where the person may change it. */
function markForwarded(accountId: Id, emailId: Id): Commit | undefined {
  const records = recordsOf(accountId);
  const row = records.maps.Email.get(emailId);
  const isMarked = row && mayChange(row, "maySetKeywords") && !row.keywords["$forwarded"];
  return isMarked
    ? commit({ type: "Email", update: { [emailId]: { "keywords/$forwarded": true } } }, { records })
    : undefined;
}

/** @throws SetFailure, and what the request throws; nothing is sent then */
export async function redirectEmail({ accountId, named, ...given }: Redirection): Promise<void> {
  const { emailId, to } = given;
  const hold = holdToUndo(accountId);
  const forSeconds = hold && "forSeconds" in hold ? hold.forSeconds : 0;
  const holdForSeconds = forSeconds > 0 ? { holdForSeconds: forSeconds + MARGIN_SECONDS } : {};
  const redirect = await request((calls) =>
    calls.call("Outbox/redirect", { accountId, create: { r: { ...given, ...holdForSeconds } } }),
  );
  const { created, notCreated } = redirect.result();
  const submissionId = created?.["r"]?.id;
  if (submissionId === undefined) throw new SetFailure(notCreated?.["r"] ?? { type: "forbiddenToSend" });
  rememberContacts(to);
  const mark = markForwarded(accountId, emailId);
  const undo = (): void => void takeBack(accountId, submissionId, mark);
  const values = { people: named };
  notify({
    key: "compose.redirect.done",
    values,
    ...(forSeconds > 0 && { timeout: forSeconds * 1000, undo }),
  });
}

async function takeBack(accountId: Id, submissionId: Id, mark: Commit | undefined): Promise<void> {
  try {
    const update = { [submissionId]: { undoStatus: "canceled" } };
    const set = await request((calls) => calls.call("EmailSubmission/set", { accountId, update }));
    if (set.result().notUpdated?.[submissionId]) return void notify({ key: "compose.alreadySent", tone: "error" });
  } catch {
    const undo = (): void => void takeBack(accountId, submissionId, mark);
    return void notify({ key: "compose.notStopped", tone: "error", undo });
  }
  mark?.undo();
}
