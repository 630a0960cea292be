import { REMOTE_IMAGES, type SenderTrustGetArgs } from "@pismo/jmap";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, idsOf, notFoundOf } from "../standard/get.ts";
import { senderTrustOf } from "./senders.ts";

const shape: Shape<SenderTrustGetArgs> = { accountId: id, ids: list(id) };

/** SenderTrust/get: an extension of ours, see REMOTE_IMAGES. */
export const get: Method<"SenderTrust/get"> = {
  capability: REMOTE_IMAGES,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, call) {
    assertGetSize(ids.length, call);
    const { context } = call;
    const found = await context.store.read((reader) => senderTrustOf(reader, accountId, idsOf(ids, call), context));
    return { accountId, list: found, notFound: notFoundOf(ids, found, call) };
  },
};
