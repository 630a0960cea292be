import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type EmailAddress,
  type EmailSubmission,
  type Id,
  type Identity,
  OUTBOX,
  type OutboxRedirectArgs,
  type Redirect,
  DRAFT,
  SetFailure,
} from "@pismo/jmap";
import type { Resending } from "../../mime/compose/resent-fields.ts";
import { messageIdDomain } from "../../mime/compose/wire-header.ts";
import type { Reader, Transactor } from "../../store/db/store.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { findMailboxByRole } from "../../store/mail/mailboxes.ts";
import { assertRecipientCount, assertRoom, countRecipients } from "../../store/people/limits.ts";
import { ownLetters } from "../../store/people/own-letters.ts";
import { findRedirect, getSubmissions, type SubmissionRecord } from "../../store/submission/email-submissions.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import { insertSubmission } from "../../store/submission/insert-submissions.ts";
import { MAX_DELAYED_SEND } from "../capabilities.ts";
import { addresses, checkArguments, id, mapOf, nullable, object, string, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { hydrateEmailsById } from "../email/hydrate.ts";
import { toSubmission } from "../email-submission/record.ts";
import { assertRecipients, reachOf } from "../email-submission/recipients.ts";
import { assertMaySendFrom } from "../identity/set.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { invalidEmail, storeRedirected } from "../../store/submission/redirected-message.ts";
import { assertSetSize, checkedRecord, invalidProperties } from "../standard/set.ts";

const settable = {
  emailId: id,
  identityId: id,
  to: addresses,
  holdForSeconds: nullable(unsignedInt),
  redirectId: nullable(string),
};

interface Redirecting {
  email: EmailRecord;
  identity: Identity;
  to: EmailAddress[];
  holdForSeconds: number;
  redirectId: string;
}

/** @throws SetFailure invalidProperties */
function checked(given: Redirect, { createdIds }: Call): Required<Redirect> {
  const record = checkedRecord<Redirect, "emailId" | "identityId" | "to">({ ...given }, settable, [
    "emailId",
    "identityId",
    "to",
  ]);
  const holdForSeconds = record.holdForSeconds ?? 0;
  if (holdForSeconds > MAX_DELAYED_SEND)
    throw invalidProperties(["holdForSeconds"], `A letter can be held for ${MAX_DELAYED_SEND} seconds at most`);
  const redirectId = record.redirectId ?? randomUUID();
  if (!/^[a-z0-9-]{16,64}$/i.test(redirectId))
    throw invalidProperties(["redirectId"], "16 to 64 letters, digits and hyphens");
  return {
    redirectId,
    emailId: createdIds.resolve(record.emailId),
    identityId: createdIds.resolve(record.identityId),
    to: record.to.map(({ name, email }) => ({ name: name ?? null, email })),
    holdForSeconds,
  };
}

/** Another program's copies of what it sent came as everything does. @throws SetFailure invalidEmail */
async function assertNotOwn(reader: Reader, accountId: Id, email: EmailRecord): Promise<void> {
  const isOwn = await ownLetters(reader, accountId);
  const sent = await findMailboxByRole(reader, accountId, "sent");
  if (isOwn(email) || email.mailboxIds.every((each) => each === sent?.id))
    throw invalidEmail("The account sent this letter itself");
}

/** Whether this person may send this message on to these people. @throws SetFailure */
async function permitted(reader: Reader, accountId: Id, given: Required<Redirect>, call: Call): Promise<Redirecting> {
  const { submission } = call.context;
  const [identity] = await getIdentities(reader, accountId, [given.identityId]);
  if (!identity) throw invalidProperties(["identityId"], "There is no such identity");
  const [email] = await getEmails(reader, accountId, [given.emailId]);
  if (!email) throw invalidProperties(["emailId"], "There is no such Email");
  // A client could put any sender into a message that it makes.
  if (email.isFromClient || email.keywords.includes(DRAFT))
    throw invalidEmail("The account did not receive this letter");
  await assertNotOwn(reader, accountId, email);
  // Of a redirected message the sender is who redirects it: RFC 5322 §3.6.6.
  assertMaySendFrom(await submission.sendersAmong(reader, accountId, [identity.email]), identity.email);
  const recipients = given.to.map((each) => each.email);
  assertRecipients(recipients, await reachOf(reader, accountId, [recipients], submission));
  return { email, identity, to: given.to, holdForSeconds: given.holdForSeconds, redirectId: given.redirectId };
}

/** The same, asked before its message is stored, with whether there is room for it. @throws SetFailure */
async function storable(reader: Reader, accountId: Id, given: Required<Redirect>, call: Call): Promise<Redirecting> {
  const redirecting = await permitted(reader, accountId, given, call);
  const { email, to } = redirecting;
  await assertRecipientCount(reader, accountId, to.length);
  await assertRoom(reader, accountId, email.size);
  return redirecting;
}

const resendingOf = ({ identity, to, redirectId }: Redirecting): Resending => ({
  from: { name: identity.name || null, email: identity.email },
  to,
  at: new Date(),
  messageId: `${redirectId}@${messageIdDomain(identity.email)}`,
});

type Made = Omit<EmailSubmission, "identityId" | "emailId">;

async function submit(
  tx: Transactor,
  accountId: Id,
  { email, identity, to, holdForSeconds, redirectId }: Redirecting,
  messageBlobId: Id,
): Promise<Made> {
  await countRecipients(tx, accountId, to.length);
  const parameters = holdForSeconds > 0 ? { HOLDFOR: String(holdForSeconds) } : null;
  const record = await insertSubmission(tx, accountId, {
    identityId: identity.id,
    emailId: email.id,
    envelope: {
      mailFrom: { email: identity.email, parameters },
      rcptTo: to.map((each) => ({ email: each.email, parameters: null })),
    },
    sendAt: new Date(Date.now() + holdForSeconds * 1000),
    messageBlobId,
    redirectId,
  });
  return madeOf(record);
}

function madeOf(record: SubmissionRecord): Made {
  const { identityId: _, emailId: __, ...rest } = toSubmission(record);
  return rest;
}

/** What was made with the same id before, where its answer was lost. @throws SetFailure */
async function madeBefore(reader: Reader, accountId: Id, given: Required<Redirect>): Promise<Made | undefined> {
  const existingId = await findRedirect(reader, accountId, given.emailId, given.redirectId);
  if (existingId === undefined) return undefined;
  const [record] = await getSubmissions(reader, accountId, [existingId]);
  if (!record) throw new SetFailure({ type: "alreadyExists", existingId });
  const people = record.recipients.map(({ email }) => email);
  const isSame =
    record.identityId === given.identityId &&
    isDeepStrictEqual(
      people,
      given.to.map(({ email }) => email),
    );
  if (!isSame) throw invalidProperties(["redirectId"], "It has been given to a redirect to others");
  return madeOf(record);
}

/** Outbox/redirect: an extension of ours, see OUTBOX. */
export const redirect: Method<"Outbox/redirect"> = {
  capability: OUTBOX,
  parse: (args) => checkArguments<OutboxRedirectArgs>({ accountId: id, create: mapOf(id, object) }, args),
  async run({ accountId, create }, call) {
    assertSetSize({ create }, call);
    const { store } = call.context;
    const outcomes = new Outcomes<Made>();
    for (const [creationId, given] of Object.entries(create)) {
      await outcomes.attempt(creationId, async () => {
        const wanted = checked(given, call);
        const known = await store.read((reader) => madeBefore(reader, accountId, wanted));
        if (known) return known;
        // The message may still be on the mail server.
        await hydrateEmailsById(store, accountId, [wanted.emailId]);
        const before = await store.read((reader) => storable(reader, accountId, wanted, call));
        const blobId = await storeRedirected(accountId, before.email, resendingOf(before), {
          store,
          maxSize: call.context.limits.maxSizeUpload,
        });
        return store.write(
          async (tx) =>
            (await madeBefore(tx, accountId, wanted)) ??
            submit(tx, accountId, await permitted(tx, accountId, wanted, call), blobId),
          { accountId },
        );
      });
    }
    return { accountId, created: outcomes.done, notCreated: outcomes.failed };
  },
};
