/** A letter that a rule sends on as it is: RFC 5228 §4.2, RFC 5322 §3.6.6. */
import { randomUUID } from "node:crypto";
import { type Identity, SetFailure } from "@pismo/jmap";
import { getAccount } from "../../../store/auth/accounts.ts";
import type { Reader, Transactor } from "../../../store/db/store.ts";
import { type EmailRecord, getEmails, updateEmails } from "../../../store/mail/emails.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import { countRecipients } from "../../../store/people/limits.ts";
import { deleteDueReply, type DueReply, type RuleReply } from "../../../store/rules/rule-replies.ts";
import { activeScript, noteScriptFailure } from "../../../store/rules/sieve-scripts.ts";
import { getIdentities } from "../../../store/submission/identities.ts";
import { insertSubmission } from "../../../store/submission/insert-submissions.ts";
import { storeRedirected } from "../../../store/submission/redirected-message.ts";
import type { RuleReplyOptions } from "./reply-options.ts";

type Redirect = RuleReply & { kind: "redirect" };

interface Redirecting {
  email: EmailRecord;
  identity: Identity;
}

async function redirecting(
  reader: Reader,
  { accountId, emailId }: DueReply,
  address: string,
  { maySend, reaches }: RuleReplyOptions,
): Promise<Redirecting | undefined> {
  const [email] = await getEmails(reader, accountId, [emailId]);
  const account = await getAccount(reader, accountId);
  const identity = (await getIdentities(reader, accountId)).find((each) => each.email.toLowerCase() === account?.email);
  if (!email || !identity) return undefined;
  const may = (await maySend(reader, accountId, identity.email)) && (await reaches(reader, accountId, address));
  if (!may) throw new SetFailure({ type: "forbiddenToSend", description: "no server sends letters of this account" });
  return { email, identity };
}

/** What was not sent on is in the inbox, and the script keeps the reason. */
async function giveBack(tx: Transactor, { accountId, emailId }: DueReply, failure: string): Promise<void> {
  const script = await activeScript(tx, accountId);
  if (script) await noteScriptFailure(tx, accountId, script, failure);
  const [email] = await getEmails(tx, accountId, [emailId]);
  const trash = await findMailboxByRole(tx, accountId, "trash");
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!email || !inbox || !email.mailboxIds.every((id) => id === trash?.id)) return;
  const [error] = await updateEmails(tx, accountId, [
    { id: emailId, mailboxIds: [inbox.id], keywords: email.keywords },
  ]);
  if (error) throw error;
}

/** @throws Error the message is on its server, which is unreachable */
export async function redirectByRule(
  due: DueReply,
  { address, line }: Redirect,
  options: RuleReplyOptions,
): Promise<void> {
  const { store, config } = options;
  const { accountId, emailId } = due;
  try {
    const before = await store.read((reader) => redirecting(reader, due, address, options));
    if (before?.email.isPartial) await store.hydrateEmail(emailId, accountId);
    const now = await store.read((reader) => redirecting(reader, due, address, options));
    if (!now) return;
    const { email, identity } = now;
    const messageId = `${randomUUID()}@${config.domain}`;
    const from = { name: identity.name || null, email: identity.email };
    const resending = { from, to: [{ name: null, email: address }], at: new Date(), messageId };
    const messageBlobId = await storeRedirected(accountId, email, resending, { store, maxSize: config.maxUploadSize });
    await store.write(async (tx) => {
      if (!(await deleteDueReply(tx, due))) return [];
      await countRecipients(tx, accountId, 1);
      await insertSubmission(tx, accountId, {
        identityId: identity.id,
        emailId,
        envelope: {
          mailFrom: { email: identity.email, parameters: null },
          rcptTo: [{ email: address, parameters: null }],
        },
        sendAt: new Date(),
        messageBlobId,
      });
      return [];
    });
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    await store.write(async (tx) => {
      if (await deleteDueReply(tx, due)) await giveBack(tx, due, `line ${line}: ${error.message}`);
      return [];
    });
  }
}
