/** The vault of a store. */
import type { Reader, Store, Transactor } from "../db/store.ts";
import { StoreError } from "../db/errors.ts";
import { openVault, type Vault, vaultWith } from "./vault.ts";

export interface VaultOptions {
  dataDir: string;
  /** 32 octets, for a database that several machines share; left out: the key lies in the data directory. */
  secretKey?: Uint8Array | undefined;
}

const NAME = "secretKeyCheck";
const CONTENT = "pismo";

/** @throws StoreError wrongKey: the database has another; unreadable, diskFull */
export async function openStoreVault({ dataDir, secretKey }: VaultOptions, store: Store): Promise<Vault> {
  if (!secretKey) return openVault(dataDir);
  const vault = vaultWith(secretKey);
  const sealed = (await store.read(findCheck)) ?? (await noteCheck(store, vault.seal(CONTENT, NAME)));
  if (vault.open(sealed, NAME) === CONTENT) return vault;
  throw new StoreError("wrongKey", "PISMO_SECRET_KEY is not the key with which this database's passwords are sealed");
}

async function findCheck(reader: Reader): Promise<string | undefined> {
  return (await reader.get<{ value: string }>("select value from setting where name = ?", NAME))?.value;
}

/** The check of another key came with a backup. */
export async function forgetCheck(tx: Transactor): Promise<void> {
  await tx.run("delete from setting where name = ?", NAME);
}

/** The first of two processes wins. */
function noteCheck(store: Store, sealed: string): Promise<string> {
  return store.write(async (tx) => {
    await tx.run("insert into setting (name, value) values (?, ?) on conflict (name) do nothing", NAME, sealed);
    return (await findCheck(tx)) ?? sealed;
  });
}
