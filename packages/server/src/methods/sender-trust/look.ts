/** What is known of the senders of letters. */
import type { Id, SenderTrust } from "@pismo/jmap";
import { authenticationOf } from "../../mime/authentication-results.ts";
import { asAddresses, headersOf, headerValues } from "../../mime/headers.ts";
import { type EmailRecord, getEmails } from "../../store/emails.ts";
import { rememberedSenders } from "../../store/image-senders.ts";
import type { Reader } from "../../store/store.ts";
import type { RequestContext } from "../context.ts";

/** More than this no header has that means it well. */
const mostOctets = 1_000_000;

async function headerOf({ blobId, structure }: EmailRecord, { store }: RequestContext): Promise<Buffer> {
  const end = Math.min(structure.bodyStart, mostOctets);
  const chunks: Buffer[] = [];
  for await (const chunk of (await store.blobs.stream(blobId, { start: 0, end })) ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Who sent a letter, and whether that is proven. With two senders, or two From fields, nobody is. */
async function senderOf(
  record: EmailRecord,
  context: RequestContext,
): Promise<Pick<SenderTrust, "sender" | "authentication">> {
  const header = await headerOf(record, context);
  const fields = headersOf(header, 0, header.length);
  const from = headerValues(fields, "From").flatMap(asAddresses);
  const sender = from.length === 1 ? from[0]!.email.toLowerCase() : "";
  if (!/^[^@\s]+@[^@\s]+$/.test(sender)) return { sender: null, authentication: "none" };
  const results = headerValues(fields, "Authentication-Results");
  return { sender, authentication: authenticationOf(results, context.trustedServers, sender) };
}

/** @returns in the order of the ids; those that are not there are left out */
export async function lookAtSenders(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  context: RequestContext,
): Promise<SenderTrust[]> {
  const records = await getEmails(reader, accountId, ids);
  const found: Omit<SenderTrust, "showsImages">[] = [];
  for (const record of records) found.push({ id: record.id, ...(await senderOf(record, context)) });
  const senders = found.flatMap(({ sender }) => sender ?? []);
  const remembered = await rememberedSenders(reader, accountId, senders);
  return found.map((each) => ({
    ...each,
    showsImages: each.authentication === "pass" && each.sender !== null && remembered.has(each.sender),
  }));
}
