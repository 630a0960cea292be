import {
  ADDRESS_BOOK_SERVERS,
  type AddressBookServerPutArgs,
  type AddressBookServerPutByProviderArgs,
  type AddressBookServerPutResult,
  type Id,
  MethodError,
  SetFailure,
} from "@pismo/jmap";
import { type Check, checkArguments, id, optional, type Shape, string, wrong } from "../checks.ts";
import type { AddressBookServers, Method, RequestContext } from "../context.ts";
import { readServer } from "./read-server.ts";

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
  run: ({ accountId, ...given }, { context }) =>
    connect(context, accountId, { ...given, address: given.address.trim() }),
};

const byProviderShape: Shape<AddressBookServerPutByProviderArgs> = { accountId: id };

/** AddressBookServer/putByProvider: the same. */
export const putByProvider: Method<"AddressBookServer/putByProvider"> = {
  capability: ADDRESS_BOOK_SERVERS,
  parse: (args) => checkArguments(byProviderShape, args),
  run: ({ accountId }, { context }) => connect(context, accountId, "byProvider"),
};

async function connect(
  context: RequestContext,
  accountId: Id,
  given: Parameters<AddressBookServers["connect"]>[1],
): Promise<AddressBookServerPutResult> {
  const { addressBookServers } = context;
  if (!addressBookServers) throw new MethodError("forbidden", "Address book servers cannot be set here");
  const notPut = await addressBookServers.connect(accountId, given).then(
    () => null,
    (error: unknown) => {
      if (error instanceof SetFailure) return error.error;
      throw error;
    },
  );
  return { accountId, ...(await readServer(context, accountId)), notPut };
}
