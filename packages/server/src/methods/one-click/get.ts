import { type OneClickGetArgs, UNSUBSCRIBE } from "@pismo/jmap";
import { oneClickUrl } from "../../mime/headers/one-click.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { checkedHeaders } from "../sender-trust/senders.ts";
import { assertGetSize, idsOf, notFoundOf } from "../standard/get.ts";

const shape: Shape<OneClickGetArgs> = { accountId: id, ids: list(id) };

/** OneClick/get: an extension of ours, see UNSUBSCRIBE. */
export const get: Method<"OneClick/get"> = {
  capability: UNSUBSCRIBE,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, call) {
    assertGetSize(ids.length, call);
    const { context } = call;
    const headers = await context.store.read((reader) => checkedHeaders(reader, accountId, idsOf(ids, call), context));
    const found = [...headers].map(([each, { fields, results }]) => ({
      id: each,
      url: oneClickUrl(fields, results) ?? null,
    }));
    return { accountId, list: found, notFound: notFoundOf(ids, found, call) };
  },
};
