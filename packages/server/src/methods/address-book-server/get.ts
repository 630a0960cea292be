import { ADDRESS_BOOK_SERVERS, type AddressBookServerGetArgs } from "@pismo/jmap";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { readServer } from "./read-server.ts";

const shape: Shape<AddressBookServerGetArgs> = { accountId: id };

/** AddressBookServer/get: an extension of ours, see ADDRESS_BOOK_SERVERS. */
export const get: Method<"AddressBookServer/get"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId }, { context }) {
    return { accountId, ...(await readServer(context, accountId)) };
  },
};
