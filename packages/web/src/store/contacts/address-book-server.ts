/** The address book server that an account's contacts are kept the same with. Passwords pass through and stay nowhere. */
import {
  type AddressBookServer,
  type AddressBookServerGetResult,
  type AddressBookServerPutArgs,
  type Id,
  SetFailure,
} from "@pismo/jmap";
import { useCallback, useEffect, useState } from "react";
import { request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

type Known = Pick<AddressBookServerGetResult, "server" | "provider">;

async function load(accountId: Id): Promise<Known> {
  const get = await request((calls) => calls.call("AddressBookServer/get", { accountId }));
  return get.result();
}

export interface KnownServer {
  /** undefined: it is not known yet. */
  known: Known | undefined;
  hasFailed: boolean;
  /** What a call has told of it. */
  note: (server: AddressBookServer | null) => void;
}

/** As it is now, and after each change of it or of the contacts. */
export function useAddressBookServer(accountId: Id): KnownServer {
  const [known, setKnown] = useState<Known>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isStale = false;
    const ask = (): void =>
      void load(accountId).then(
        (loaded) => isStale || setKnown(loaded),
        () => isStale || setFailed(true),
      );
    ask();
    const stop = onNews((changed) => {
      const own = changed?.[accountId];
      if (!changed || own?.AddressBookServer !== undefined || own?.ContactCard !== undefined) ask();
    });
    return () => {
      isStale = true;
      stop();
    };
  }, [accountId]);
  const note = useCallback((server: AddressBookServer | null) => {
    setKnown((before) => before && { ...before, server });
  }, []);
  return { known, hasFailed, note };
}

/** @throws SetFailure with `addressBookProblem` where the server cannot be used, TypeError */
export async function putAddressBookServer(
  args: AddressBookServerPutArgs,
  signal: AbortSignal,
): Promise<AddressBookServer | null> {
  const put = await request((calls) => calls.call("AddressBookServer/put", args), signal);
  const { server, notPut } = put.result();
  if (notPut) throw new SetFailure(notPut);
  return server;
}

/** The same at the provider's server, with the account's grant. @throws the same */
export async function putByProvider(accountId: Id): Promise<AddressBookServer | null> {
  const put = await request((calls) => calls.call("AddressBookServer/putByProvider", { accountId }));
  const { server, notPut } = put.result();
  if (notPut) throw new SetFailure(notPut);
  return server;
}

/** @throws what the request throws */
export async function removeAddressBookServer(accountId: Id, keepsCards: boolean): Promise<void> {
  const remove = await request((calls) => calls.call("AddressBookServer/remove", { accountId, keepsCards }));
  remove.result();
}

/** The contacts are about to be read: both sides are compared soon. @throws what the request throws */
export async function lookAtAddressBooks(accountId: Id): Promise<void> {
  const look = await request((calls) => calls.call("AddressBookServer/look", { accountId }));
  look.result();
}
