/** A database of PostgreSQL for one command alone. */
import { StoreError } from "../db/errors.ts";
import type { Release } from "../db/lock.ts";
import type { Store } from "../db/store.ts";
import { hasLiveProcess } from "./membership.ts";

/** No server runs, none begins, and no blob is swept until it is released. @throws StoreError locked */
export async function lockShared(store: Store): Promise<Release> {
  if (await store.read(hasLiveProcess)) {
    throw new StoreError("locked", "The database is in use by another Pismo that is running");
  }
  const setup = await store.tryLock("setup");
  const sweep = setup && (await store.tryLock("sweep"));
  if (setup && sweep) {
    return async () => {
      await sweep();
      await setup();
    };
  }
  await setup?.();
  throw new StoreError(
    "locked",
    "Another command of Pismo has the database for itself now, or a server begins to use it",
  );
}
