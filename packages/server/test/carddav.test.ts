/** Contacts that are kept the same with an address book server: Radicale, by RFC 6352. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { hasRadicale, vCard } from "./support/radicale.ts";
import { SyncedContacts } from "./support/synced-contacts.ts";

let s: SyncedContacts;
beforeAll(async () => {
  if (hasRadicale) s = await SyncedContacts.start();
});
afterAll(() => s?.close());

const theirs = async (): Promise<string> => [...(await s.radicale.cards()).values()].join("").replaceAll(/\r\n /g, "");

describe.skipIf(!hasRadicale)("an address book server", () => {
  test("is tried before anything is stored", async () => {
    const wrong = await s.put({ password: "another" });
    expect(wrong.server).toBeNull();
    expect(wrong.notPut).toMatchObject({
      properties: ["username", "password"],
      addressBookProblem: { kind: "wrongPassword" },
    });
    const kindOf = async (address: string) => (await s.put({ address })).notPut?.addressBookProblem?.kind;
    expect(await kindOf("http://127.0.0.1:1/")).toBe("unreachable");
    expect(await kindOf("http://203.0.113.1/")).toBe("plain");
    expect(await s.server()).toBeNull();
  });

  test("gives what it has, and takes what is here", async () => {
    await s.radicale.put("boris.vcf", vCard("boris", "Boris", "EMAIL:boris@example.org", "X-COLOUR:green"));
    await s.create({ uid: "urn:uuid:1", name: { full: "Анна" }, emails: { e: { address: "anna@home.example" } } });
    const { server, notPut } = await s.put();
    expect(notPut).toBeNull();
    expect(server).toMatchObject({ address: s.proxy.url, state: "syncing" });
    expect(JSON.stringify(server)).not.toContain("password");
    await s.areSame(2);
    expect(await s.card("boris")).toMatchObject({
      name: { full: "Boris" },
      emails: { e1: { address: "boris@example.org" } },
      vCardProps: [["x-colour", {}, "unknown", "green"]],
    });
    expect(await theirs()).toContain("EMAIL:anna@home.example");
  });

  test("gets a change at once, and all that it said before stays", async () => {
    await s.change("boris", { "emails/e1/address": "boris@new.example" });
    await eventually(async () => expect(await theirs()).toContain("EMAIL:boris@new.example"));
    expect(await theirs()).toContain("X-COLOUR:green");
    await s.areSame(2);
  });

  test("changes of both sides to different properties are both kept", async () => {
    const text = (await s.radicale.cards()).get("boris.vcf")!;
    await s.whileApart(async () => {
      await s.radicale.put("boris.vcf", text.replace("END:VCARD", "TEL:+7 900\r\nEND:VCARD"));
      await s.change("boris", { nicknames: { k: { name: "Боря" } } });
    });
    await eventually(async () => expect(await theirs()).toContain("NICKNAME:Боря"));
    await s.areSame(2);
    expect(await s.card("boris")).toMatchObject({
      nicknames: { k: { name: "Боря" } },
      phones: { p1: { number: "+7 900" } },
    });
    expect(await theirs()).toContain("TEL:+7 900");
  });

  test("of changes to the same property the server's counts, and ours is a card of its own", async () => {
    const text = (await s.radicale.cards()).get("boris.vcf")!;
    await s.whileApart(async () => {
      await s.radicale.put("boris.vcf", text.replace("boris@new.example", "boris@there.example"));
      await s.change("boris", { "emails/e1/address": "boris@here.example" });
    });
    await s.areSame(3);
    expect(Object.values((await s.card("boris"))!.emails!)[0]!.address).toBe("boris@there.example");
    const copy = (await s.cards()).find(({ emails }) => JSON.stringify(emails ?? {}).includes("boris@here.example"))!;
    expect(copy).toMatchObject({ nicknames: { k: { name: "Боря" } }, uid: expect.stringMatching(/^urn:uuid:/) });
    expect(await theirs()).toContain("boris@here.example");
    await s.t.call("ContactCard/set", { destroy: [copy.id] });
    await eventually(async () => expect(await theirs()).not.toContain("boris@here.example"));
    await s.areSame(2);
  });

  test("groups go both ways, with their members", async () => {
    const group = { uid: "urn:uuid:2", kind: "group", name: { full: "Друзья" }, members: { boris: true } };
    await s.create(group);
    await s.areSame(3);
    expect(await theirs()).toContain("MEMBER:boris");
    const text = [...(await s.radicale.cards())].find(([, card]) => card.includes("Друзья"))!;
    const member = /^(.*MEMBER):boris/m.exec(text[1])![1]!;
    await s.radicale.put(text[0], text[1].replace("END:VCARD", `${member}:urn:uuid:1\r\nEND:VCARD`));
    await s.look();
    await eventually(async () =>
      expect((await s.card("urn:uuid:2"))!.members).toEqual({ boris: true, "urn:uuid:1": true }),
    );
  });

  test("what is deleted on one side is deleted on the other", async () => {
    await s.t.call("ContactCard/set", { destroy: [(await s.card("urn:uuid:2"))!.id] });
    await eventually(async () => expect(await theirs()).not.toContain("Друзья"));
    await s.radicale.remove("boris.vcf");
    await s.look();
    await eventually(async () => expect(await s.card("boris")).toBeUndefined());
    await s.areSame(1);
  });

  test("what is deleted on one side and changed on the other stays", async () => {
    const [[name, text]] = [...(await s.radicale.cards())] as [[string, string]];
    await s.whileApart(async () => {
      await s.radicale.put(name, text.replace("END:VCARD", "NOTE:still needed\r\nEND:VCARD"));
      await s.t.call("ContactCard/set", { destroy: [(await s.card("urn:uuid:1"))!.id] });
    });
    await eventually(async () => expect(await s.card("urn:uuid:1")).toMatchObject({ notes: { n1: {} } }));
    await s.areSame(1);
    await s.whileApart(async () => {
      await s.radicale.remove(name);
      await s.change("urn:uuid:1", { "name/full": "Анна П." });
    });
    await eventually(async () => expect(await theirs()).toContain("FN:Анна П."));
    await s.areSame(1);
  });

  test("each of its books is one here", async () => {
    await s.radicale.makeBook("office");
    const path = s.radicale.bookUrl.replace("/people/", "/office/vera.vcf");
    await s.radicale.ask("PUT", path, vCard("vera", "Vera"), { "content-type": "text/vcard" });
    await s.look();
    await s.areSame(2);
    const { list } = await s.t.call("AddressBook/get", {});
    const office = list.find(({ name }) => name === "office")!;
    expect((await s.card("vera"))!.addressBookIds).toEqual({ [office.id!]: true });
  });

  test("a password that is no longer right is asked for", async () => {
    await s.t.store.write((tx) => tx.run("update carddav_server set password = 'of another key' where account_id > 0"));
    await s.look();
    await eventually(async () =>
      expect(await s.server()).toMatchObject({ state: "signIn", problem: { kind: "wrongPassword" } }),
    );
    expect((await s.put()).notPut).toBeNull();
    await s.areSame(2);
  });

  test("is left with the cards, or without them; it keeps all", async () => {
    await s.t.call("AddressBookServer/remove", { keepsCards: true });
    expect(await s.server()).toBeNull();
    expect(await s.cards()).toHaveLength(2);
    await s.create({ name: { full: "Only here" } });
    await s.put();
    await s.areSame(3);
    await s.t.call("ContactCard/set", { create: { c: { name: { full: "Another" } } } });
    await s.areSame(4);
    await s.t.call("AddressBookServer/remove", { keepsCards: false });
    expect(await s.cards()).toEqual([]);
    expect((await s.radicale.cards()).size).toBe(3);
  });
});
