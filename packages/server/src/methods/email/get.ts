import { type Email, type EmailGetArgs, type Id, MAIL } from "@pismo/jmap";
import { unpackAhead } from "../../mime/unpack.ts";
import { stateOf } from "../../store/changes.ts";
import { queryEmails } from "../../store/email-query.ts";
import { type EmailRecord, getEmails } from "../../store/emails.ts";
import { boolean, checkArguments, list, optional, type Shape, string, unsignedInt } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, getShape, idsOf, notFoundOf } from "../standard/get.ts";
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

/** Email/get: RFC 8621 §4.2. */
export const get: Method<"Email/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, ids = null } = args;
    const { store, limits, mime } = call.context;
    const wanted = wantedOf(args);
    if (ids) assertGetSize(ids.length, call);
    const { found, state } = await store.read(async (reader) => {
      const all = ids ?? (await queryEmails(reader, accountId, { limit: limits.maxObjectsInGet + 1 })).ids;
      assertGetSize(all.length, call);
      return {
        found: await getEmails(reader, accountId, idsOf(all, call)),
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
