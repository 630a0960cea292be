import { createHash, randomUUID } from "node:crypto";
import {
  type EmailAddress,
  type Id,
  type Identity,
  OUTBOX,
  type OutboxRedirectArgs,
  type Redirect,
  DRAFT,
  SetFailure,
} from "@pismo/jmap";
import { resentFields } from "../../mime/compose/resent-fields.ts";
import { isRemoteBlobId, blobIdOfHash } from "../../store/blobs/blob-batch.ts";
import type { Reader, Transactor } from "../../store/db/store.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { countRecipients } from "../../store/people/limits.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import { insertSubmission } from "../../store/submission/insert-submissions.ts";
import { MAX_DELAYED_SEND } from "../capabilities.ts";
import { addresses, checkArguments, id, mapOf, nullable, object, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { hydrateEmailsById } from "../email/hydrate.ts";
import { toSubmission } from "../email-submission/record.ts";
import { assertRecipients, reachOf } from "../email-submission/recipients.ts";
import { assertMaySendFrom } from "../identity/set.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize, checkedRecord, invalidProperties } from "../standard/set.ts";

const settable = { emailId: id, identityId: id, to: addresses, holdForSeconds: nullable(unsignedInt) };

/** Room for the fields of five hundred recipients beside the largest message. */
const MAX_FIELD_BYTES = 1_000_000;

interface Redirecting {
  email: EmailRecord;
  identity: Identity;
  to: EmailAddress[];
  holdForSeconds: number;
}

const invalidEmail = (description: string): SetFailure => new SetFailure({ type: "invalidEmail", description });

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
  return {
    emailId: createdIds.resolve(record.emailId),
    identityId: createdIds.resolve(record.identityId),
    to: record.to.map(({ name, email }) => ({ name: name ?? null, email })),
    holdForSeconds,
  };
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
  // Of a redirected message the sender is who redirects it: RFC 5322 §3.6.6.
  assertMaySendFrom(await submission.sendersAmong(reader, accountId, [identity.email]), identity.email);
  const recipients = given.to.map((each) => each.email);
  assertRecipients(recipients, await reachOf(reader, accountId, [recipients], submission));
  return { email, identity, to: given.to, holdForSeconds: given.holdForSeconds };
}

/** Stores the message with its fields; it flows, so that a large one is never in memory. @throws SetFailure invalidEmail */
async function storeRedirected(
  accountId: Id,
  { email, identity, to }: Redirecting,
  { context: { store, submission, limits } }: Call,
): Promise<Id> {
  const message = await store.blobsOf(accountId).stream(email.blobId);
  if (!message) throw invalidEmail("The message of this letter is missing");
  const fields = resentFields({
    from: { name: identity.name || null, email: identity.email },
    to,
    at: new Date(),
    messageId: `${randomUUID()}@${submission.domain}`,
  });
  const octets = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(fields);
    const hash = createHash("sha256");
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
    const isWhole = isRemoteBlobId(email.blobId) || blobIdOfHash(hash.digest()) === email.blobId;
    if (!isWhole) throw invalidEmail("The message of this letter is damaged");
  };
  return (await store.blobs.putStream(octets(), limits.maxSizeUpload + MAX_FIELD_BYTES)).blobId;
}

async function submit(
  tx: Transactor,
  accountId: Id,
  { email, identity, to, holdForSeconds }: Redirecting,
  messageBlobId: Id,
) {
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
  });
  const { identityId: _, emailId: __, ...rest } = toSubmission(record);
  return rest;
}

/** Outbox/redirect: an extension of ours, see OUTBOX. */
export const redirect: Method<"Outbox/redirect"> = {
  capability: OUTBOX,
  parse: (args) => checkArguments<OutboxRedirectArgs>({ accountId: id, create: mapOf(id, object) }, args),
  async run({ accountId, create }, call) {
    assertSetSize({ create }, call);
    const { store } = call.context;
    const outcomes = new Outcomes<Awaited<ReturnType<typeof submit>>>();
    for (const [creationId, given] of Object.entries(create)) {
      await outcomes.attempt(creationId, async () => {
        const wanted = checked(given, call);
        // The message may still be on the mail server.
        await hydrateEmailsById(store, accountId, [wanted.emailId]);
        const before = await store.read((reader) => permitted(reader, accountId, wanted, call));
        const blobId = await storeRedirected(accountId, before, call);
        return store.write(async (tx) => submit(tx, accountId, await permitted(tx, accountId, wanted, call), blobId), {
          accountId,
        });
      });
    }
    return { accountId, created: outcomes.done, notCreated: outcomes.failed };
  },
};
