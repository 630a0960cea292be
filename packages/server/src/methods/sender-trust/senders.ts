/** The senders of Emails, and whether they are authenticated and remembered. */
import type { EmailHeader, Id, SenderTrust } from "@pismo/jmap";
import {
  type AuthenticationResult,
  type AuthenticationResults,
  authenticationOf,
  type BelievedServers,
  believedChecks,
  toldChecks,
} from "../../mime/headers/authentication-results.ts";
import { asAddresses, headersOf, headerValues } from "../../mime/headers/headers.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import type { BlobStore } from "../../store/blobs/blobs.ts";
import { imapHostOf } from "../../store/mirror/imap-accounts.ts";
import { rememberedSenders } from "../../store/mail/image-senders.ts";
import type { Reader } from "../../store/db/store.ts";
import type { RequestContext } from "../context.ts";

/** No legitimate header is longer. */
const MAX_HEADER_BYTES = 1_000_000;

async function headerOf(blobs: BlobStore, { blobId, structure }: EmailRecord): Promise<Buffer> {
  const end = Math.min(structure.bodyStart, MAX_HEADER_BYTES);
  const chunks: Buffer[] = [];
  for await (const chunk of (await blobs.stream(blobId, { start: 0, end })) ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The header of an Email, and the sender authentication by a trusted server. */
export interface CheckedHeader {
  fields: EmailHeader[];
  results: AuthenticationResult[];
  /** undefined: none has checked. */
  checks: AuthenticationResults | undefined;
}

function checkedBy(fields: EmailHeader[], servers: BelievedServers): CheckedHeader {
  const checks = believedChecks(fields, servers);
  return { fields, results: checks?.results ?? [], checks };
}

/** @returns by Email id; unknown ids are left out */
export async function checkedHeaders(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  context: RequestContext,
): Promise<Map<Id, CheckedHeader>> {
  const { fetchedHeaders, trustedServers: names } = context;
  const found = new Map<Id, CheckedHeader>();
  if (fetchedHeaders) {
    for (const id of ids) {
      const fields = fetchedHeaders.fields.get(id);
      const { mailServer } = fetchedHeaders;
      if (fields) found.set(id, checkedBy(fields, { names, mailServer }));
    }
    return found;
  }
  const trusted = { names, mailServer: await imapHostOf(reader, accountId) };
  const blobs = context.store.blobsOf(accountId);
  for (const record of await getEmails(reader, accountId, ids)) {
    const header = await headerOf(blobs, record);
    found.set(record.id, checkedBy(headersOf(header, 0, header.length), trusted));
  }
  return found;
}

/** The sender of an Email, and whether it is authenticated. With two senders, or two From fields, none is. */
function senderOf({ fields, results }: CheckedHeader): Pick<SenderTrust, "sender" | "authentication"> {
  const from = headerValues(fields, "From").flatMap(asAddresses);
  const sender = from.length === 1 ? from[0]!.email.toLowerCase() : "";
  if (!/^[^@\s]+@[^@\s]+$/.test(sender)) return { sender: null, authentication: "none" };
  return { sender, authentication: authenticationOf(results, sender) };
}

/** @returns in the order of the store; unknown ids are left out */
export async function senderTrustOf(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  context: RequestContext,
): Promise<SenderTrust[]> {
  const headers = await checkedHeaders(reader, accountId, ids, context);
  const found = [...headers].map(([id, header]) => {
    const { checks } = header;
    return { id, ...senderOf(header), checks: checks ? toldChecks(checks) : null };
  });
  const senders = found.flatMap(({ sender }) => sender ?? []);
  const remembered = await rememberedSenders(reader, accountId, senders);
  return found.map((each) => ({
    ...each,
    showsImages: each.authentication === "pass" && each.sender !== null && remembered.has(each.sender),
  }));
}
