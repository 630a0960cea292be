/** Checks a submission to be created (RFC 8621 §7.5): the sender, the recipients, and whether it can be delivered. */
import {
  type EmailAddress,
  type Envelope,
  type GivenEnvelope,
  type GivenSubmissionAddress,
  type Id,
  SetFailure,
  type SubmissionAddress,
} from "@pismo/jmap";
import type { SenderFields } from "../../mime/headers/sender-fields.ts";
import { getEmails } from "../../store/mail/emails.ts";
import { fullHeaders } from "../email/full-headers.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import type { Reader } from "../../store/db/store.ts";
import { MAX_DELAYED_SEND } from "../capabilities.ts";
import { type Check, id, isObject, list, mapOf, maybe, nullable, oneOf, shapeOf, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { assertMaySendFrom } from "../identity/set.ts";
import { assertRecord, invalidProperties } from "../standard/set.ts";
import { assertOneSender, assertOwnSender } from "./senders.ts";

const MAX_RECIPIENTS = 500;

const parameterName: Check = (value, name) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(value))
    throw invalidProperties([name], "No SMTP parameter");
};
const address = shapeOf<GivenSubmissionAddress>({
  email: string,
  parameters: maybe(mapOf(parameterName, nullable(string))),
});
const envelopeCheck = shapeOf<GivenEnvelope>({ mailFrom: address, rcptTo: list(address) });

/** Common clients write `mailfrom` and `rcptto`, as SMTP does. */
function withRightSpelling(envelope: unknown): unknown {
  if (!isObject(envelope)) return envelope;
  const right = new Map(["mailFrom", "rcptTo"].map((name) => [name.toLowerCase(), name]));
  const entries = Object.entries(envelope).map(([name, value]): [string, unknown] => {
    const meant = right.get(name.toLowerCase()) ?? name;
    return [Object.hasOwn(envelope, meant) ? name : meant, value];
  });
  return Object.fromEntries(entries);
}

export interface CheckedSubmission {
  identityId: Id;
  emailId: Id;
  envelope: Envelope;
  sendAt: Date;
}

/** Values that are valid in an SMTP command: RFC 5321 §4.1.2, RFC 6531. */
const isAddress = (email: string): boolean => /^[^\s<>@"\p{Cc}]+@[^\s<>@"\p{Cc}]+$/u.test(email) && email.length <= 320;

function derivedEnvelope(headers: {
  from: EmailAddress[] | null;
  sender: EmailAddress[] | null;
  to: EmailAddress[] | null;
  cc: EmailAddress[] | null;
  bcc: EmailAddress[] | null;
}): Envelope {
  const [from] = headers.sender?.length ? headers.sender : (headers.from ?? []);
  const recipients = new Map<string, string>();
  for (const { email } of [headers.to, headers.cc, headers.bcc].flatMap((addresses) => addresses ?? [])) {
    if (!recipients.has(email.toLowerCase())) recipients.set(email.toLowerCase(), email);
  }
  return {
    mailFrom: { email: from?.email ?? "", parameters: null },
    rcptTo: [...recipients.values()].map((email) => ({ email, parameters: null })),
  };
}

/** As it is returned later: RFC 8621 §7 always has `parameters`. */
const fullAddress = ({ email, parameters = null }: GivenSubmissionAddress): SubmissionAddress => ({
  email,
  parameters,
});
const fullEnvelope = ({ mailFrom, rcptTo }: GivenEnvelope): Envelope => ({
  mailFrom: fullAddress(mailFrom),
  rcptTo: rcptTo.map(fullAddress),
});

/** RFC 4865: HOLDFOR seconds, or HOLDUNTIL a time. @throws SetFailure invalidProperties */
function sendTime({ parameters }: SubmissionAddress): Date {
  const now = Date.now();
  const find = (name: string): string | null | undefined =>
    Object.entries(parameters ?? {}).find(([key]) => key.toUpperCase() === name)?.[1];
  const [holdFor, holdUntil] = [find("HOLDFOR"), find("HOLDUNTIL")];
  if (holdFor == null && holdUntil == null) return new Date(now);
  const at = holdFor != null ? now + Number(holdFor) * 1000 : Date.parse(holdUntil!);
  const isPossible =
    Number.isFinite(at) && at <= now + MAX_DELAYED_SEND * 1000 && (holdFor == null || /^\d{1,9}$/.test(holdFor));
  if (!isPossible)
    throw invalidProperties(["envelope"], `A letter can be held for ${MAX_DELAYED_SEND} seconds at most`);
  return new Date(Math.max(now, at));
}

