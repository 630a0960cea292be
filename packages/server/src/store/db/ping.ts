/** Whether the database answers. */
import type { Store } from "./store.ts";

/** Reads nothing of anyone. @throws StoreError the database cannot be reached or read */
export const ping = (store: Store): Promise<void> =>
  store.read(async (reader) => {
    await reader.get("select count(*) as n from account where 1 = 0");
  });
