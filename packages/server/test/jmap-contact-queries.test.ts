/** ContactCard/query, /queryChanges and /copy: RFC 9610 §3.3, §3.4, §3.6. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Contacts, wholeCard } from "./support/contacts.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
let contacts: Contacts;
beforeAll(async () => {
  t = await jmap();
  contacts = new Contacts(t);
});
afterAll(() => t.close());

const given = (value: string) => ({ kind: "given", value });
const surname = (value: string) => ({ kind: "surname", value });
const by = (...properties: string[]) => ({ sort: properties.map((property) => ({ property })) });

describe("[9610 §3.3] queries", () => {
  const ids: Record<string, Id> = {};
  beforeAll(async () => {
    const { created } = await contacts.setCards({
      create: {
        anna: wholeCard,
        boris: {
          name: { components: [given("Борис"), surname("Акунин")] },
          emails: { e: { address: "boris@100%.example" } },
          created: "2020-01-01T00:00:00Z",
          updated: "2020-01-02T00:00:00Z",
        },
        firm: { kind: "org", organizations: { o: { name: "Ёлка и Ко" } }, notes: { n: { note: "Редактор не нужен" } } },
        team: { kind: "group", name: { full: "Команда" }, members: { [wholeCard.uid]: true, "urn:elsewhere": true } },
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
    [{ uid: wholeCard.uid }, ["anna"]],
    [{ hasMember: wholeCard.uid }, ["team"]],
    [{ hasMember: "urn:else" }, []],
    [{ createdBefore: "2021-01-01T00:00:00Z" }, ["boris"]],
    [{ updatedAfter: "2023-10-31T12:27:38Z", updatedBefore: "2023-10-31T12:27:39Z" }, ["anna"]],
    [{ operator: "NOT", conditions: [{ kind: "individual" }] }, ["firm", "team"]],
    [{ operator: "OR", conditions: [{ kind: "org" }, { name: "борис" }] }, ["boris", "firm"]],
    [
      { operator: "OR", conditions: [{ name: "анна" }, { name: "борис" }, { note: "нужен" }] },
      ["anna", "boris", "firm"],
    ],
    [
      { operator: "OR", conditions: [{ name: "анна борис" }, { name: "команда" }, { name: "" }] },
      ["anna", "boris", "firm", "team"],
    ],
    [{ operator: "NOT", conditions: [{ name: "анна" }, { name: "борис" }] }, ["firm", "team"]],
    [{ operator: "OR", conditions: [{ email: "1_0%" }, { email: '"boris@100%.example"' }] }, ["boris"]],
    [{ operator: "OR", conditions: [] }, []],
    [{ operator: "AND", conditions: [] }, ["anna", "boris", "firm", "team"]],
    [{ inAddressBook: "d9999" }, []],
  ])("[9610 §3.3.1] %j", async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  test("[9610 §3.3.1] inAddressBook is the cards of a book, also of one that the same request has made", async () => {
    const { methodResponses } = await t.request([
      ["AddressBook/set", { create: { b: { name: "Club" } } }],
      ["ContactCard/set", { update: { [ids["boris"]!]: { "addressBookIds/#b": true } } }],
      ["ContactCard/query", { filter: { inAddressBook: "#b" } }],
    ]);
    const book = (methodResponses[0]![1] as { created: Record<string, { id: Id }> }).created["b"]!.id;
    expect(methodResponses[2]![1]).toMatchObject({ ids: [ids["boris"]] });
    expect(await found({ inAddressBook: book })).toEqual(["boris"]);
    expect(await found({ inAddressBook: await contacts.defaultBook() })).toEqual(["anna", "boris", "firm", "team"]);
    await contacts.setBooks({ destroy: [book], onDestroyRemoveContents: true });
    expect(await found({})).toEqual(["anna", "boris", "firm", "team"]);
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

  test("[9610 §3.3.2] a card without a given name or a surname is sorted by what is shown of it", async () => {
    const { created } = await contacts.setCards({
      create: {
        doctor: {
          name: {
            components: [
              { kind: "credential", value: "Я" },
              { kind: "title", value: "Бал." },
            ],
          },
        },
      },
    });
    const id = created!["doctor"]!.id!;
    const { ids: sorted } = await t.call("ContactCard/query", by("name/surname"));
    // As "Бал. Я", between Акунин and Ёлка.
    expect(sorted.slice(0, 3)).toEqual([ids["boris"], id, ids["firm"]]);
    await contacts.setCards({ destroy: [id] });
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
    await contacts.setCards({ update: { [ids["firm"]!]: { kind: "individual", name: { full: "Аист" } } } });
    const changes = await t.call("ContactCard/queryChanges", { ...args, sinceQueryState: queryState });
    expect(changes).toMatchObject({ removed: [ids["firm"]], added: [{ id: ids["firm"], index: 0 }] });
  });
});

describe("[9610 §3.6] ContactCard/copy", () => {
  test("copies into another account of the caller, and may remove the original", async () => {
    const { accountId: fromAccountId } = t;
    const { accountId } = await t.addMailbox("copies");
    const id = await contacts.create({ ...wholeCard, uid: "to copy" });
    const args = { fromAccountId, accountId, create: { a: { id }, b: { id: "c9999" } } };
    const { methodResponses } = await t.request([["ContactCard/copy", { ...args, onSuccessDestroyOriginal: true }]]);
    const [[name, copied], [next, set]] = methodResponses as unknown as [[string, LooseArgs], [string, LooseArgs]];
    expect([name, next]).toEqual(["ContactCard/copy", "ContactCard/set"]);
    expect(copied).toMatchObject({ notCreated: { b: { type: "notFound" } } });
    expect(set).toMatchObject({ accountId: fromAccountId, destroyed: [id] });
    const { list } = await t.call("ContactCard/get", { accountId });
    expect(list).toMatchObject([{ uid: "to copy", emails: wholeCard.emails, created: wholeCard.created }]);
    expect(await t.errorOf("ContactCard/copy", { ...args, accountId: fromAccountId })).toBe("invalidArguments");
  });
});
