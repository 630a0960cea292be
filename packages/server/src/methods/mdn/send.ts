import { randomUUID } from "node:crypto";
import {
  type Disposition,
  type Envelope,
  type Id,
  type Identity,
  MDN,
  MDN_SENT,
  type Mdn,
  type MdnSendArgs,
  type PatchObject,
  SetFailure,
} from "@pismo/jmap";
import { messageIdDomain, wireAddress } from "../../mime/compose/wire-header.ts";
import { writeReceipt } from "../../mime/compose/disposition-notification.ts";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import type { Transactor } from "../../store/db/store.ts";
import { isMirrored } from "../../store/mirror/imap-accounts.ts";
import { countRecipients } from "../../store/people/limits.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import { insertSubmission } from "../../store/submission/insert-submissions.ts";
import { boolean, checkArguments, id, mapOf, maybe, nullable, object, oneOf, shapeOf, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { hydrateEmailsById } from "../email/hydrate.ts";
import { setEmails } from "../email/set.ts";
import { assertRecipients, reachOf } from "../email-submission/recipients.ts";
import { assertMaySendFrom } from "../identity/set.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize, checkedRecord, invalidProperties } from "../standard/set.ts";
import { assertAsked, type Asked, assertUnanswered } from "./asked.ts";

const settable = {
  forEmailId: id,
  subject: nullable(string),
  textBody: nullable(string),
  includeOriginalMessage: boolean,
  reportingUA: nullable(string),
  disposition: shapeOf<Disposition>({
    actionMode: oneOf("manual-action", "automatic-action"),
    sendingMode: oneOf("mdn-sent-manually", "mdn-sent-automatically"),
    type: oneOf("deleted", "dispatched", "displayed", "processed"),
  }),
  finalRecipient: nullable(string),
  extensionFields: nullable(mapOf(string, string)),
};

type Settable = Pick<Mdn, Exclude<keyof typeof settable, "forEmailId">> & { forEmailId: Id };

/** RFC 8098 §3.3: names of extensions begin with X- or are registered; those of the standard are set by the server. */
const isExtension = (name: string): boolean => /^[\x21-\x39\x3b-\x7e]+$/.test(name) && /^x-/i.test(name);

/** @throws SetFailure invalidProperties */
function checked(given: Record<string, unknown>): Settable {
  const mdn = checkedRecord<Settable, "forEmailId" | "disposition">(given, settable, ["forEmailId", "disposition"]);
  const { extensionFields = null, finalRecipient = null } = mdn;
  if (!Object.keys(extensionFields ?? {}).every(isExtension))
    throw invalidProperties(["extensionFields"], "The names of further fields begin with X-");
  if (finalRecipient !== null && !/^[a-z0-9-]+\s*;\s*\S+$/i.test(finalRecipient))
    throw invalidProperties(["finalRecipient"], "A type and an address, such as rfc822; you@example.org");
  return {
    subject: null,
    textBody: null,
    includeOriginalMessage: false,
    reportingUA: null,
    ...mdn,
    extensionFields,
    finalRecipient,
  };
}

interface Written {
  blobId: Id;
  to: string[];
  told: Partial<Mdn>;
}

/** Composes the receipt and stores it. @throws SetFailure */
async function write(
  accountId: Id,
  mdn: Settable,
  { email, to }: Asked,
  identity: Identity,
  { context: { store } }: Call,
): Promise<Written> {
  const [originalMessageId = null] = email.headers.messageId ?? [];
  const type = /[^\x20-\x7e]/.test(identity.email) ? "utf-8" : "rfc822";
  const finalRecipient = mdn.finalRecipient ?? `${type}; ${wireAddress(identity.email)}`;
  const { bytes, fault } = mdn.includeOriginalMessage
    ? await readChecked(store.blobsOf(accountId), email.blobId, email.size)
    : { bytes: null };
  if (fault) throw new SetFailure({ type: "notFound", description: "The message is damaged or missing" });
  const uuid = randomUUID();
  const message = writeReceipt({
    from: { name: identity.name || null, email: wireAddress(identity.email) },
    to: to.map((each) => ({ ...each, email: wireAddress(each.email) })),
    subject: mdn.subject ?? `Read: ${email.headers.subject ?? ""}`,
    text: mdn.textBody ?? "The message was displayed. This is no guarantee that it was read or understood.",
    reportingUA: mdn.reportingUA,
    originalRecipient: null,
    finalRecipient,
    originalMessageId,
    disposition: mdn.disposition,
    extensionFields: mdn.extensionFields ?? {},
    original: bytes ?? null,
    messageId: `${uuid}@${messageIdDomain(identity.email)}`,
    boundary: `receipt-${uuid}`,
    at: new Date(),
  });
  const { blobId } = await store.blobs.put(message);
  return { blobId, to: to.map((each) => each.email), told: { finalRecipient, originalMessageId } };
}

/**
 * RFC 8098 §3: without an envelope sender, so that no report can return. Mail servers accept people's own addresses alone;
 * then no report is requested (RFC 3461 §4.1).
 */
const envelopeOf = (identity: Identity, to: readonly string[], hasServer: boolean): Envelope => ({
  mailFrom: { email: hasServer ? identity.email : "", parameters: null },
  rcptTo: to.map((email) => ({ email, parameters: hasServer ? { NOTIFY: "NEVER" } : null })),
});

/** Queues the receipt; the Email says from then on that it was sent. @throws SetFailure */
async function submit(
  tx: Transactor,
  { accountId, emailId, identity }: { accountId: Id; emailId: Id; identity: Identity },
  { blobId, to }: Written,
  call: Call,
): Promise<void> {
  await assertUnanswered(tx, accountId, emailId);
  await countRecipients(tx, accountId, to.length);
  const keyword = { [`keywords/${MDN_SENT}`]: true as const };
  const { notUpdated } = await setEmails(tx, { accountId, update: { [emailId]: keyword } }, call);
  // Without the keyword it could be sent again.
  if (notUpdated?.[emailId]) throw new SetFailure(notUpdated[emailId]);
  await insertSubmission(tx, accountId, {
    identityId: identity.id,
    emailId,
    envelope: envelopeOf(identity, to, await isMirrored(tx, accountId)),
    sendAt: new Date(),
    messageBlobId: blobId,
    isHidden: true,
  });
}

/** MDN/send: RFC 9007 §2.1. */
export const send: Method<"MDN/send"> = {
  capability: MDN,
  parse: (args) =>
    checkArguments<MdnSendArgs>(
      { accountId: id, identityId: id, send: mapOf(id, object), onSuccessUpdateEmail: maybe(mapOf(id, object)) },
      args,
    ),
  async run({ accountId, identityId, send: wanted, onSuccessUpdateEmail }, call) {
    assertSetSize({ create: wanted }, call);
    const { context, createdIds } = call;
    const { store, submission } = context;
    const outcomes = new Outcomes<Partial<Mdn>>();
    const update: Record<Id, PatchObject> = {};
    for (const [creationId, given] of Object.entries(wanted)) {
      await outcomes.attempt(creationId, async () => {
        const mdn = checked({ ...given });
        const emailId = createdIds.resolve(mdn.forEmailId);
        await hydrateEmailsById(store, accountId, [emailId]);
        const { asked, identity } = await store.read(async (reader) => {
          const [found] = await getIdentities(reader, accountId, [createdIds.resolve(identityId)]);
          if (!found) throw invalidProperties(["identityId"], "There is no such identity");
          assertMaySendFrom(await submission.sendersAmong(reader, accountId, [found.email]), found.email);
          const answered = await assertAsked(reader, accountId, emailId);
          const recipients = answered.to.map(({ email }) => email);
          assertRecipients(recipients, await reachOf(reader, accountId, [recipients], submission));
          return { asked: answered, identity: found };
        });
        const written = await write(accountId, mdn, asked, identity, call);
        await store.write((tx) => submit(tx, { accountId, emailId, identity }, written, call), { accountId });
        const patch = onSuccessUpdateEmail?.[`#${creationId}`];
        if (patch) update[emailId] = { ...update[emailId], ...patch };
        return written.told;
      });
    }
    if (Object.keys(update).length > 0) {
      call.follow("Email/set", await store.write((tx) => setEmails(tx, { accountId, update }, call), { accountId }));
    }
    return { accountId, sent: outcomes.done, notSent: outcomes.failed };
  },
};
