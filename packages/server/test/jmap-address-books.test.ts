/** AddressBooks: RFC 9610 §1.4, §2. */
import { CONTACTS, CORE, MAIL } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Contacts } from "./support/contacts.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
let contacts: Contacts;
beforeAll(async () => {
  t = await jmap();
  contacts = new Contacts(t);
});
afterAll(() => t.close());

describe("[9610 §1.4] the capability", () => {
  test("is in the session and in the account", async () => {
    const { capabilities, accounts, primaryAccounts } = await t.client.session();
    expect(capabilities[CONTACTS]).toEqual({});
    expect(primaryAccounts[CONTACTS]).toBe(t.accountId);
    expect(accounts[t.accountId]!.accountCapabilities[CONTACTS]).toEqual({
      maxAddressBooksPerCard: null,
      mayCreateAddressBook: true,
    });
  });

  test("[8620 §3.3] methods are unknown without it", async () => {
    const { methodResponses } = await t.request([["ContactCard/get", {}]], { using: [CORE, MAIL] });
    expect(methodResponses[0]![1]["type"]).toBe("unknownMethod");
  });
});

describe("[9610 §2] address books", () => {
  test("every account has one from the beginning, which is the default", async () => {
    const { list } = await t.call("AddressBook/get", {});
    expect(list).toMatchObject([
      {
        name: "Contacts",
        description: null,
        sortOrder: 0,
        isDefault: true,
        isSubscribed: true,
        shareWith: null,
        myRights: { mayRead: true, mayWrite: true, mayShare: false, mayDelete: false },
      },
    ]);
    expect((await t.call("AddressBook/get", { ids: [list[0]!.id, "d9999"] })).notFound).toEqual(["d9999"]);
  });

  test("[9610 §2.2, §2.3] are made, changed and removed, and other clients hear of it", async () => {
    const { state } = await t.call("AddressBook/get", {});
    const { created } = await contacts.setBooks({
      create: { a: { name: "Работа" }, b: { name: "Home", sortOrder: 3 } },
    });
    const [a, b] = [created!["a"]!.id!, created!["b"]!.id!];
    expect(created!["a"]).toMatchObject({ isDefault: false, sortOrder: 0, isSubscribed: true });
    expect(created!["b"]).not.toHaveProperty("sortOrder");
    await contacts.setBooks({ update: { [b]: { name: "Family", description: "Those at home" } }, destroy: [a] });
    const { list } = await t.call("AddressBook/get", { ids: [b], properties: ["name", "description"] });
    expect(list).toEqual([{ id: b, name: "Family", description: "Those at home" }]);
    const changes = await t.call("AddressBook/changes", { sinceState: state });
    expect(changes.created).toContain(b);
    expect([...changes.created, ...changes.updated]).not.toContain(a);
    await contacts.setBooks({ destroy: [b] });
  });

  test.each<[string, LooseArgs, string]>([
    ["no name", {}, "name"],
    ["a name longer than 255 octets", { name: "ж".repeat(128) }, "name"],
    ["a shared one", { name: "A", shareWith: { x: { mayRead: true } } }, "shareWith"],
    ["a default", { name: "A", isDefault: true }, "isDefault"],
  ])("[9610 §2] refuse %s", async (_, properties, wrong) => {
    const { notCreated } = await contacts.setBooks({ create: { b: properties } });
    expect(notCreated).toMatchObject({ b: { type: "invalidProperties", properties: [wrong] } });
  });

  test("[9610 §2.3] one with cards goes only with onDestroyRemoveContents; cards of other books stay", async () => {
    const [one, other] = [await contacts.newBook("One"), await contacts.newBook("Other")];
    const alone = await contacts.create({ name: { full: "Alone" }, addressBookIds: { [one]: true } });
    const both = await contacts.create({ name: { full: "Both" }, addressBookIds: { [one]: true, [other]: true } });
    expect((await contacts.setBooks({ destroy: [one] })).notDestroyed).toEqual({
      [one]: { type: "addressBookHasContents" },
    });
    const { state } = await t.call("ContactCard/get", { ids: [] });
    expect((await contacts.setBooks({ destroy: [one], onDestroyRemoveContents: true })).destroyed).toEqual([one]);
    expect((await contacts.cardOf(both)).addressBookIds).toEqual({ [other]: true });
    expect(await t.call("ContactCard/changes", { sinceState: state })).toMatchObject({
      created: [],
      updated: [both],
      destroyed: [alone],
    });
    await contacts.setBooks({ destroy: [other], onDestroyRemoveContents: true });
  });

  test("[9610 §2.3] onSuccessSetIsDefault moves the default, which cannot be removed", async () => {
    const first = await contacts.defaultBook();
    const made = await contacts.setBooks({ create: { b: { name: "New" } }, onSuccessSetIsDefault: "#b" });
    const second = made.created!["b"]!.id!;
    expect(made.updated).toMatchObject({ [first]: { isDefault: false }, [second]: { isDefault: true } });
    expect(await contacts.defaultBook()).toBe(second);
    expect((await contacts.setBooks({ destroy: [second] })).notDestroyed).toMatchObject({
      [second]: { type: "forbidden" },
    });
    // Nothing where something failed, and nothing for a book that is not there.
    await contacts.setBooks({ destroy: ["d9999"], onSuccessSetIsDefault: first });
    await contacts.setBooks({ onSuccessSetIsDefault: "d9999" });
    expect(await contacts.defaultBook()).toBe(second);
    await contacts.setBooks({ onSuccessSetIsDefault: first });
    await contacts.setBooks({ destroy: [second] });
  });
});
