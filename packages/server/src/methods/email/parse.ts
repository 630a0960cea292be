import { type Email, type EmailParseArgs, type Id, MAIL } from "@pismo/jmap";
import { unpackAhead } from "../../mime/unpack.ts";
import { boolean, checkArguments, id, list, optional, type Shape, string, unsignedInt } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";
import { loadAccountBlob } from "./load-blob.ts";
import { defaultProperties, toEmail, wantedOf } from "./record.ts";

const shape: Shape<EmailParseArgs> = {
  accountId: id,
  blobIds: list(id),
  properties: optional(list(string)),
  bodyProperties: optional(list(string)),
  fetchTextBodyValues: optional(boolean),
  fetchHTMLBodyValues: optional(boolean),
  fetchAllBodyValues: optional(boolean),
  maxBodyValueBytes: optional(unsignedInt),
};

/** What a letter has only in a mailbox. */
const metadata = new Set(["id", "threadId", "mailboxIds", "keywords", "receivedAt"]);

/** Email/parse: RFC 8621 §4.9. For letters attached to letters, and uploads. */
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
    for (const blobId of new Set(blobIds)) {
      const blob = await loadAccountBlob(call.context, accountId, blobId);
      if (!blob) {
        notFound.push(blobId);
        continue;
      }
      const { bytes } = blob;
      const { mime } = call.context;
      const message = await mime.parse(bytes);
      await unpackAhead(bytes, message.structure, (container) => mime.unpack(container));
      const hasHeader = message.structure.bodyStart > message.structure.headerStart;
      if (!hasHeader) notParsable.push(blobId);
      else
        parsed[blobId] = toEmail({ blobId, parsed: message, metadata: { blobId, size: bytes.length }, bytes }, wanted);
    }
    return {
      accountId,
      parsed: orNull(parsed),
      notParsable: orNull(notParsable),
      notFound: orNull(notFound),
    };
  },
};
