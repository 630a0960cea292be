import { type Email, type EmailParseArgs, type Id, MAIL } from "@pismo/jmap";
import { unpackAhead } from "../../mime/parse/unpack.ts";
import { boolean, checkArguments, id, list, optional, type Shape, unsignedInt } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertResponseSize } from "../limits.ts";
import { assertGetSize, propertyNames } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { defaultProperties, toEmail, wantedOf } from "./record.ts";

const shape: Shape<EmailParseArgs> = {
  accountId: id,
  blobIds: list(id),
  properties: optional(propertyNames),
  bodyProperties: optional(propertyNames),
  fetchTextBodyValues: optional(boolean),
  fetchHTMLBodyValues: optional(boolean),
  fetchAllBodyValues: optional(boolean),
  maxBodyValueBytes: optional(unsignedInt),
};

/** Properties that an Email has only in a mailbox. */
const metadata = new Set(["id", "threadId", "mailboxIds", "keywords", "receivedAt"]);

/** Email/parse: RFC 8621 §4.9. For attached messages, and uploads. */
export const parse: Method<"Email/parse"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, blobIds } = args;
    assertGetSize(blobIds.length, call);
    const properties = args.properties ?? defaultProperties.filter((property) => !metadata.has(property));
    const wanted = wantedOf({ ...args, properties });
    const parsed: Record<Id, Partial<Email>> = {};
    const notParsable: Id[] = [];
    const notFound: Id[] = [];
    let size = 0;
    const resolved = blobIds.map((blobId) => call.createdIds.resolve(blobId));
    const load = await accountBlobs(call.context, accountId, resolved);
    for (const blobId of new Set(blobIds)) {
      const blob = await load(call.createdIds.resolve(blobId));
      if (!blob) {
        notFound.push(blobId);
        continue;
      }
      const { bytes } = blob;
      const { mime } = call.context;
      const message = await mime.parse(bytes);
      await unpackAhead(bytes, message.structure, (container) => mime.unpack(container));
      const hasHeader = message.structure.bodyStart > message.structure.headerStart;
      if (!hasHeader) {
        notParsable.push(blobId);
        continue;
      }
      const email = toEmail({ blobId, parsed: message, metadata: { blobId, size: bytes.length }, bytes }, wanted);
      // A single one is answered whatever its size; a thousand are not collected only to be refused.
      if (blobIds.length > 1) assertResponseSize((size += JSON.stringify(email).length));
      parsed[blobId] = email;
    }
    return {
      accountId,
      parsed: orNull(parsed),
      notParsable: orNull(notParsable),
      notFound: orNull(notFound),
    };
  },
};
