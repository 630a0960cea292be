/** Quotas in JMAP: RFC 9425 §4.1. */
import { type Id, MAIL, type Quota } from "@pismo/jmap";
import { listQuotas, type QuotaRecord } from "../../store/mirror/quotas.ts";
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
  return using.includes(MAIL) ? (await listQuotas(reader, accountId)).map(toQuota) : [];
}
