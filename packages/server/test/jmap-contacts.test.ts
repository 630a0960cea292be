/** Contacts: RFC 9610, with cards as RFC 9553 has them. */
import { CONTACTS, type ContactCard, CORE, type Id, MAIL } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";
import { listenFor } from "./support/push-listener.ts";

/** Its signature: no more is looked at. */
const onePixelPng = new Uint8Array(Buffer.from("iVBORw0KGgo=", "base64"));

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const setCards = (args: LooseArgs) => t.call("ContactCard/set", args);
const setBooks = (args: LooseArgs) => t.call("AddressBook/set", args);

async function create(card: LooseArgs): Promise<Id> {
  const { created, notCreated } = await setCards({ create: { c: card } });
  expect(notCreated).toBeNull();
  return created!["c"]!.id!;
}
async function cardOf(id: Id): Promise<ContactCard> {
  return (await t.call("ContactCard/get", { ids: [id] })).list[0] as ContactCard;
}
const problemOf = async (card: LooseArgs) => {
  const { type, properties } = (await setCards({ create: { c: card } })).notCreated!["c"]!;
  return [type, ...(properties ?? [])];
};
async function newBook(name: string): Promise<Id> {
  return (await setBooks({ create: { b: { name } } })).created!["b"]!.id!;
}
const defaultBook = async (): Promise<Id> =>
  (await t.call("AddressBook/get", {})).list.find(({ isDefault }) => isDefault)!.id!;

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
    const { created } = await setBooks({ create: { a: { name: "Работа" }, b: { name: "Home", sortOrder: 3 } } });
    const [a, b] = [created!["a"]!.id!, created!["b"]!.id!];
    expect(created!["a"]).toMatchObject({ isDefault: false, sortOrder: 0, isSubscribed: true });
    expect(created!["b"]).not.toHaveProperty("sortOrder");
    await setBooks({ update: { [b]: { name: "Family", description: "Those at home" } }, destroy: [a] });
    const { list } = await t.call("AddressBook/get", { ids: [b], properties: ["name", "description"] });
    expect(list).toEqual([{ id: b, name: "Family", description: "Those at home" }]);
    const changes = await t.call("AddressBook/changes", { sinceState: state });
    expect(changes.created).toContain(b);
    expect([...changes.created, ...changes.updated]).not.toContain(a);
    await setBooks({ destroy: [b] });
  });

  test.each<[string, LooseArgs, string]>([
    ["no name", {}, "name"],
    ["a name longer than 255 octets", { name: "ж".repeat(128) }, "name"],
    ["a shared one", { name: "A", shareWith: { x: { mayRead: true } } }, "shareWith"],
    ["a default", { name: "A", isDefault: true }, "isDefault"],
  ])("[9610 §2] refuse %s", async (_, properties, wrong) => {
    const { notCreated } = await setBooks({ create: { b: properties } });
    expect(notCreated).toMatchObject({ b: { type: "invalidProperties", properties: [wrong] } });
  });

  test("[9610 §2.3] one with cards goes only with onDestroyRemoveContents; cards of other books stay", async () => {
    const [one, other] = [await newBook("One"), await newBook("Other")];
    const alone = await create({ name: { full: "Alone" }, addressBookIds: { [one]: true } });
    const both = await create({ name: { full: "Both" }, addressBookIds: { [one]: true, [other]: true } });
    expect((await setBooks({ destroy: [one] })).notDestroyed).toEqual({ [one]: { type: "addressBookHasContents" } });
    const { state } = await t.call("ContactCard/get", { ids: [] });
    expect((await setBooks({ destroy: [one], onDestroyRemoveContents: true })).destroyed).toEqual([one]);
    expect((await cardOf(both)).addressBookIds).toEqual({ [other]: true });
    expect(await t.call("ContactCard/changes", { sinceState: state })).toMatchObject({
      created: [],
      updated: [both],
      destroyed: [alone],
    });
    await setBooks({ destroy: [other], onDestroyRemoveContents: true });
  });

  test("[9610 §2.3] onSuccessSetIsDefault moves the default, which cannot be removed", async () => {
    const first = await defaultBook();
    const made = await setBooks({ create: { b: { name: "New" } }, onSuccessSetIsDefault: "#b" });
    const second = made.created!["b"]!.id!;
    expect(made.updated).toMatchObject({ [first]: { isDefault: false }, [second]: { isDefault: true } });
    expect(await defaultBook()).toBe(second);
    expect((await setBooks({ destroy: [second] })).notDestroyed).toMatchObject({ [second]: { type: "forbidden" } });
    // Nothing where something failed, and nothing for a book that is not there.
    await setBooks({ destroy: ["d9999"], onSuccessSetIsDefault: first });
    await setBooks({ onSuccessSetIsDefault: "d9999" });
    expect(await defaultBook()).toBe(second);
    await setBooks({ onSuccessSetIsDefault: first });
    await setBooks({ destroy: [second] });
  });
});

