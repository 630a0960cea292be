/** Sends letters on as they came (RFC 5322 §3.6.6), by servers that do so: Outbox/redirect. */
import { type EmailAddress, type Id, OUTBOX, type OutboxCapability, SetFailure } from "@pismo/jmap";
import { holdToUndo } from "../drafts/submit-draft.ts";
import { getMailbox } from "../mailboxes/mailboxes.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { rememberContacts } from "../people/correspondents.ts";
import type { FullEmail } from "../records/email-properties.ts";
import { recordsOf } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { getSession, request, useSessionState } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
import { useIsFromOwn } from "./from-own.ts";
import { noticeAgain } from "./undo-again.ts";

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

/** That it went on is said of the letter, where the person may change it. @returns whether that was not said before */
function markForwarded(accountId: Id, emailId: Id): boolean {
  const records = recordsOf(accountId);
  const row = records.maps.Email.get(emailId);
  if (!row || !mayChange(row, "maySetKeywords") || row.keywords["$forwarded"]) return false;
  commit({ type: "Email", update: { [emailId]: { "keywords/$forwarded": true } } }, { records });
  return true;
}

/** @throws SetFailure, and what the request throws; nothing is sent then */
export async function redirectEmail({ accountId, named, ...given }: Redirection): Promise<void> {
  const { emailId, identityId, to } = given;
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
  noticeAgain(
    {
      submissionId,
      accountId,
      key: "compose.redirect.done",
      named,
      ...(markForwarded(accountId, emailId) && { markedId: emailId }),
      request: { kind: "redirect", accountId, emailId, identityId, to },
    },
    forSeconds,
  );
}
