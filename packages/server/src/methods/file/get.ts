import { type File, FILES, utcDateOf } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { type FileRecord, firstFiles, getFiles } from "../../store/files/files.ts";
import { partBlobId } from "../../worker/part-blob.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, assertProperties, getShape, idsOf, notFoundOf, pick } from "../standard/get.ts";

const properties: ReadonlySet<string> = new Set<keyof File>([
  "id",
  "emailId",
  "partId",
  "blobId",
  "name",
  "letterSubject",
  "type",
  "size",
  "kind",
  "receivedAt",
  "from",
  "subject",
]);

const toFile = ({ messageBlobId, headers, receivedAt, ...record }: FileRecord): File => ({
  ...record,
  blobId: partBlobId(messageBlobId, record.partId),
  receivedAt: utcDateOf(receivedAt),
  from: headers.from,
  subject: headers.subject,
});

/** File/get: an extension of ours, see FILES. */
export const get: Method<"File/get"> = {
  capability: FILES,
  parse: (args) => checkArguments(getShape, args),
  async run(args, call) {
    const { accountId, ids = null } = args;
    const { store, limits } = call.context;
    assertProperties(args.properties, (property) => properties.has(property));
    if (ids) assertGetSize(ids.length, call);
    return store.read(async (reader) => {
      const files = (
        ids
          ? await getFiles(reader, accountId, idsOf(ids, call))
          : await firstFiles(reader, accountId, limits.maxObjectsInGet + 1)
      ).map(toFile);
      if (!ids) assertGetSize(files.length, call);
      return {
        accountId,
        state: await stateOf(reader, accountId, "Email"),
        list: files.map((file) => pick(file, args.properties)),
        notFound: ids ? notFoundOf(ids, files, call) : [],
      };
    });
  },
};
