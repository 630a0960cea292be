import { BLOB, type BlobLookupArgs, type Id, MAIL, MethodError } from "@pismo/jmap";
import { blobCapability } from "../capabilities.ts";
import { referrersOfBlobs, type BlobReferrers } from "../../store/blobs/blob-references.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, idsOf, propertyNames } from "../standard/get.ts";

const idsIn: Readonly<Record<string, (referrers: BlobReferrers) => Id[]>> = {
  Email: ({ emailIds }) => emailIds,
  Thread: ({ threadIds }) => threadIds,
  Mailbox: ({ mailboxIds }) => mailboxIds,
};

/** Blob/lookup: RFC 9404 §4.3. An inaccessible blob looks like one that nothing references. */
export const lookup: Method<"Blob/lookup"> = {
  capability: BLOB,
  parse: (args) => checkArguments<BlobLookupArgs>({ accountId: id, typeNames: propertyNames, ids: list(id) }, args),
  async run({ accountId, typeNames, ids }, call) {
    const { supportedTypeNames } = blobCapability(call.context.limits.maxSizeUpload);
    // All of them are types of mail, whose capability the request must name too.
    const known = call.using.includes(MAIL) ? supportedTypeNames : [];
    const unknown = typeNames.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new MethodError("unknownDataType", `Blobs are not looked up in ${unknown}`);
    assertGetSize(ids.length, call);
    const types = [...new Set(typeNames)];
    return call.context.store.read(async (reader) => {
      const referrers = await referrersOfBlobs(reader, accountId, idsOf(ids, call));
      const found = [...referrers].map(([blobId, own]) => ({
        id: blobId,
        matchedIds: Object.fromEntries(types.map((type) => [type, idsIn[type]!(own)])),
      }));
      return { accountId, list: found, notFound: [] };
    });
  },
};
