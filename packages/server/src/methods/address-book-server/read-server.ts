/** An account's address book server, and the provider whose one it might be. */
import type { AddressBookServerGetResult, Id } from "@pismo/jmap";
import { describeServer } from "../../store/carddav/servers.ts";
import type { RequestContext } from "../context.ts";

export async function readServer(
  { store, addressBookServers }: RequestContext,
  accountId: Id,
): Promise<Omit<AddressBookServerGetResult, "accountId">> {
  const provider = (await addressBookServers?.providerOf(accountId)) ?? null;
  return { server: await store.read((reader) => describeServer(reader, accountId)), provider };
}
