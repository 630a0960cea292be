/** As many cards as a person may have gathered, at an address book server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import type { DavProxy } from "./support/dav-proxy.ts";
import { hasRadicale, vCard } from "./support/radicale.ts";
import { SyncedContacts } from "./support/synced-contacts.ts";

/** Radicale reads 5,000 files for each batch. */
const TIMEOUT_MS = 600_000;

let s: SyncedContacts;
let proxy: DavProxy;
beforeAll(async () => {
  if (!hasRadicale) return;
  s = await SyncedContacts.start();
  proxy = s.proxy;
});
afterAll(() => s?.close());

describe.skipIf(!hasRadicale)("five thousand cards", () => {
  test(
    "come, go on where they were interrupted, and a change costs few requests",
    { timeout: TIMEOUT_MS },
    async () => {
      const all = Array.from({ length: 5000 }, (_, n) => vCard(`uid-${n}`, `Person ${n}`, `EMAIL:p${n}@example.org`));
      const { status } = await s.radicale.ask("PUT", s.radicale.bookUrl, all.join(""), {
        "content-type": "text/vcard",
      });
      expect(status).toBe(201);
      let batches = 0;
      proxy.rule = (method, _, body) =>
        method === "REPORT" && body.includes("addressbook-multiget") && ++batches === 20 ? "lost" : "pass";
      await s.put({ address: proxy.url });
      await eventually(async () => expect((await s.server())!.state).toBe("offline"));
      expect((await s.server())!.cards).toBe(19 * 40);
      await s.look();
      await s.areSame(5000, TIMEOUT_MS);
      expect(batches).toBe(5000 / 40 + 1);
      proxy.requests.length = 0;
      await s.change("uid-4000", { "name/full": "Another name" });
      await eventually(async () =>
        expect(await (await s.radicale.ask("GET", s.radicale.bookUrl)).text()).toContain("FN:Another name"),
      );
      await s.areSame(5000, TIMEOUT_MS);
      expect(proxy.requests.length).toBeLessThan(15);
    },
  );
});
