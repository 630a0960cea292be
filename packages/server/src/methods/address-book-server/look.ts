import { ADDRESS_BOOK_SERVERS, type AddressBookServerLookArgs } from "@pismo/jmap";
import { requestLook } from "../../store/carddav/servers.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<AddressBookServerLookArgs> = { accountId: id };

/** AddressBookServer/look: an extension of ours, see ADDRESS_BOOK_SERVERS. The result arrives as changes of state. */
export const look: Method<"AddressBookServer/look"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId }, { context }) {
    await context.store.write((tx) => requestLook(tx, accountId), { accountId });
    return { accountId };
  },
};