const whole = {
  "@type": "Card",
  version: "1.0",
  uid: "urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
  kind: "individual",
  created: "2022-09-30T14:35:10Z",
  updated: "2023-10-31T12:27:38Z",
  language: "ru",
  name: {
    components: [
      { kind: "given", value: "Анна" },
      { kind: "surname", value: "Пёстрая" },
    ],
    isOrdered: true,
  },
  nicknames: { k1: { name: "Аня" } },
  organizations: { o1: { name: "Пример", units: [{ name: "Отдел писем" }] } },
  titles: { t1: { kind: "role", name: "Редактор", organizationId: "o1" } },
  emails: {
    e1: { address: "anna@work.example", contexts: { work: true }, pref: 1 },
    e2: { address: "Anna@Home.example", label: "home" },
  },
  phones: { p1: { number: "+7 (900) 123-45-67", features: { mobile: true } } },
  onlineServices: { s1: { service: "Mastodon", uri: "https://social.example/@anna" } },
  addresses: { a1: { full: "Набережная, 5", countryCode: "RU" } },
  anniversaries: {
    b1: { kind: "birth", date: { year: 1981, month: 4, day: 12 } },
    b2: { kind: "wedding", date: { "@type": "Timestamp", utc: "2010-06-01T00:00:00Z" } },
  },
  notes: { n1: { note: "Любит письма от руки" } },
  keywords: { editors: true },
  "example.com:shoes": { size: 39 },
};

describe("[9610 §3] cards", () => {
  test("[9553] keep everything that they say, also what only a vendor knows", async () => {
    const id = await create(whole);
    expect(await cardOf(id)).toEqual({ ...whole, id, addressBookIds: { [await defaultBook()]: true } });
    const { list } = await t.call("ContactCard/get", {
      ids: [id],
      properties: ["emails", "example.com:shoes", "media"],
    });
    expect(list).toEqual([{ id, emails: whole.emails, "example.com:shoes": { size: 39 } }]);
    expect(await t.errorOf("ContactCard/get", { ids: [id], properties: ["colour"] })).toBe("invalidArguments");
    await setCards({ destroy: [id] });
  });

  test("[9610 §3.5] get what they leave out: uid, version, times, address book", async () => {
    const { created } = await setCards({ create: { c: { name: { full: "Boris" } } } });
    expect(created!["c"]).toMatchObject({
      id: expect.stringMatching(/^c\d+$/),
      "@type": "Card",
      version: "1.0",
      uid: expect.stringMatching(/^urn:uuid:/),
      created: expect.stringMatching(/Z$/),
      addressBookIds: { [await defaultBook()]: true },
    });
    expect(created!["c"]).not.toHaveProperty("name");
    await setCards({ destroy: [created!["c"]!.id!] });
  });

  test("[8620 §5.3] are patched, and say when", async () => {
    const id = await create(whole);
    const { updated } = await setCards({
      update: { [id]: { "emails/e1/address": "anna@new.example", "emails/e2": null, notes: null, nicknames: {} } },
    });
    expect(updated![id]).toEqual({ updated: expect.stringMatching(/^20\d\d-/) });
    const card = await cardOf(id);
    expect(card.emails).toEqual({ e1: { ...whole.emails.e1, address: "anna@new.example" } });
    expect(card).not.toHaveProperty("notes");
    expect(Date.parse(card.updated!)).toBeGreaterThan(Date.parse(whole.updated));
    const { notUpdated } = await setCards({
      update: { [id]: { uid: "urn:other" }, c9999: { kind: "org" } },
    });
    expect(notUpdated).toMatchObject({
      [id]: { type: "invalidProperties", properties: ["uid"] },
      c9999: { type: "notFound" },
    });
    await setCards({ destroy: [id] });
  });

  test("[9610 §3] are in one address book or several, which may be made in the same request", async () => {
    const first = await defaultBook();
    const { methodResponses } = await t.request([
      ["AddressBook/set", { create: { b: { name: "Club" } } }],
      ["ContactCard/set", { create: { c: { name: { full: "Member" }, addressBookIds: { "#b": true } } } }],
    ]);
    const book = (methodResponses[0]![1] as { created: Record<string, { id: Id }> }).created["b"]!.id;
    const id = (methodResponses[1]![1] as { created: Record<string, { id: Id }> }).created["c"]!.id;
    expect((await cardOf(id)).addressBookIds).toEqual({ [book]: true });
    await setCards({ update: { [id]: { [`addressBookIds/${first}`]: true } } });
    expect((await cardOf(id)).addressBookIds).toEqual({ [book]: true, [first]: true });
    const { notUpdated } = await setCards({ update: { [id]: { addressBookIds: {} } } });
    expect(notUpdated).toMatchObject({ [id]: { type: "invalidProperties", properties: ["addressBookIds"] } });
    await setBooks({ destroy: [book], onDestroyRemoveContents: true });
    expect((await cardOf(id)).addressBookIds).toEqual({ [first]: true });
    await setCards({ destroy: [id] });
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
    expect(await problemOf({ name: { full: "A" }, ...properties })).toEqual(["invalidProperties", wrong]);
  });

  test("two have never the same uid, and the error names the other", async () => {
    const id = await create(whole);
    const { created, notCreated } = await setCards({
      create: { again: whole, one: { ...whole, uid: "twin" }, two: { ...whole, uid: "twin" } },
    });
    expect(notCreated).toMatchObject({
      again: { type: "alreadyExists", existingId: id },
      two: { type: "alreadyExists" },
    });
    await setCards({ destroy: [id, created!["one"]!.id!] });
  });

  test("[9610 §3.5] a picture that was uploaded is in the card; what is no picture is refused", async () => {
    const picture = await t.upload(onePixelPng, "image/png");
    const id = await create({ name: { full: "A" }, media: { m: { kind: "photo", blobId: picture } } });
    const uri = `data:image/png;base64,${Buffer.from(onePixelPng).toString("base64")}`;
    expect((await cardOf(id)).media).toEqual({ m: { kind: "photo", mediaType: "image/png", uri } });
    await setCards({ update: { [id]: { "media/m": null } } });
    const put = await setCards({ update: { [id]: { "media/n": { kind: "photo", blobId: picture } } } });
    expect(put.updated![id]).toMatchObject({ media: { n: { uri } } });
    expect((await cardOf(id)).media).toMatchObject({ n: { uri } });
    const text = await t.upload("no picture", "image/png");
    expect(await problemOf({ media: { m: { kind: "photo", blobId: text } } })).toEqual(["invalidProperties", "media"]);
    expect(await problemOf({ media: { m: { kind: "photo", blobId: "B0" } } })).toEqual(["blobNotFound"]);
    await setCards({ destroy: [id] });
  });

  test("[9610 §3.2] changes are told, and pushed", async () => {
    const listener = await listenFor(t, t.accountId, "ContactCard");
    const { state } = await t.call("ContactCard/get", { ids: [] });
    const id = await create({ name: { full: "A" } });
    const pushed = (await t.call("ContactCard/get", { ids: [] })).state;
    await eventually(() => expect(listener.state()).toBe(pushed));
    const changes = await t.call("ContactCard/changes", { sinceState: state });
    expect(changes).toMatchObject({ created: [id], updated: [], destroyed: [] });
    await setCards({ destroy: [id] });
    expect(await t.call("ContactCard/changes", { sinceState: changes.newState })).toMatchObject({ destroyed: [id] });
    listener.close();
  });
});

