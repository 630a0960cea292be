/** Sends letters on as they came (RFC 5322 §3.6.6), by servers that do so: Outbox/redirect. */
import { type EmailAddress, type Id, OUTBOX, type OutboxCapability, SetFailure } from "@pismo/jmap";
import { holdToUndo } from "../drafts/submit-draft.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { notify } from "../notices.ts";
import { rememberContacts } from "../people/correspondents.ts";
import { recordsOf } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { getSession, request, useSessionState } from "../session/session.ts";
import { type Commit, commit } from "../sync/commit.ts";

/** The server waits this much longer than the person is told. */
const MARGIN_SECONDS = 1;

export interface Redirection {
  accountId: Id;
  /** As its own account names it. */
  emailId: Id;
  identityId: Id;
  to: EmailAddress[];
  /** To whom, as the person reads it. */
  named: string;
}

/** Whether the server of the letter's account sends letters on. */
export const useMayRedirect = (emailId: Id): boolean =>
  useSessionState(() => {
    const outbox = getSession()?.accounts[placeOf(emailId).accountId]?.accountCapabilities[OUTBOX];
    return (outbox as Partial<OutboxCapability> | undefined)?.redirects === true;
  });

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
export async function redirectEmail({ accountId, emailId, identityId, to, named }: Redirection): Promise<void> {
  const hold = holdToUndo(accountId);
  const forSeconds = hold && "forSeconds" in hold ? hold.forSeconds : 0;
  const holdForSeconds = forSeconds > 0 ? { holdForSeconds: forSeconds + MARGIN_SECONDS } : {};
  const redirect = await request((calls) =>
    calls.call("Outbox/redirect", { accountId, create: { r: { emailId, identityId, to, ...holdForSeconds } } }),
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
