/** A store whose writes are refused once another process has the account's lease. */
import type { Store } from "../db/store.ts";
import { assertLease, type Lease, LeaseLost } from "./leases.ts";

/** @param onLost called for each write that is refused */
export function leasedStore(store: Store, lease: Lease, onLost: () => void): Store {
  const write: Store["write"] = async (work, options) => {
    try {
      return await store.write(
        async (tx) => {
          await assertLease(tx, lease);
          return work(tx);
        },
        { ...options, accountId: lease.accountId },
      );
    } catch (error) {
      if (error instanceof LeaseLost) onLost();
      throw error;
    }
  };
  return new Proxy(store, {
    get(target, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
