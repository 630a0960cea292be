/** What the parts of a sync share. */
import type { Id } from "@pismo/jmap";
import { getServer } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import type { CardFailures } from "./card-failures.ts";
import type { DavClient } from "./dav-client.ts";

/** The settings were changed, or the account removed. */
export class Superseded extends Error {
  override readonly name = "Superseded";
}

export interface SyncWork {
  accountId: Id;
  client: DavClient;
  signal: AbortSignal;
  failures: CardFailures;
  /** @throws Superseded */
  write<T>(work: (tx: Transactor) => Promise<T>): Promise<T>;
  store: Store;
}

export function writerOf(
  { store, vault, accountId }: { store: Store; vault: Vault; accountId: Id },
  revision: number,
): SyncWork["write"] {
  return (work) =>
    store.write(
      async (tx) => {
        const server = await getServer(tx, accountId, vault);
        if (server?.revision !== revision) throw new Superseded("The settings have changed");
        return work(tx);
      },
      { accountId },
    );
}

/** A path of the server of that URL. Where it begins with two slashes it is no other host's. */
export function urlAt(path: string, base: string): URL {
  const url = new URL(base);
  url.pathname = path;
  url.search = "";
  return url;
}

/** A URL's path, written in one way: servers do not agree on which signs are escaped. */
export function pathOf(href: string, base: string): string {
  const { pathname } = new URL(href, base);
  return pathname
    .split("/")
    .map((part) => {
      try {
        return encodeURIComponent(decodeURIComponent(part));
      } catch {
        return part;
      }
    })
    .join("/");
}
