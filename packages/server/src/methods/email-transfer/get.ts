import { EMAIL_TRANSFERS, type EmailTransferGetArgs } from "@pismo/jmap";
import { getTransfers } from "../../store/transfers/email-transfers.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<EmailTransferGetArgs> = { accountId: id, ids: list(id) };

/** EmailTransfer/get: an extension of ours, see EMAIL_TRANSFERS. */
export const get: Method<"EmailTransfer/get"> = {
  capability: EMAIL_TRANSFERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, { context }) {
    const found = await context.store.read((reader) => getTransfers(reader, accountId, ids));
    const known = new Set(found.map((each) => each.id));
    return { accountId, list: found, notFound: ids.filter((each) => !known.has(each)) };
  },
};
