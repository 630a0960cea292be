import { type Email, type EmailGetArgs, type GetResult, type Id, MAIL, utcDateOf } from "@pismo/jmap";
import { headerProperties, isHeaderMember } from "../../mime/headers/header-members.ts";
import { needsBytes } from "../../mime/parse/jmap-email.ts";
import { shortHeaders } from "../../mime/headers/short-headers.ts";
import { isBroken } from "../../store/mail/broken-email.ts";
import { stateOf } from "../../store/db/changes.ts";
import { isDamage } from "../../store/db/errors.ts";
import { queryEmails } from "../../store/query/email-query.ts";
import { isSerializable, serializeEmails } from "../../store/query/email-rows.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import type { Reader } from "../../store/db/store.ts";
import { boolean, checkArguments, optional, type Shape, unsignedInt } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { seesArranged } from "../conversation/view.ts";
import { assertResponseSize } from "../limits.ts";
import { assertGetSize, getShape, idsOf, notFoundOf, propertyNames } from "../standard/get.ts";
import { RawJson } from "../raw-json.ts";
import { messageOf } from "./message-of.ts";
import { toEmail, wantedOf, wantsBytes } from "./record.ts";
import { hydrateEmails } from "./hydrate.ts";
import { fullHeaderMembers } from "./full-headers.ts";

const shape: Shape<EmailGetArgs> = {
  ...getShape,
  bodyProperties: optional(propertyNames),
  fetchTextBodyValues: optional(boolean),
  fetchHTMLBodyValues: optional(boolean),
  fetchAllBodyValues: optional(boolean),
  maxBodyValueBytes: optional(unsignedInt),
  shortensHeaders: optional(boolean),
};

export const trueFor = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]));

export const metadataOf = (record: EmailRecord, call: Pick<Call, "using">): Partial<Email> & { id: Id } => ({
  id: record.id,
  blobId: record.blobId,
  threadId: seesArranged(call) ? record.threadId : record.firstThreadId,
  mailboxIds: trueFor(record.mailboxIds),
  keywords: trueFor(record.keywords),
  size: record.size,
  receivedAt: utcDateOf(record.receivedAt),
});

/** A larger message is read when there is room for it. */
const LARGE_MESSAGE_BYTES = 1_000_000;
/** A longer header is read in a worker. */
const LONG_HEADER_BYTES = 65_536;

/** @throws MethodError requestTooLarge */
async function requestedIds(reader: Reader, { accountId, ids }: EmailGetArgs, call: Call): Promise<Id[]> {
  const limit = call.context.limits.maxObjectsInGet + 1;
  const all = ids ?? (await queryEmails(reader, accountId, { limit })).ids;
  assertGetSize(all.length, call);
  return idsOf(all, call);
}

/** @param texts the Emails as JSON */
function listOf(
  { accountId }: EmailGetArgs,
  state: string,
  texts: readonly string[],
  notFound: readonly Id[],
): RawJson<GetResult<Partial<Email>>> {
  const rest = JSON.stringify({ accountId, state, notFound });
  return new RawJson(`${rest.slice(0, -1)},"list":[${texts.join(",")}]}`);
}

/** The properties of list rows, and everything else that the store has beside the message. */
function serializeRows(
  args: EmailGetArgs,
  call: Call,
  properties: readonly string[],
): Promise<RawJson<GetResult<Partial<Email>>> | undefined> {
  const { accountId, ids } = args;
  return call.context.store.read(async (reader) => {
    const wanted = await requestedIds(reader, args, call);
    const rows = await serializeEmails(reader, accountId, wanted, properties, seesArranged(call)).catch(
      (error: unknown) => {
        // One of them is damaged: getEmails gives the others.
        if (isDamage(error)) return undefined;
        throw error;
      },
    );
    const acceptsShort =
      args.shortensHeaders === true || !properties.some((property) => headerProperties.has(property));
    if (!rows || (!acceptsShort && rows.some(({ isShortened }) => isShortened))) return undefined;
    const state = await stateOf(reader, accountId, "Email");
    const texts = rows.map(({ text }) => text);
    return listOf(args, state, texts, ids ? notFoundOf(ids, rows, call) : []);
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
    const serialized = isSerializable(wanted.properties) && (await serializeRows(args, call, wanted.properties));
    if (serialized) return serialized;
    const { found, state } = await store.read(async (reader) => {
      return {
        found: await getEmails(reader, accountId, await requestedIds(reader, args, call)),
        state: await stateOf(reader, accountId, "Email"),
      };
    });
    const readsBytes = wantsBytes(wanted);
    const members = wanted.properties.filter(isHeaderMember);
    const wantsStored = members.some((property) => headerProperties.has(property));
    /** Its header is long, or more of it is requested than the store has: it is read in a worker. */
    const isFromHeader = ({ isShortened, structure: { headerStart, bodyStart } }: EmailRecord): boolean =>
      (isShortened && wantsStored && args.shortensHeaders !== true) ||
      (members.some(needsBytes) && bodyStart - headerStart > LONG_HEADER_BYTES);
    const needsMessage = (record: EmailRecord): boolean => readsBytes || isFromHeader(record);
    const hydrated = await hydrateEmails(store, accountId, found.filter(needsMessage));
    const byId = new Map(hydrated.map((record) => [record.id, record]));
    const records = found.flatMap((record) => (needsMessage(record) ? (byId.get(record.id) ?? []) : record));
    const texts: string[] = [];
    let size = 0;
    const blobs = store.blobsOf(accountId);
    const serialize = async (record: EmailRecord): Promise<string> => {
      const header = isFromHeader(record) ? await fullHeaderMembers({ blobs }, mime, record, members) : undefined;
      const properties =
        header === undefined ? wanted.properties : wanted.properties.filter((each) => !isHeaderMember(each));
      const message =
        readsBytes || isBroken(record)
          ? await messageOf(call.context, accountId, record)
          : { parsed: record, bytes: undefined };
      // Rows from before headers were shortened are shortened here.
      const parsed = args.shortensHeaders
        ? { ...message.parsed, headers: shortHeaders(message.parsed.headers).headers }
        : message.parsed;
      const source = { ...message, parsed, blobId: record.blobId, metadata: metadataOf(record, call) };
      const email = toEmail(source, { ...wanted, properties });
      const rest = JSON.stringify({ id: record.id, ...email });
      return header === undefined ? rest : `${rest.slice(0, -1)},${header.slice(1)}`;
    };
    for (const record of records) {
      const isLarge = readsBytes && record.size > LARGE_MESSAGE_BYTES;
      const text = await (isLarge ? mime.room.with(record.size, () => serialize(record)) : serialize(record));
      size += text.length;
      // Serialized one by one, so that a thousand bodies are never in memory at once only to be refused.
      assertResponseSize(size);
      texts.push(text);
    }
    return listOf(args, state, texts, ids ? notFoundOf(ids, records, call) : []);
  },
  // The message may still be on a mail server.
  isRepeatable: (args) => !wantsBytes(wantedOf(args)),
};