/** @throws SetFailure noRecipients, tooManyRecipients, invalidRecipients, forbiddenToSend */
async function assertRecipients(
  reader: Reader,
  accountId: Id,
  recipients: readonly string[],
  { context }: Call,
): Promise<void> {
  if (recipients.length === 0)
    throw new SetFailure({ type: "noRecipients", description: "The letter has no recipient" });
  if (recipients.length > MAX_RECIPIENTS)
    throw new SetFailure({ type: "tooManyRecipients", maxRecipients: MAX_RECIPIENTS });
  const malformed = recipients.filter((email) => !isAddress(email));
  if (malformed.length > 0) {
    throw new SetFailure({
      type: "invalidRecipients",
      invalidRecipients: malformed,
      description: "These are no addresses",
    });
  }
  const { canRelay, resolve } = context.submission;
  const resolved = await Promise.all(recipients.map(async (email) => ({ email, ...(await resolve(reader, email)) })));
  const unknown = resolved.filter(({ kind }) => kind === "unknown").map(({ email }) => email);
  if (unknown.length > 0) {
    throw new SetFailure({
      type: "invalidRecipients",
      invalidRecipients: unknown,
      description: `There is no mailbox ${unknown.join(", ")}`,
    });
  }
  const elsewhere = resolved.filter(({ kind }) => kind === "elsewhere").map(({ email }) => email);
  if (elsewhere.length > 0 && !(await canRelay(reader, accountId))) {
    throw new SetFailure({
      type: "forbiddenToSend",
      description: `No server is configured that sends letters to ${elsewhere.join(", ")} (PISMO_SMTP_URL)`,
    });
  }
}

/**
 * @param senders of the Emails that may be submitted (sendersOf)
 * @throws SetFailure invalidProperties, invalidEmail, forbiddenFrom, forbiddenMailFrom, and those of the recipients
 */
export async function checkNewSubmission(
  reader: Reader,
  accountId: Id,
  given: Record<string, unknown>,
  call: Call,
  senders: ReadonlyMap<Id, SenderFields | undefined>,
): Promise<CheckedSubmission> {
  // The server sets undoStatus (RFC 8621 §7); a client that sends the expected value is not refused.
  const undoStatus = oneOf("pending", "final");
  const checked = {
    ...given,
    ...(Object.hasOwn(given, "envelope") && { envelope: withRightSpelling(given["envelope"]) }),
  };
  assertRecord(checked, { identityId: id, emailId: id, envelope: nullable(envelopeCheck), undoStatus });
  const { identityId, emailId } = given as { identityId?: Id; emailId?: Id };
  const [identity] = await getIdentities(reader, accountId, [call.createdIds.resolve(identityId ?? "")]);
  if (!identity) throw invalidProperties(["identityId"], "There is no such identity");
  const [email] = await getEmails(reader, accountId, [call.createdIds.resolve(emailId ?? "")]);
  if (!email) throw invalidProperties(["emailId"], "There is no such Email");

  const fields = senders.get(email.id);
  assertOneSender(fields);
  const headers = await fullHeaders(reader, call.context.mime, email);
  const from = headers.from ?? [];
  const isUnclear = from.length === 0 || (from.length > 1 && headers.sender?.length !== 1);
  if (isUnclear)
    throw new SetFailure({
      type: "invalidEmail",
      properties: ["from"],
      description: "The letter does not say who sends it",
    });
  for (const sender of [...from, ...(headers.sender ?? [])]) {
    await assertMaySendFrom(reader, accountId, sender.email, call);
  }
  await assertOwnSender(reader, accountId, fields, call);

  const givenEnvelope = checked.envelope as GivenEnvelope | null | undefined;
  const envelope = givenEnvelope ? fullEnvelope(givenEnvelope) : derivedEnvelope(headers);
  const mailFrom = envelope.mailFrom.email.toLowerCase();
  const allowed = [identity, ...from, ...(headers.sender ?? [])].map((each) => each.email.toLowerCase());
  if (!allowed.includes(mailFrom)) {
    throw new SetFailure({
      type: "forbiddenMailFrom",
      description: `${envelope.mailFrom.email} is not the address of this identity`,
    });
  }
  await assertMaySendFrom(reader, accountId, envelope.mailFrom.email, call, "forbiddenMailFrom");
  await assertRecipients(
    reader,
    accountId,
    envelope.rcptTo.map((recipient) => recipient.email),
    call,
  );
  return { identityId: identity.id, emailId: email.id, envelope, sendAt: sendTime(envelope.mailFrom) };
}
