import { MethodError, type OneClickUnsubscribeArgs, UNSUBSCRIBE } from "@pismo/jmap";
import { oneClickUrl } from "../../mime/headers/one-click.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { checkedHeaders } from "../sender-trust/senders.ts";

const shape: Shape<OneClickUnsubscribeArgs> = { accountId: id, id };

/** OneClick/unsubscribe: an extension of ours, see UNSUBSCRIBE. The URL is that of the message, never the caller's. */
export const unsubscribe: Method<"OneClick/unsubscribe"> = {
  capability: UNSUBSCRIBE,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, id: emailId }, { context, createdIds }) {
    const wanted = createdIds.resolve(emailId);
    const headers = await context.store.read((reader) => checkedHeaders(reader, accountId, [wanted], context));
    const header = headers.get(wanted);
    const url = header && oneClickUrl(header.fields, header.results);
    if (url === undefined) throw new MethodError("invalidArguments", "This letter offers no signed one-click way");
    const outcome = await context.unsubscribe(url);
    if (outcome === undefined) throw new MethodError("forbidden", "Too many lists in a short time: wait a minute");
    return { accountId, id: emailId, outcome };
  },
};