const given = (value: string) => ({ kind: "given", value });
const surname = (value: string) => ({ kind: "surname", value });
const by = (...properties: string[]) => ({ sort: properties.map((property) => ({ property })) });

describe("[9610 §3.3] queries", () => {
  const ids: Record<string, Id> = {};
  beforeAll(async () => {
    const { created } = await setCards({
      create: {
        anna: whole,
        boris: {
          name: { components: [given("Борис"), surname("Акунин")] },
          emails: { e: { address: "boris@100%.example" } },
          created: "2020-01-01T00:00:00Z",
          updated: "2020-01-02T00:00:00Z",
        },
        firm: { kind: "org", organizations: { o: { name: "Ёлка и Ко" } }, notes: { n: { note: "Редактор не нужен" } } },
        team: { kind: "group", name: { full: "Команда" }, members: { [whole.uid]: true, "urn:elsewhere": true } },
      },
    });
    for (const [key, { id }] of Object.entries(created!)) ids[key] = id!;
  });

  const found = async (filter: LooseArgs | null, rest: LooseArgs = {}): Promise<string[]> => {
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await t.call("ContactCard/query", { filter, ...rest })).ids.map((id) => names.get(id)!);
  };

  test.each<[LooseArgs, string[]]>([
    [{}, ["anna", "boris", "firm", "team"]],
    [{ text: "пестрая" }, ["anna"]],
    [{ text: "РЕДАКТОР" }, ["anna", "firm"]],
    [{ text: "анна редактор" }, ["anna"]],
    [{ text: '"не нужен"' }, ["firm"]],
    [{ text: "нужен не" }, ["firm"]],
    [{ text: "100%" }, ["boris"]],
    [{ text: "1_0%" }, []],
    [{ name: "анна" }, ["anna"]],
    [{ name: "редактор" }, []],
    [{ "name/given": "борис" }, ["boris"]],
    [{ "name/surname": "борис" }, []],
    [{ nickname: "аня" }, ["anna"]],
    [{ organization: "отдел" }, ["anna"]],
    [{ email: "anna@home.example" }, ["anna"]],
    [{ phone: "9001234567" }, ["anna"]],
    [{ phone: "123-45" }, ["anna"]],
    [{ onlineService: "mastodon" }, ["anna"]],
    [{ address: "набережная" }, ["anna"]],
    [{ note: "нужен" }, ["firm"]],
    [{ kind: "org" }, ["firm"]],
    [{ kind: "individual" }, ["anna", "boris"]],
    [{ uid: whole.uid }, ["anna"]],
    [{ hasMember: whole.uid }, ["team"]],
    [{ hasMember: "urn:else" }, []],
    [{ createdBefore: "2021-01-01T00:00:00Z" }, ["boris"]],
    [{ updatedAfter: "2023-10-31T12:27:38Z", updatedBefore: "2023-10-31T12:27:39Z" }, ["anna"]],
    [{ operator: "NOT", conditions: [{ kind: "individual" }] }, ["firm", "team"]],
    [{ operator: "OR", conditions: [{ kind: "org" }, { name: "борис" }] }, ["boris", "firm"]],
    [{ operator: "AND", conditions: [] }, ["anna", "boris", "firm", "team"]],
    [{ inAddressBook: "d9999" }, []],
  ])("[9610 §3.3.1] %j", async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  test("[9610 §3.3.1] what is no condition is refused", async () => {
    expect(await t.errorOf("ContactCard/query", { filter: { colour: "red" } })).toBe("unsupportedFilter");
    expect(await t.errorOf("ContactCard/query", { sort: [{ property: "colour" }] })).toBe("unsupportedSort");
  });

  test("[9610 §3.3.2] sorts by names and times; a card without a name stands where its other name belongs", async () => {
    expect(await found(null, by("name/given"))).toEqual(["anna", "boris", "firm", "team"]);
    expect(await found(null, by("name/surname", "name/given"))).toEqual(["boris", "firm", "team", "anna"]);
    expect(await found(null, { sort: [{ property: "created", isAscending: false }] })).toEqual([
      "firm",
      "team",
      "anna",
      "boris",
    ]);
  });

  test("[8620 §5.5] windows, by position and by anchor", async () => {
    const sort = [{ property: "name/given" }];
    const page = await t.call("ContactCard/query", { sort, position: 1, limit: 2, calculateTotal: true });
    expect(page).toMatchObject({ position: 1, total: 4, ids: [ids["boris"], ids["firm"]] });
    expect(await found(null, { sort, position: -1 })).toEqual(["team"]);
    expect(await found(null, { sort, anchor: ids["firm"], anchorOffset: -1, limit: 2 })).toEqual(["boris", "firm"]);
    expect(await t.errorOf("ContactCard/query", { sort, anchor: "c9999" })).toBe("anchorNotFound");
  });

  test("[9610 §3.4] queryChanges says what came and went", async () => {
    const args = { filter: { kind: "individual" }, sort: [{ property: "name/given" }] };
    const { queryState } = await t.call("ContactCard/query", args);
    await setCards({ update: { [ids["firm"]!]: { kind: "individual", name: { full: "Аист" } } } });
    const changes = await t.call("ContactCard/queryChanges", { ...args, sinceQueryState: queryState });
    expect(changes).toMatchObject({ removed: [ids["firm"]], added: [{ id: ids["firm"], index: 0 }] });
  });
});

describe("[9610 §3.6] ContactCard/copy", () => {
  test("copies into another account of the caller, and may remove the original", async () => {
    const { accountId: fromAccountId } = t;
    const { accountId } = await t.addMailbox("copies");
    const id = await create({ ...whole, uid: "to copy" });
    const args = { fromAccountId, accountId, create: { a: { id }, b: { id: "c9999" } } };
    const { methodResponses } = await t.request([["ContactCard/copy", { ...args, onSuccessDestroyOriginal: true }]]);
    const [[name, copied], [next, set]] = methodResponses as unknown as [[string, LooseArgs], [string, LooseArgs]];
    expect([name, next]).toEqual(["ContactCard/copy", "ContactCard/set"]);
    expect(copied).toMatchObject({ notCreated: { b: { type: "notFound" } } });
    expect(set).toMatchObject({ accountId: fromAccountId, destroyed: [id] });
    const { list } = await t.call("ContactCard/get", { accountId });
    expect(list).toMatchObject([{ uid: "to copy", emails: whole.emails, created: whole.created }]);
    expect(await t.errorOf("ContactCard/copy", { ...args, accountId: fromAccountId })).toBe("invalidArguments");
  });
});
