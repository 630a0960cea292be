import { ADDRESS_BOOK_SERVERS, type AddressBookServerRemoveArgs } from "@pismo/jmap";
import { disconnect } from "../../store/carddav/disconnect.ts";
import { boolean, checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<AddressBookServerRemoveArgs> = { accountId: id, keepsCards: boolean };

/** AddressBookServer/remove: an extension of ours, see ADDRESS_BOOK_SERVERS. */
export const remove: Method<"AddressBookServer/remove"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, keepsCards }, { context }) {
    await context.store.write((tx) => disconnect(tx, accountId, keepsCards), { accountId });
    return { accountId };
  },
};
