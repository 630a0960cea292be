import { type Id, MDN, type Mdn, type MdnParseArgs } from "@pismo/jmap";
import { readReceipt } from "../../mime/parse/disposition-notification.ts";
import { sentWithMessageId } from "../../store/people/sent-letters.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";

const shape: Shape<MdnParseArgs> = { accountId: id, blobIds: list(id) };

/** The letter that a receipt is about, where the account sent it. */
const sentWith = async (messageId: string | null, accountId: Id, { context }: Call): Promise<Id | null> =>
  messageId === null
    ? null
    : ((await context.store.read((reader) => sentWithMessageId(reader, accountId, messageId))) ?? null);

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
