/** The mirrors of a store that is served by this process alone. */
import { type Mirrors, type MirrorsOptions, startMirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import type { Membership } from "../../src/store/cluster/membership.ts";
import { Ownership } from "../../src/store/cluster/ownership.ts";
import type { Store } from "../../src/store/db/store.ts";
import type { MimePool } from "../../src/worker/pool.ts";

export async function testMirrors(
  { store, mime, membership: known }: { store: Store; mime: MimePool; membership?: Membership | undefined },
  options: Omit<MirrorsOptions, "store" | "ownership" | "ingestInto">,
): Promise<Mirrors> {
  const membership = known ?? (await store.join(["bridge"]));
  const ownership = new Ownership(store, membership);
  const stopListening = membership.onChange(() => ownership.set(membership));
  const ingestInto: MirrorsOptions["ingestInto"] = (own) => createIngest({ store: own, mime });
  const mirrors = startMirrors({ ...options, store, ownership, ingestInto });
  return {
    requestPass: (accountId, depth) => mirrors.requestPass(accountId, depth),
    get liveCount() {
      return mirrors.liveCount;
    },
    async close() {
      stopListening();
      await mirrors.close();
      if (!known) await membership.leave();
    },
  };
}
