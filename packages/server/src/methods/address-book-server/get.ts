import { ADDRESS_BOOK_SERVERS, type AddressBookServerGetArgs } from "@pismo/jmap";
import { describeServer } from "../../store/carddav/servers.ts";
import { checkArguments, id, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";

const shape: Shape<AddressBookServerGetArgs> = { accountId: id };

/** AddressBookServer/get: an extension of ours, see ADDRESS_BOOK_SERVERS. */
export const get: Method<"AddressBookServer/get"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId }, { context }) {
    return { accountId, server: await context.store.read((reader) => describeServer(reader, accountId)) };
  },
};
