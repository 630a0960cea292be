/** Checks a database of PostgreSQL with its blobs. */
import { countUnreadable } from "../auth/sealed-secrets.ts";
import type { Vault } from "../auth/vault.ts";
import type { Store } from "../db/store.ts";
import { lockShared } from "../postgres/lock-shared.ts";
import { checkStore } from "./check-store.ts";
import { postgresChecks } from "./postgres-checks.ts";
import { type CheckOptions, type CheckReport, emptyReport } from "./report.ts";
import { addUnreadable } from "./secrets.ts";

/** @throws StoreError locked: a server runs, and a repair needs the database for itself */
export async function checkShared(store: Store, vault: Vault, options: CheckOptions): Promise<CheckReport> {
  // Beside a check blobs stay where they are: what it has read of a snapshot is there.
  const release = options.isRepair ? await lockShared(store) : await store.tryLock("sweep");
  try {
    const report = emptyReport();
    await checkStore(store, postgresChecks, options, report);
    const unreadable = await store.read((reader) => countUnreadable(reader, vault));
    addUnreadable(report, unreadable, "do not open with PISMO_SECRET_KEY");
    return report;
  } finally {
    await release?.();
  }
}
