/** Checks submissions to be created (RFC 8621 §7.5): the sender, the recipients, and whether it can be delivered. */
import {
  type EmailAddress,
  type EmailHeaders,
  type Envelope,
  type GivenEnvelope,
  type GivenSubmissionAddress,
  type Id,
  type Identity,
  MAX_SNOOZE_DAYS,
  SetFailure,
  type SubmissionAddress,
} from "@pismo/jmap";
import type { SenderFields } from "../../mime/headers/sender-fields.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { fullHeaders } from "../email/full-headers.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import type { Reader } from "../../store/db/store.ts";
import { MAX_DELAYED_SEND } from "../capabilities.ts";
import { type Check, id, isObject, list, mapOf, maybe, nullable, oneOf, shapeOf, string } from "../checks.ts";
import type { Call } from "../context.ts";
import { assertMaySendFrom } from "../identity/set.ts";
import { inBatch } from "../standard/batch.ts";
import { assertRecord, invalidProperties } from "../standard/set.ts";
import { assertRecipients, type Reach, reachOf } from "./recipients.ts";
import { addressesOf, assertOneSender } from "./senders.ts";

const parameterName: Check = (value, name) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(value))
    throw invalidProperties([name], "No SMTP parameter");
};
const address = shapeOf<GivenSubmissionAddress>({
  email: string,
  parameters: maybe(mapOf(parameterName, nullable(string))),
});
export const envelopeCheck = shapeOf<GivenEnvelope>({ mailFrom: address, rcptTo: list(address) });

export const daysCheck: Check = (value, name) => {
  const isPossible = Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_SNOOZE_DAYS;
  if (!isPossible) throw invalidProperties([name], `From 1 to ${MAX_SNOOZE_DAYS} days`);
};

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
  remindAfterDays: number | null;
}

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
export const fullEnvelope = ({ mailFrom, rcptTo }: GivenEnvelope): Envelope => ({
  mailFrom: fullAddress(mailFrom),
  rcptTo: rcptTo.map(fullAddress),
});

