/** Quotas in JMAP: RFC 9425 §4.1. */
import { type Id, MAIL, type Quota } from "@pismo/jmap";
import { listQuotas, type QuotaRecord } from "../../store/mirror/quotas.ts";
import { getUsage, OWN_QUOTA } from "../../store/people/limits.ts";
import type { Reader } from "../../store/db/store.ts";
import type { Call } from "../context.ts";

/** Servers with one quota per person may give its root an empty name (RFC 9208 §3.2). */
const toQuota = ({ id, root, resourceType, used, hardLimit }: QuotaRecord): Quota => ({
  id,
  resourceType,
  used,
  hardLimit,
  scope: "account",
  name: root || "INBOX",
  types: ["Email"],
  // IMAP has one limit.
  warnLimit: null,
  softLimit: null,
  description: null,
});

/** All of them apply to Emails: a request without the mail capability has none of their types, and sees none of them. */
export async function quotasOf(reader: Reader, accountId: Id, { using }: Call): Promise<Quota[]> {
  if (!using.includes(MAIL)) return [];
  return [...(await ownQuota(reader, accountId)), ...(await listQuotas(reader, accountId)).map(toQuota)];
}

/** This server's quota, beside those of the account's mail server. */
async function ownQuota(reader: Reader, accountId: Id): Promise<Quota[]> {
  const { octets, maxOctets } = await getUsage(reader, accountId);
  if (maxOctets === null) return [];
  const own = { id: OWN_QUOTA, root: "Pismo", resourceType: "octets", used: octets, hardLimit: maxOctets } as const;
  return [toQuota(own)];
}
