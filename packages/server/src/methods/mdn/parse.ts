import { DRAFT, type Id, MDN, type Mdn, type MdnParseArgs } from "@pismo/jmap";
import { readReceipt } from "../../mime/parse/disposition-notification.ts";
import { getEmails } from "../../store/mail/emails.ts";
import { emailsWithMessageId } from "../../store/mail/message-ids.ts";
import { ownLetters } from "../../store/people/own-letters.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";

const shape: Shape<MdnParseArgs> = { accountId: id, blobIds: list(id) };

/** Copies of one letter that are looked at. */
const MAX_COPIES = 20;

/** The letter that a receipt is about, where the account sent it: any Message-ID can stand in a forged receipt. */
async function sentWith(messageId: string | null, accountId: Id, { context }: Call): Promise<Id | null> {
  if (messageId === null) return null;
  return context.store.read(async (reader) => {
    const ids = await emailsWithMessageId(reader, accountId, messageId, MAX_COPIES);
    if (ids.length === 0) return null;
    const emails = await getEmails(reader, accountId, ids);
    const isOwn = await ownLetters(reader, accountId);
    const sent = emails.find((email) => !email.keywords.includes(DRAFT) && (email.isFromClient || isOwn(email)));
    return sent?.id ?? null;
  });
}

/** MDN/parse: RFC 9007 §2.2. */
export const parse: Method<"MDN/parse"> = {
  capability: MDN,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, blobIds }, call) {
    assertGetSize(blobIds.length, call);
    const { context, createdIds } = call;
    const parsed: Record<Id, Mdn> = {};
    const notParsable: Id[] = [];
    const notFound: Id[] = [];
    const resolve = (blobId: Id): Id => createdIds.resolve(blobId);
    const load = await accountBlobs(context, accountId, blobIds.map(resolve));
    for (const blobId of new Set(blobIds)) {
      const blob = await load(resolve(blobId));
      const message = blob && (await context.mime.parse(blob.bytes));
      const receipt = message && readReceipt(blob.bytes, message.structure, message.headers.subject);
      if (!blob) notFound.push(blobId);
      else if (!receipt) notParsable.push(blobId);
      else {
        parsed[blobId] = { forEmailId: await sentWith(receipt.originalMessageId, accountId, call), ...receipt };
      }
    }
    return { accountId, parsed: orNull(parsed), notParsable: orNull(notParsable), notFound: orNull(notFound) };
  },
};
