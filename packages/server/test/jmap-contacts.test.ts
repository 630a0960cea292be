/** ContactCards: RFC 9610 §3, with cards as RFC 9553 has them. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { Contacts, wholeCard } from "./support/contacts.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";
import { listenFor } from "./support/push-listener.ts";

/** Its signature: no more is looked at. */
const onePixelPng = new Uint8Array(Buffer.from("iVBORw0KGgo=", "base64"));

let t: Jmap;
let contacts: Contacts;
beforeAll(async () => {
  t = await jmap();
  contacts = new Contacts(t);
});
afterAll(() => t.close());

describe("[9610 §3] cards", () => {
  test("[9553] keep everything that they say, also what only a vendor knows", async () => {
    const id = await contacts.create(wholeCard);
    expect(await contacts.cardOf(id)).toEqual({
      ...wholeCard,
      id,
      addressBookIds: { [await contacts.defaultBook()]: true },
    });
    const { list } = await t.call("ContactCard/get", {
      ids: [id],
      properties: ["emails", "example.com:shoes", "media"],
    });
    expect(list).toEqual([{ id, emails: wholeCard.emails, "example.com:shoes": { size: 39 } }]);
    expect(await t.errorOf("ContactCard/get", { ids: [id], properties: ["colour"] })).toBe("invalidArguments");
    await contacts.setCards({ destroy: [id] });
  });

  test("[9610 §3.5] get what they leave out: uid, version, times, address book", async () => {
    const { created } = await contacts.setCards({ create: { c: { name: { full: "Boris" } } } });
    expect(created!["c"]).toMatchObject({
      id: expect.stringMatching(/^c\d+$/),
      "@type": "Card",
      version: "1.0",
      uid: expect.stringMatching(/^urn:uuid:/),
      created: expect.stringMatching(/Z$/),
      addressBookIds: { [await contacts.defaultBook()]: true },
    });
    expect(created!["c"]).not.toHaveProperty("name");
    await contacts.setCards({ destroy: [created!["c"]!.id!] });
  });

  test("[8620 §5.3] are patched, and say when", async () => {
    const id = await contacts.create(wholeCard);
    const { updated } = await contacts.setCards({
      update: { [id]: { "emails/e1/address": "anna@new.example", "emails/e2": null, notes: null, nicknames: {} } },
    });
    expect(updated![id]).toEqual({ updated: expect.stringMatching(/^20\d\d-/) });
    const card = await contacts.cardOf(id);
    expect(card.emails).toEqual({ e1: { ...wholeCard.emails.e1, address: "anna@new.example" } });
    expect(card).not.toHaveProperty("notes");
    expect(Date.parse(card.updated!)).toBeGreaterThan(Date.parse(wholeCard.updated));
    const { notUpdated } = await contacts.setCards({
      update: { [id]: { uid: "urn:other" }, c9999: { kind: "org" } },
    });
    expect(notUpdated).toMatchObject({
      [id]: { type: "invalidProperties", properties: ["uid"] },
      c9999: { type: "notFound" },
    });
    await contacts.setCards({ destroy: [id] });
  });

  test("[9610 §3] are in one address book or several, which may be made in the same request", async () => {
    const first = await contacts.defaultBook();
    const { methodResponses } = await t.request([
      ["AddressBook/set", { create: { b: { name: "Club" } } }],
      ["ContactCard/set", { create: { c: { name: { full: "Member" }, addressBookIds: { "#b": true } } } }],
    ]);
    const book = (methodResponses[0]![1] as { created: Record<string, { id: Id }> }).created["b"]!.id;
    const id = (methodResponses[1]![1] as { created: Record<string, { id: Id }> }).created["c"]!.id;
    expect((await contacts.cardOf(id)).addressBookIds).toEqual({ [book]: true });
    await contacts.setCards({ update: { [id]: { [`addressBookIds/${first}`]: true } } });
    expect((await contacts.cardOf(id)).addressBookIds).toEqual({ [book]: true, [first]: true });
    const { notUpdated } = await contacts.setCards({ update: { [id]: { addressBookIds: {} } } });
    expect(notUpdated).toMatchObject({ [id]: { type: "invalidProperties", properties: ["addressBookIds"] } });
    await contacts.setBooks({ destroy: [book], onDestroyRemoveContents: true });
    expect((await contacts.cardOf(id)).addressBookIds).toEqual({ [first]: true });
    await contacts.setCards({ destroy: [id] });
  });

  test.each<[string, LooseArgs, string]>([
    ["[9553 §2.1.1] another type", { "@type": "Group" }, "@type"],
    ["[9553 §1.3.4] a part of another type", { emails: { e: { "@type": "Phone", address: "a@x.example" } } }, "emails"],
    ["[9553 §2.3.1] an address that is none", { emails: { e: { address: 5 } } }, "emails"],
    ["[9553 §2.3.1] an entry without its address", { emails: { e: { label: "home" } } }, "emails"],
    ["[9553 §1.5.3] a preference of 101", { phones: { p: { number: "1", pref: 101 } } }, "phones"],
    ["[9553 §1.4.1] an id with a space", { emails: { "a b": { address: "a@x.example" } } }, "emails"],
    [
      "[9553 §2.8.1] a day without a month",
      { anniversaries: { a: { kind: "birth", date: { day: 3 } } } },
      "anniversaries",
    ],
    [
      "[9553 §2.8.1] a thirteenth month",
      { anniversaries: { a: { kind: "birth", date: { year: 1, month: 13 } } } },
      "anniversaries",
    ],
    ["[9553 §2.1.6] members of no group", { members: { "urn:a": true } }, "members"],
    ["[9553 §2.1.6] members that are not true", { kind: "group", members: { "urn:a": false } }, "members"],
    ["an address book that is not there", { addressBookIds: { d9999: true } }, "addressBookIds"],
    ["an id", { id: "c1" }, "id"],
    ["a uid with a line break", { uid: "a\nb" }, "uid"],
    ["[9610 §3] both a blob and a URI", { media: { m: { kind: "photo", blobId: "B1", uri: "data:," } } }, "media"],
  ])("refuse %s", async (_, properties, wrong) => {
    expect(await contacts.problemOf({ name: { full: "A" }, ...properties })).toEqual(["invalidProperties", wrong]);
  });

  test("two have never the same uid, and the error names the other", async () => {
    const id = await contacts.create(wholeCard);
    const { created, notCreated } = await contacts.setCards({
      create: { again: wholeCard, one: { ...wholeCard, uid: "twin" }, two: { ...wholeCard, uid: "twin" } },
    });
    expect(notCreated).toMatchObject({
      again: { type: "alreadyExists", existingId: id },
      two: { type: "alreadyExists" },
    });
    await contacts.setCards({ destroy: [id, created!["one"]!.id!] });
  });

  test("[9610 §3.5] a picture that was uploaded is in the card; what is no picture is refused", async () => {
    const picture = await t.upload(onePixelPng, "image/png");
    const id = await contacts.create({ name: { full: "A" }, media: { m: { kind: "photo", blobId: picture } } });
    const uri = `data:image/png;base64,${Buffer.from(onePixelPng).toString("base64")}`;
    expect((await contacts.cardOf(id)).media).toEqual({ m: { kind: "photo", mediaType: "image/png", uri } });
    await contacts.setCards({ update: { [id]: { "media/m": null } } });
    const put = await contacts.setCards({ update: { [id]: { "media/n": { kind: "photo", blobId: picture } } } });
    expect(put.updated![id]).toMatchObject({ media: { n: { uri } } });
    expect((await contacts.cardOf(id)).media).toMatchObject({ n: { uri } });
    const text = await t.upload("no picture", "image/png");
    expect(await contacts.problemOf({ media: { m: { kind: "photo", blobId: text } } })).toEqual([
      "invalidProperties",
      "media",
    ]);
    expect(await contacts.problemOf({ media: { m: { kind: "photo", blobId: "B0" } } })).toEqual(["blobNotFound"]);
    await contacts.setCards({ destroy: [id] });
  });

  test("[9610 §3.2] changes are told, and pushed", async () => {
    const listener = await listenFor(t, t.accountId, "ContactCard");
    const { state } = await t.call("ContactCard/get", { ids: [] });
    const id = await contacts.create({ name: { full: "A" } });
    const pushed = (await t.call("ContactCard/get", { ids: [] })).state;
    await eventually(() => expect(listener.state()).toBe(pushed));
    const changes = await t.call("ContactCard/changes", { sinceState: state });
    expect(changes).toMatchObject({ created: [id], updated: [], destroyed: [] });
    await contacts.setCards({ destroy: [id] });
    expect(await t.call("ContactCard/changes", { sinceState: changes.newState })).toMatchObject({ destroyed: [id] });
    listener.close();
  });
});
