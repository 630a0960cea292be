/** Read receipts (RFC 9007): who asks for one, and what the person answers; what those that come say. */
import {
  addressKey,
  DRAFT,
  type Email,
  type EmailAddress,
  type Id,
  type Identity,
  MDN,
  MDN_SENT,
  type Mdn,
  SetFailure,
} from "@pismo/jmap";
import { addressedIn } from "../records/addressed.ts";
import type { FullEmail } from "../records/email-properties.ts";
import { identityOf, loadIdentities, mainAmong } from "../records/identities.ts";
import { recordsOf } from "../records/records.ts";
import { accountWith, placeOf } from "../session/all-accounts.ts";
import { getSession, request } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
import { requestSync } from "../sync/sync-request.ts";

/** Whether the server of the account sends receipts and reads them. */
const hasReceipts = (accountId: Id): boolean =>
  getSession()?.accounts[accountId]?.accountCapabilities[MDN] !== undefined;

/** Who asks for a receipt that has not been answered. */
export function askersOf(email: FullEmail): EmailAddress[] {
  const askers = email["header:Disposition-Notification-To:asAddresses"] as EmailAddress[] | null | undefined;
  const isOver = email.keywords[MDN_SENT] ?? email.keywords[DRAFT];
  // A mailing list gets no receipt.
  const isList = (email["header:List-Unsubscribe:asURLs"] as string[] | null | undefined) != null;
  if (!askers?.length || isOver || isList || !hasReceipts(placeOf(email.id).accountId)) return [];
  return askers;
}

const machineFields = ["List-Id", "List-Post", "Precedence", "Auto-Submitted", "X-Spam-Flag"] as const;

/** The field is not there, or says no. */
const isPlain = (value: unknown): boolean => typeof value !== "string" || /^\s*no\b/i.test(value);

/** Whether a person wrote it, to whom a receipt would go; the server refuses one to programs and lists. */
async function isByPerson(emailId: Id, own: readonly Identity[]): Promise<boolean> {
  const { accountId, id } = placeOf(emailId);
  const properties = ["from", ...machineFields.map((name) => `header:${name}`)] as (keyof Email)[];
  const get = await request((calls) => calls.call("Email/get", { accountId, ids: [id], properties }));
  const [found] = get.result().list;
  const addresses = new Set([accountWith(accountId), ...own].map((each) => addressKey(each.email)));
  const isOwn = found?.from?.some((each) => addresses.has(addressKey(each.email))) === true;
  return (
    found !== undefined && !isOwn && machineFields.every((name) => isPlain(found[`header:${name}` as keyof Email]))
  );
}

/**
 * By which of the person's addresses a receipt would go out: by that to which the letter came, or the account's own
 * where the letter names none of them.
 * @returns undefined: none would go out
 * @throws what the requests throw
 */
export async function answererOf(emailId: Id): Promise<Identity | undefined> {
  const { accountId, id } = placeOf(emailId);
  const records = recordsOf(accountId);
  const identities = await loadIdentities(records);
  const [isMeant, { recipients }] = await Promise.all([
    isByPerson(emailId, identities),
    addressedIn(id, records).catch(() => ({ recipients: [] as EmailAddress[] })),
  ]);
  if (!isMeant) return undefined;
  const addressed = recipients.map((each) => identityOf(each, identities)).find((each) => each !== undefined);
  return addressed ?? mainAmong(identities, accountWith(accountId).email);
}

/** The person does not want one to be sent: no program asks again (RFC 3503 §3.1). */
export function declineReceipt(emailId: Id): void {
  const { accountId, id } = placeOf(emailId);
  const records = recordsOf(accountId);
  commit({ type: "Email", update: { [id]: { [`keywords/${MDN_SENT}`]: true } } }, { records });
}

/**
 * @param identityId of the person, who was told its address
 * @param words in the language of the person
 * @throws SetFailure, and what the request throws
 */
export async function sendReceipt(
  emailId: Id,
  identityId: Id,
  words: Pick<Mdn, "subject" | "textBody">,
): Promise<void> {
  const { accountId, id } = placeOf(emailId);
  const disposition = {
    actionMode: "manual-action",
    sendingMode: "mdn-sent-manually",
    type: "displayed",
  } as const;
  const send = await request((calls) =>
    calls.call("MDN/send", {
      accountId,
      identityId,
      send: { r: { forEmailId: id, disposition, reportingUA: `${location.hostname}; Pismo`, ...words } },
      onSuccessUpdateEmail: { "#r": { [`keywords/${MDN_SENT}`]: true } },
    }),
  );
  const { sent, notSent } = send.result();
  const refused = notSent?.["r"];
  requestSync();
  // Another tab was faster.
  if (!sent?.["r"] && refused?.type !== "mdnAlreadySent") throw new SetFailure(refused ?? { type: "forbidden" });
}

/** Whether an Email is a receipt, and its server can read it. */
export const isReceipt = ({ id, attachments }: FullEmail): boolean =>
  attachments.some(({ type }) => type === "message/disposition-notification") && hasReceipts(placeOf(id).accountId);

/** What it says; undefined where it is none. @throws what the request throws */
export async function readReceipt({ id, blobId }: FullEmail): Promise<(Mdn & { subjectOfEmail?: string }) | undefined> {
  const place = placeOf(id);
  const { accountId } = place;
  const own = placeOf(blobId).id;
  const parse = await request((calls) => calls.call("MDN/parse", { accountId, blobIds: [own] }));
  const found = parse.result().parsed?.[own];
  if (!found?.forEmailId) return found;
  const ids = [found.forEmailId];
  const get = await request((calls) => calls.call("Email/get", { accountId, ids, properties: ["subject"] }));
  const [email] = get.result().list;
  // As it is named where several accounts are shown together.
  const shown = id.endsWith(place.id) ? id.slice(0, -place.id.length) + found.forEmailId : found.forEmailId;
  return { ...found, forEmailId: email ? shown : null, ...(email?.subject && { subjectOfEmail: email.subject }) };
}
