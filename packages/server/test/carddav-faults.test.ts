/** Address book servers that know less, or are cut off: nothing is lost and nothing is there twice. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { putServer } from "../src/store/carddav/servers.ts";
import { type DavProxy, startDavProxy } from "./support/dav-proxy.ts";
import { hasRadicale, password, username, vCard } from "./support/radicale.ts";
import { SyncedContacts } from "./support/synced-contacts.ts";

let s: SyncedContacts;
let proxy: DavProxy;
beforeAll(async () => {
  if (!hasRadicale) return;
  s = await SyncedContacts.start({ longMs: 500 });
  proxy = s.proxy;
});
afterAll(() => s?.close());

const theirs = async (): Promise<string> => [...(await s.radicale.cards()).values()].join("").replaceAll(/\r\n /g, "");

/** As from a server that has neither sync-collection nor sync-token. */
const withoutSync = (text: string): string =>
  text
    .replaceAll(/<(\w+:)?report><(\w+:)?sync-collection ?\/><\/(\w+:)?report>/g, "")
    .replaceAll(/<sync-token>[^<]*<\/sync-token>/g, "");

describe.skipIf(!hasRadicale)("an address book server", () => {
  test("that is left with the cards does not take changes along that it has not got", async () => {
    proxy.rule = (method, _, body) => (method === "PUT" && body.includes("unsent") ? 403 : "pass");
    await s.create({ uid: "urn:uuid:kept", name: { full: "Kept" } });
    await s.create({ uid: "urn:uuid:gone", name: { full: "Gone" } });
    await s.put({ address: proxy.url });
    await s.areSame(2);
    await s.change("urn:uuid:kept", { "name/full": "An unsent name" });
    await s.create({ uid: "urn:uuid:here", name: { full: "Another unsent" } });
    await eventually(async () => expect(await s.server()).toMatchObject({ state: "upToDate", refused: 2 }));
    await s.t.call("AddressBookServer/remove", { keepsCards: false });
    const left = await s.cards();
    expect(new Set(left.map(({ name }) => name?.full))).toEqual(new Set(["An unsent name", "Another unsent"]));
    await s.t.call("ContactCard/set", { destroy: left.map(({ id }) => id) });
    for (const name of (await s.radicale.cards()).keys()) await s.radicale.remove(name);
  });

  test("whose answers to the writes are lost has each card once, and its last state", async () => {
    let lost = 0;
    proxy.rule = (method) => (method === "PUT" && lost++ < 2 ? "lost" : "pass");
    for (const name of ["Anna", "Boris", "Vera"]) await s.create({ uid: `urn:uuid:${name}`, name: { full: name } });
    expect((await s.put({ address: proxy.url })).notPut).toBeNull();
    await eventually(async () => expect((await s.server())!.state).toBe("offline"));
    // The settings are stored again: it is tried at once.
    for (let tries = 0; tries < 2; tries++) {
      await s.put({ address: proxy.url });
      await eventually(async () => expect((await s.server())!.state).not.toBe("syncing"));
    }
    await s.areSame(3);
    expect((await s.radicale.cards()).size).toBe(3);
    expect(await s.cards()).toHaveLength(3);

    lost = 1;
    await s.change("urn:uuid:Anna", { "name/full": "Anna P." });
    await eventually(async () => expect((await s.server())!.state).toBe("offline"));
    await s.look();
    await s.areSame(3);
    expect(await s.cards()).toHaveLength(3);
    expect([...(await s.radicale.cards()).values()].join("")).toContain("FN:Anna P.");
  });

  test("that refuses a card has all others, and says which words it had", async () => {
    proxy.rule = (method, _, body) => (method === "PUT" && body.includes("Gleb") ? 403 : "pass");
    await s.create({ uid: "urn:uuid:Gleb", name: { full: "Gleb" } });
    await s.create({ uid: "urn:uuid:Dina", name: { full: "Dina" } });
    await eventually(async () =>
      expect(await s.server()).toMatchObject({
        state: "upToDate",
        cards: 4,
        waiting: 0,
        refused: 1,
        refusal: expect.stringContaining("403"),
      }),
    );
    proxy.rule = () => "pass";
    await s.change("urn:uuid:Gleb", { "name/full": "Gleb again" });
    await s.areSame(5);
  });

  test.each([500, 423, 408])(
    "that fails at a card for now (%i) has all others, and gets that one later",
    async (status) => {
      proxy.rule = (method, _, body) => (method === "PUT" && body.includes(`Gleb ${status}`) ? status : "pass");
      await s.change("urn:uuid:Gleb", { "name/full": `Gleb ${status}` });
      await s.change("urn:uuid:Dina", { "name/full": `Dina ${status}` });
      await eventually(async () => expect(await theirs()).toContain(`FN:Dina ${status}`));
      await eventually(async () =>
        expect(await s.server()).toMatchObject({ state: "upToDate", waiting: 1, refused: 0, cards: 5 }),
      );
      expect(await theirs()).not.toContain(`FN:Gleb ${status}`);
      proxy.rule = () => "pass";
      await s.look();
      await eventually(async () => expect(await theirs()).toContain(`FN:Gleb ${status}`));
      await s.areSame(5);
    },
  );

  test("that fails to delete a card for now deletes it later", async () => {
    await s.create({ uid: "urn:uuid:Egor", name: { full: "Egor" } });
    await s.areSame(6);
    proxy.rule = (method) => (method === "DELETE" ? 500 : "pass");
    await s.t.call("ContactCard/set", { destroy: [(await s.card("urn:uuid:Egor"))!.id] });
    await eventually(async () => expect(await s.server()).toMatchObject({ state: "upToDate", waiting: 1, refused: 0 }));
    expect(await s.card("urn:uuid:Egor")).toBeUndefined();
    proxy.rule = () => "pass";
    await s.look();
    await eventually(async () => expect(await theirs()).not.toContain("FN:Egor"));
    await s.areSame(5);
  });

  test("[9110 §8.8.1] whose ETags are weak never has them in If-Match", async () => {
    proxy.isWeak = true;
    await s.put({ address: proxy.url });
    await s.areSame(5);
    // It may still be known by the strong one that it had.
    await s.change("urn:uuid:Gleb", { "name/full": "Gleb the weak" });
    await eventually(async () => expect(await theirs()).toContain("FN:Gleb the weak"));
    await s.areSame(5);
    expect(proxy.conditions.filter((etag) => etag.includes("W/"))).toEqual([]);
    proxy.conditions.length = 0;
    await s.change("urn:uuid:Gleb", { "name/full": "Gleb again" });
    await eventually(async () => expect(await theirs()).toContain("FN:Gleb again"));
    await s.areSame(5);
    expect(proxy.conditions).toEqual([]);
    proxy.isWeak = false;
    await s.look();
    await s.areSame(5);
  });

  test("that never ends an answer holds up no other account, however many such there are", async () => {
    const held = await startDavProxy(s.radicale.url);
    held.rule = () => "held";
    const url = new URL(held.url).href;
    for (const name of ["one", "two", "three", "four", "five"]) {
      const { accountId } = await s.t.addMailbox(name);
      const server = { address: url, url, username, password, provider: null };
      await s.t.store.write((tx) => putServer(tx, accountId, server, s.t.vault), { accountId });
    }
    await eventually(async () => expect(held.requests.length).toBeGreaterThanOrEqual(3));
    await s.change("urn:uuid:Gleb", { "name/full": "Gleb in time" });
    await eventually(async () => expect(await theirs()).toContain("FN:Gleb in time"), 60_000);
    await held.close();
  });

  test("whose list is cut off loses nothing here", async () => {
    proxy.edit = (text) => (text.includes("getetag") ? text.slice(0, text.length / 2) : text);
    await s.radicale.put("zoya.vcf", vCard("zoya", "Zoya"));
    await s.look();
    await eventually(async () => expect((await s.server())!.state).toBe("offline"));
    expect(await s.cards()).toHaveLength(5);
    proxy.edit = (text) => text;
    await s.look();
    await s.areSame(6);
  });

  test("without sync-collection is compared by its list, which may leave out what is there", async () => {
    proxy.edit = withoutSync;
    await s.put({ address: proxy.url });
    await s.areSame(6);
    proxy.requests.length = 0;
    await s.radicale.put("yakov.vcf", vCard("yakov", "Yakov"));
    await s.radicale.remove("zoya.vcf");
    await s.change("urn:uuid:Vera", { "name/full": "Vera P." });
    await eventually(async () => expect(await s.card("yakov")).toBeDefined());
    await eventually(async () => expect(await s.card("zoya")).toBeUndefined());
    await s.areSame(6);

    proxy.edit = (text) =>
      withoutSync(text).replace(/<response><href>[^<]*yakov\.vcf<\/href><propstat><prop><getetag>.*?<\/response>/s, "");
    await s.radicale.put("yuri.vcf", vCard("yuri", "Yuri"));
    await s.look();
    await eventually(async () => expect(await s.card("yuri")).toBeDefined());
    expect(await s.card("yakov")).toBeDefined();
  });

  test("that fails at many cards always gets those behind them, and the person is told", async () => {
    proxy.edit = (text) => text;
    const before = (await s.cards()).length;
    proxy.rule = (method, _, body) => (method === "PUT" && body.includes("Unwanted") ? 500 : "pass");
    await s.t.call("ContactCard/set", {
      create: Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [`c${n}`, { uid: `urn:uuid:u${n}`, name: { full: `Unwanted ${n}` } }]),
      ),
    });
    await s.create({ uid: "urn:uuid:last", name: { full: "The last" } });
    await eventually(async () => {
      await s.look();
      expect(await theirs()).toContain("FN:The last");
    });
    await eventually(async () => {
      await s.look();
      expect(await s.server()).toMatchObject({ refused: 12, refusal: "HTTP 500", waiting: 0, state: "upToDate" });
    });
    // They wait for long: no further sync sends them.
    proxy.requests.length = 0;
    await s.change("urn:uuid:last", { "name/full": "The last again" });
    await eventually(async () => expect(await theirs()).toContain("FN:The last again"));
    expect(proxy.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
    proxy.rule = () => "pass";
    await s.put({ address: proxy.url });
    await s.areSame(before + 13);
  });

  test("that another one took the place of is asked nothing, and no card is there twice", async () => {
    proxy.edit = (text) => text;
    const before = (await s.cards()).length;
    await s.put({ address: s.radicale.url });
    proxy.requests.length = 0;
    await s.areSame(before);
    expect(proxy.requests).toEqual([]);
  });
});