/** RFC 4865: HOLDFOR seconds, or HOLDUNTIL a time. @throws SetFailure invalidProperties */
export function sendTime({ parameters }: SubmissionAddress): Date {
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

/** What the store says of the drafts of one call, asked once for all of them. */
interface Facts extends Reach {
  /** The addresses that the account may send from. */
  own: ReadonlySet<string>;
}

/** A submission that is well-formed, with what it names. */
interface Draft {
  identity: Identity;
  email: EmailRecord;
  fields: SenderFields;
  headers: EmailHeaders;
  envelope: Envelope;
  remindAfterDays: number | null;
}

const sendersIn = ({ from, sender }: EmailHeaders): EmailAddress[] => [...(from ?? []), ...(sender ?? [])];
const recipientsOf = ({ rcptTo }: Envelope): string[] => rcptTo.map(({ email }) => email);

/** @throws SetFailure invalidProperties */
function wellFormed(given: Record<string, unknown>): Record<string, unknown> {
  // The server sets undoStatus (RFC 8621 §7); a client that sends the expected value is not refused.
  const undoStatus = oneOf("pending", "final");
  const checked = {
    ...given,
    ...(Object.hasOwn(given, "envelope") && { envelope: withRightSpelling(given["envelope"]) }),
  };
  assertRecord(checked, {
    identityId: id,
    emailId: id,
    envelope: nullable(envelopeCheck),
    undoStatus,
    remindAfterDays: nullable(daysCheck),
  });
  return checked;
}

/** Reads the drafts that the submissions name. */
async function readDrafts(
  reader: Reader,
  accountId: Id,
  records: readonly Record<string, unknown>[],
  call: Call,
  senders: ReadonlyMap<Id, SenderFields | undefined>,
): Promise<(Draft | SetFailure)[]> {
  const resolved = (given: Record<string, unknown>, property: "identityId" | "emailId"): Id =>
    call.createdIds.resolve(typeof given[property] === "string" ? given[property] : "");
  const identityIds = records.map((given) => resolved(given, "identityId"));
  const identities = new Map((await getIdentities(reader, accountId, identityIds)).map((each) => [each.id, each]));
  const emailIds = records.map((given) => resolved(given, "emailId"));
  const emails = new Map((await getEmails(reader, accountId, emailIds)).map((each) => [each.id, each]));
  return inBatch(
    records,
    async (given): Promise<Draft> => {
      const checked = wellFormed(given);
      const identity = identities.get(resolved(given, "identityId"));
      if (!identity) throw invalidProperties(["identityId"], "There is no such identity");
      const email = emails.get(resolved(given, "emailId"));
      if (!email) throw invalidProperties(["emailId"], "There is no such Email");
      const fields = senders.get(email.id);
      assertOneSender(fields);
      const headers = await fullHeaders(reader, call.context.mime, email);
      const givenEnvelope = checked["envelope"] as GivenEnvelope | null | undefined;
      const envelope = givenEnvelope ? fullEnvelope(givenEnvelope) : derivedEnvelope(headers);
      const remindAfterDays = (checked["remindAfterDays"] ?? null) as number | null;
      return { identity, email, fields, headers, envelope, remindAfterDays };
    },
    async (drafts) => drafts,
  );
}

async function factsOf(
  reader: Reader,
  accountId: Id,
  drafts: readonly Draft[],
  { context: { submission } }: Call,
): Promise<Facts> {
  const addresses = drafts.flatMap(({ fields, headers, envelope }) => [
    ...addressesOf(fields),
    ...sendersIn(headers).map(({ email }) => email),
    envelope.mailFrom.email,
  ]);
  const recipients = drafts.map(({ envelope }) => recipientsOf(envelope));
  return {
    own: await submission.sendersAmong(reader, accountId, [...new Set(addresses)]),
    ...(await reachOf(reader, accountId, recipients, submission)),
  };
}

/** @throws SetFailure invalidEmail, forbiddenFrom, forbiddenMailFrom, and those of the recipients */
function checkedDraft(draft: Draft, facts: Facts): CheckedSubmission {
  const { identity, email, fields, headers, envelope, remindAfterDays } = draft;
  const from = headers.from ?? [];
  const isUnclear = from.length === 0 || (from.length > 1 && headers.sender?.length !== 1);
  if (isUnclear)
    throw new SetFailure({
      type: "invalidEmail",
      properties: ["from"],
      description: "The letter does not say who sends it",
    });
  const senders = sendersIn(headers).map((sender) => sender.email);
  for (const each of [...senders, ...addressesOf(fields)]) assertMaySendFrom(facts.own, each);

  const mailFrom = envelope.mailFrom.email.toLowerCase();
  const allowed = [identity.email, ...senders].map((each) => each.toLowerCase());
  if (!allowed.includes(mailFrom)) {
    throw new SetFailure({
      type: "forbiddenMailFrom",
      description: `${envelope.mailFrom.email} is not the address of this identity`,
    });
  }
  assertMaySendFrom(facts.own, envelope.mailFrom.email, "forbiddenMailFrom");
  assertRecipients(recipientsOf(envelope), facts);
  return { identityId: identity.id, emailId: email.id, envelope, sendAt: sendTime(envelope.mailFrom), remindAfterDays };
}

/**
 * Each is invalidProperties, invalidEmail, forbiddenFrom, forbiddenMailFrom or a failure of its recipients where it may not
 * be sent; the number of statements does not grow with theirs.
 * @param senders of the Emails that may be submitted (sendersOf)
 */
export async function checkNewSubmissions(
  reader: Reader,
  accountId: Id,
  records: readonly Record<string, unknown>[],
  call: Call,
  senders: ReadonlyMap<Id, SenderFields | undefined>,
): Promise<(CheckedSubmission | SetFailure)[]> {
  const drafts = await readDrafts(reader, accountId, records, call, senders);
  const passed = drafts.filter((each): each is Draft => !(each instanceof SetFailure));
  const facts = await factsOf(reader, accountId, passed, call);
  return inBatch(
    drafts,
    (draft) => {
      if (draft instanceof SetFailure) throw draft;
      return checkedDraft(draft, facts);
    },
    async (checked) => checked,
  );
}
