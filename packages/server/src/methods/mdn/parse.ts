import { type Id, MDN, type Mdn, type MdnParseArgs } from "@pismo/jmap";
import { readReceipt } from "../../mime/parse/disposition-notification.ts";
import { queryEmails } from "../../store/query/email-query.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";

const shape: Shape<MdnParseArgs> = { accountId: id, blobIds: list(id) };

/** The Email that a receipt is about, where the account still has it. */
async function emailWith(messageId: string | null, accountId: Id, { context }: Call): Promise<Id | null> {
  if (messageId === null) return null;
  const filter = { header: ["Message-ID", messageId] };
  const { ids } = await context.store.read((reader) => queryEmails(reader, accountId, { filter, limit: 1 }));
  return ids[0] ?? null;
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
        parsed[blobId] = { forEmailId: await emailWith(receipt.originalMessageId, accountId, call), ...receipt };
      }
    }
    return { accountId, parsed: orNull(parsed), notParsable: orNull(notParsable), notFound: orNull(notFound) };
  },
};
