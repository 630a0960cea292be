import { ADDRESS_BOOK_SERVERS, type AddressBookServerPutArgs, MethodError, SetFailure } from "@pismo/jmap";
import { describeServer } from "../../store/carddav/servers.ts";
import { type Check, checkArguments, id, optional, type Shape, string, wrong } from "../checks.ts";
import type { Method } from "../context.ts";

const line =
  (maxChars: number): Check =>
  (value, name) => {
    string(value, name);
    const text = value as string;
    if (text.trim() === "" || text.length > maxChars || /\p{Cc}|\p{Cs}/u.test(text)) throw wrong(name, "a short line");
  };

/** RFC 7617 §2: a colon would end the name. */
const username: Check = (value, name) => {
  line(320)(value, name);
  if ((value as string).includes(":")) throw wrong(name, "a name without a colon");
};

const shape: Shape<AddressBookServerPutArgs> = {
  accountId: id,
  address: line(2000),
  username,
  password: optional(line(1000)),
};

/** AddressBookServer/put: an extension of ours, see ADDRESS_BOOK_SERVERS. It waits for the server. */
export const put: Method<"AddressBookServer/put"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ...given }, { context: { connectAddressBooks, store } }) {
    if (!connectAddressBooks) throw new MethodError("forbidden", "Address book servers cannot be set here");
    const address = given.address.trim();
    const notPut = await connectAddressBooks(accountId, { ...given, address }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof SetFailure) return error.error;
        throw error;
      },
    );
    return { accountId, server: await store.read((reader) => describeServer(reader, accountId)), notPut };
  },
};
