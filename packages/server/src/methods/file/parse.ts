import { type FileParseArgs, FILES, type FileText, type Id } from "@pismo/jmap";
import { accountBlobs } from "../blob/open-blob.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertResponseSize } from "../limits.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";

const shape: Shape<FileParseArgs> = { accountId: id, blobIds: list(id) };

/** File/parse: an extension of ours, see FILES. The text of attachments and uploads, by what they are, whatever they are called. */
export const parse: Method<"File/parse"> = {
  capability: FILES,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, blobIds }, call) {
    assertGetSize(blobIds.length, call);
    const { context, createdIds } = call;
    const parsed: Record<Id, FileText> = {};
    const notParsable: Id[] = [];
    const notFound: Id[] = [];
    let size = 0;
    const resolve = (blobId: Id): Id => createdIds.resolve(blobId);
    const load = await accountBlobs(context, accountId, blobIds.map(resolve));
    for (const blobId of new Set(blobIds)) {
      const blob = await load(resolve(blobId));
      const text = blob && (await context.textOfFile(blob.bytes));
      if (!blob) notFound.push(blobId);
      else if (!text) notParsable.push(blobId);
      else {
        // Tables have the text once more.
        assertResponseSize((size += text.text.length * (text.tables ? 2 : 1)));
        parsed[blobId] = text;
      }
    }
    return { accountId, parsed: orNull(parsed), notParsable: orNull(notParsable), notFound: orNull(notFound) };
  },
};
