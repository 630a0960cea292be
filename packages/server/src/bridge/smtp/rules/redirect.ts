/** A letter that a rule sends on as it is: RFC 5228 §4.2, RFC 5322 §3.6.6. */
import { randomUUID } from "node:crypto";
import { type Identity, SetFailure } from "@pismo/jmap";
import { messageIdDomain } from "../../../mime/compose/wire-header.ts";
import { getAccount } from "../../../store/auth/accounts.ts";
import type { Reader } from "../../../store/db/store.ts";
import { type EmailRecord, getEmails } from "../../../store/mail/emails.ts";
import { countRecipients } from "../../../store/people/limits.ts";
import { deleteDueReply, type DueReply, type RuleReply } from "../../../store/rules/rule-replies.ts";
import { getIdentities } from "../../../store/submission/identities.ts";
import { isOwnAddress, loopProblem } from "../../../store/rules/own-address.ts";
import { insertSubmission } from "../../../store/submission/insert-submissions.ts";
import { storeRedirected } from "../../../store/submission/redirected-message.ts";
import { defaultRetryPlan } from "../send/retry.ts";
import { giveBack } from "./give-back.ts";
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
  if (!email) return undefined;
  if (account && isOwnAddress(address, account.email)) {
    throw new SetFailure({ type: "forbiddenToSend", description: loopProblem(address) });
  }
  if (!identity) {
    const description = "the account has no identity with its address";
    throw new SetFailure({ type: "forbiddenToSend", description });
  }
  const may = (await maySend(reader, accountId, identity.email)) && (await reaches(reader, accountId, address));
  if (!may) throw new SetFailure({ type: "forbiddenToSend", description: "no server sends letters of this account" });
  return { email, identity };
}

/** A letter that waits longer comes back: its message cannot be had. */
const GIVE_UP_MS = defaultRetryPlan.giveUpAfterMs;

/** undefined: it is tried again. */
function whyNever(error: unknown, { receivedAt }: DueReply): string | undefined {
  if (error instanceof SetFailure) return error.message;
  return Date.now() - receivedAt.getTime() > GIVE_UP_MS ? "it could not be sent on within two days" : undefined;
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
    const hydrated = await store.read((reader) => redirecting(reader, due, address, options));
    // It is deleted, and what was due with it.
    if (!hydrated) return;
    const { email, identity } = hydrated;
    const messageId = `${randomUUID()}@${messageIdDomain(identity.email)}`;
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
    const reason = whyNever(error, due);
    if (reason === undefined) throw error;
    await giveBack(store, due, `line ${line}: ${reason}`);
  }
}
