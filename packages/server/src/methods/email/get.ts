import { type Email, type EmailGetArgs, type GetResult, type Id, MAIL } from "@pismo/jmap";
import { unpackAhead } from "../../mime/unpack.ts";
import { stateOf } from "../../store/changes.ts";
import { queryEmails } from "../../store/email-query.ts";
import { isWritable, writeEmails } from "../../store/email-rows.ts";
import { type EmailRecord, getEmails } from "../../store/emails.ts";
import type { Reader } from "../../store/store.ts";
import { boolean, checkArguments, list, optional, type Shape, string, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertGetSize, getShape, idsOf, notFoundOf } from "../standard/get.ts";
import { Written } from "../written.ts";
import { toEmail, wantedOf, wantsBytes } from "./record.ts";
import { wholeEmails } from "./whole.ts";

const shape: Shape<EmailGetArgs> = {
  ...getShape,
  bodyProperties: optional(list(string)),
  fetchTextBodyValues: optional(boolean),
  fetchHTMLBodyValues: optional(boolean),
  fetchAllBodyValues: optional(boolean),
  maxBodyValueBytes: optional(unsignedInt),
};

export const trueFor = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));

/** In whole seconds, as the store keeps it. */
export const utcDate = (date: Date): string => `${date.toISOString().slice(0, -5)}Z`;

export const metadataOf = (record: EmailRecord): Partial<Email> & { id: Id } => ({
  id: record.id,
  blobId: record.blobId,
  threadId: record.threadId,
  mailboxIds: trueFor(record.mailboxIds),
  keywords: trueFor(record.keywords),
  size: record.size,
  receivedAt: utcDate(record.receivedAt),
});

/** @throws MethodError requestTooLarge */
async function askedFor(reader: Reader, { accountId, ids }: EmailGetArgs, call: Call): Promise<Id[]> {
  const limit = call.context.limits.maxObjectsInGet + 1;
  const all = ids ?? (await queryEmails(reader, accountId, { limit })).ids;
  assertGetSize(all.length, call);
  return idsOf(all, call);
}

/** What rows of a list ask for, and all else that the store keeps beside the message. */
function writeRows(
  args: EmailGetArgs,
  call: Call,
  properties: readonly string[],
): Promise<Written<GetResult<Partial<Email>>> | undefined> {
  const { accountId, ids } = args;
  return call.context.store.read(async (reader) => {
    const rows = await writeEmails(reader, accountId, await askedFor(reader, args, call), properties);
    if (!rows) return undefined;
    const state = await stateOf(reader, accountId, "Email");
    const rest = JSON.stringify({ accountId, state, notFound: ids ? notFoundOf(ids, rows, call) : [] });
    return new Written(`${rest.slice(0, -1)},"list":[${rows.map(({ text }) => text).join(",")}]}`);
  });
}

/** Email/get: RFC 8621 §4.2. */
export const get: Method<"Email/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, ids = null } = args;
    const { store, mime } = call.context;
    const wanted = wantedOf(args);
    if (ids) assertGetSize(ids.length, call);
    const written = isWritable(wanted.properties) && (await writeRows(args, call, wanted.properties));
    if (written) return written;
    const { found, state } = await store.read(async (reader) => {
      return {
        found: await getEmails(reader, accountId, await askedFor(reader, args, call)),
        state: await stateOf(reader, accountId, "Email"),
      };
    });
    const readsBytes = wantsBytes(wanted);
    const records = readsBytes ? await wholeEmails(store, accountId, found) : found;
    const emails: Partial<Email>[] = [];
    for (const record of records) {
      const bytes = readsBytes ? await store.blobs.get(record.blobId) : undefined;
      if (bytes) await unpackAhead(bytes, record.structure, (container) => mime.unpack(container));
      const metadata = metadataOf(record);
      emails.push({ id: record.id, ...toEmail({ blobId: record.blobId, parsed: record, metadata, bytes }, wanted) });
    }
    return { accountId, state, list: emails, notFound: ids ? notFoundOf(ids, records, call) : [] };
  },
  // Bytes may still lie on a mail server.
  isRepeatable: (args) => !wantsBytes(wantedOf(args)),
};
