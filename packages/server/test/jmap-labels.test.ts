import {
  CORE,
  type Id,
  LABELS,
  type LabelsCapability,
  MAIL,
  MAX_LABEL_NAME,
  MAX_LABELS,
  MAX_SEARCH_NAME,
} from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const set = (args: LooseArgs) => t.call("Label/set", args);
async function create(properties: LooseArgs): Promise<{ id: Id; keyword: string }> {
  const { created, notCreated } = await set({ create: { new: properties } });
  expect(notCreated).toBeFalsy();
  return created!["new"] as { id: Id; keyword: string };
}
const problemOf = async (properties: LooseArgs) => {
  const { type, properties: wrong } = (await set({ create: { new: properties } })).notCreated!["new"]!;
  return [type, ...(wrong ?? [])];
};
const label = async (id: Id) => (await t.call("Label/get", { ids: [id] })).list[0];
const counts = async (id: Id) => {
  const { totalEmails, unreadEmails } = (await label(id))!;
  return [totalEmails, unreadEmails];
};
const message = (subject: string): string => lines("From: Anna <anna@x.example>", `Subject: ${subject}`, "", "Hello");

describe("labels", () => {
  test("have a name, a colour and a keyword that every mail server can keep", async () => {
    const { id, keyword } = await create({ name: " Важное дело ", color: "teal" });
    expect(keyword).toBe("vazhnoe-delo");
    expect(await label(id)).toEqual({
      id,
      keyword,
      name: "Важное дело",
      color: "teal",
      parentId: null,
      totalEmails: 0,
      unreadEmails: 0,
    });
  });

  test.each([
    ["Café Zürich", "cafe-zurich"],
    ["日本", "label"],
    ["Forwarded", "label-forwarded"],
    ["category-orders", "label-category-orders"],
  ])("%s goes as %s", async (name, keyword) => {
    expect((await create({ name })).keyword).toBe(keyword);
  });

  test("two names that are written alike have two keywords", async () => {
    expect((await create({ name: "Ёж" })).keyword).toBe("yozh");
    expect((await create({ name: "Yozh" })).keyword).toBe("yozh-2");
  });

  test.each<[string, LooseArgs, string[]]>([
    ["no name", {}, ["invalidProperties", "name"]],
    ["an empty name", { name: "  " }, ["invalidProperties", "name"]],
    ["a long name", { name: "x".repeat(61) }, ["invalidProperties", "name"]],
    ["a colour of its own", { name: "A", color: "#f00" }, ["invalidProperties", "color"]],
    ["a system keyword", { name: "A", keyword: "$seen" }, ["invalidProperties", "keyword"]],
    ["a category", { name: "A", keyword: "category-fines" }, ["invalidProperties", "keyword"]],
    ["the name of another", { name: "café zürich" }, ["invalidProperties", "name"]],
    ["a label that does not exist above it", { name: "A", parentId: "l9999" }, ["invalidProperties", "parentId"]],
    ["counts", { name: "A", totalEmails: 3 }, ["invalidProperties", "totalEmails"]],
  ])("refuses %s", async (_, properties, problem) => {
    expect(await problemOf(properties)).toEqual(problem);
  });

  test("stand under each other, never in a circle; where one goes, those under it take its place", async () => {
    const { created } = await set({
      create: { a: { name: "Work" }, b: { name: "Project", parentId: "#a" }, c: { name: "Draft", parentId: "#b" } },
    });
    const [a, b, c] = ["a", "b", "c"].map((key) => (created as Record<string, { id: Id }>)[key]!.id) as [Id, Id, Id];
    expect((await set({ update: { [a]: { parentId: c } } })).notUpdated).toMatchObject({
      [a]: { type: "invalidProperties", properties: ["parentId"] },
    });
    const { state } = await t.call("Label/get", { ids: [] });
    expect((await set({ destroy: [b] })).destroyed).toEqual([b]);
    expect(await label(c)).toMatchObject({ parentId: a });
    expect(await t.call("Label/changes", { sinceState: state })).toMatchObject({ updated: [c], destroyed: [b] });
  });

  test("are renamed and coloured; the keyword stays", async () => {
    const { id, keyword } = await create({ name: "Old" });
    expect((await set({ update: { [id]: { name: "New", color: "red" } } })).updated).toEqual({ [id]: null });
    expect(await label(id)).toMatchObject({ name: "New", color: "red", keyword });
    const { notUpdated } = await set({ update: { [id]: { keyword: "other" }, l9999: { name: "X" } } });
    expect(notUpdated).toMatchObject({
      [id]: { type: "invalidProperties", properties: ["keyword"] },
      l9999: { type: "notFound" },
    });
  });

  test("count the letters that have them, but for those in the trash or the spam alone", async () => {
    const { id, keyword } = await create({ name: "Counted" });
    const one = await t.importMessage(message("one"), { keywords: [keyword] });
    const two = await t.importMessage(message("two"), { keywords: [keyword, "$seen"] });
    const three = await t.importMessage(message("three"));
    expect(await counts(id)).toEqual([2, 1]);

    const { state } = await t.call("Label/get", { ids: [] });
    await t.call("Email/set", { update: { [three]: { [`keywords/${keyword.toUpperCase()}`]: true } } });
    expect(await counts(id)).toEqual([3, 2]);
    expect((await t.call("Label/changes", { sinceState: state })).updated).toEqual([id]);

    await t.call("Email/set", { update: { [three]: { "keywords/$seen": true } } });
    expect(await counts(id)).toEqual([3, 1]);
    await t.call("Email/set", {
      update: { [one]: { mailboxIds: { [t.role["trash"]!]: true } }, [two]: { [`keywords/${keyword}`]: null } },
    });
    expect(await counts(id)).toEqual([1, 0]);
    await t.call("Email/set", { update: { [one]: { mailboxIds: { [t.role["inbox"]!]: true } } }, destroy: [three] });
    expect(await counts(id)).toEqual([1, 1]);
    const { notChanged } = { notChanged: (await t.call("Label/get", { ids: [] })).state };
    await t.call("Email/set", { update: { [one]: { "keywords/$flagged": true } } });
    expect((await t.call("Label/get", { ids: [] })).state).toBe(notChanged);
  });

  test("that go leave the keyword to the letters, and have them again when they come back", async () => {
    const { id, keyword } = await create({ name: "Gone" });
    await t.importMessage(message("kept"), { keywords: [keyword] });
    await set({ destroy: [id] });
    await t.importMessage(message("meanwhile"), { keywords: [keyword] });
    const again = await create({ name: "Gone", keyword });
    expect(again.id).not.toBe(id);
    expect(await counts(again.id)).toEqual([2, 2]);
  });

  test("that were removed come back under their own id, and under no other", async () => {
    const { id, keyword } = await create({ name: "Coming back", color: "red" });
    const under = await create({ name: "Under it", parentId: id });
    const { state } = await t.call("Label/get", { ids: [] });
    await set({ destroy: [id] });
    const gone = await t.call("Label/changes", { sinceState: state });
    expect(gone.destroyed).toEqual([id]);
    expect(await create({ id, keyword, name: "Coming back", color: "red" })).toMatchObject({ id, keyword });
    await set({ update: { [under.id]: { parentId: id } } });
    expect(await label(id)).toMatchObject({ id, keyword, name: "Coming back", color: "red" });
    // To a client that saw it go it is new; one that did not hears of it as well.
    const after = await t.call("Label/changes", { sinceState: gone.newState });
    expect([after.created, after.destroyed]).toEqual([[id], []]);
    const all = await t.call("Label/changes", { sinceState: state });
    expect([...all.created, ...all.updated]).toContain(id);
    expect(all.destroyed).toEqual([]);
    for (const other of [id, "l999999", "x1", ""])
      expect(await problemOf({ id: other, name: "Other" })).toContain("id");
  });

  test("have names of 60 characters, whatever they take in memory", async () => {
    const { id } = await create({ name: "😀".repeat(MAX_LABEL_NAME) });
    expect((await label(id))!.name).toBe("😀".repeat(MAX_LABEL_NAME));
    expect(await problemOf({ name: "😀".repeat(MAX_LABEL_NAME + 1) })).toEqual(["invalidProperties", "name"]);
    await set({ destroy: [id] });
  });

  test("Thunderbird's five can have names too", async () => {
    await t.importMessage(message("marked elsewhere"), { keywords: ["$label1"] });
    const { id } = await create({ name: "Important to me", keyword: "$label1" });
    expect(await counts(id)).toEqual([1, 1]);
  });

  test("stand in the session, so that the first rows of a page show them", async () => {
    const { accounts } = await t.client.session(true);
    const { labels, isOnServer } = accounts[t.accountId]!.accountCapabilities[LABELS] as LabelsCapability;
    const { list } = await t.call("Label/get", {});
    expect(labels).toEqual(
      list.map(({ id, keyword, name, color, parentId }) => ({ id, keyword, name, color, parentId })),
    );
    expect(isOnServer).toBe(true);
  });

  test("are there only for a client that names the capability", async () => {
    const { methodResponses } = await t.request([["Label/get", {}]], { using: [CORE, MAIL] });
    expect(methodResponses).toMatchObject([["error", { type: "unknownMethod" }, "0"]]);
  });

  test(`are at most ${MAX_LABELS}`, async () => {
    const { list } = await t.call("Label/get", {});
    const names = Array.from({ length: MAX_LABELS - list.length }, (_, index) => [`n${index}`, { name: `N${index}` }]);
    expect((await set({ create: Object.fromEntries(names) })).notCreated).toBeFalsy();
    expect(await problemOf({ name: "One more" })).toEqual(["overQuota"]);
  });
});

const save = (args: LooseArgs) => t.call("SavedSearch/set", args);

describe("saved searches", () => {
  test("have names of 100 characters", async () => {
    const named = (name: string) => save({ create: { a: { name, text: "hotel" } } });
    expect((await named("😀".repeat(MAX_SEARCH_NAME + 1))).notCreated?.["a"]?.properties).toEqual(["name"]);
    const { created } = await named("😀".repeat(MAX_SEARCH_NAME));
    await save({ destroy: [created!["a"]!.id!] });
  });

  test("are kept, renamed and removed, and each device hears of it", async () => {
    const { state } = await t.call("SavedSearch/get", {});
    const { created } = await save({
      create: {
        a: { name: "От Анны", text: "от:анна есть:файл" },
        b: { name: "In the inbox", text: "hotel", mailboxId: t.role["inbox"] },
      },
    });
    const [a, b] = [created!["a"]!.id!, created!["b"]!.id!];
    expect((await t.call("SavedSearch/get", {})).list).toEqual([
      { id: a, name: "От Анны", text: "от:анна есть:файл", mailboxId: null },
      { id: b, name: "In the inbox", text: "hotel", mailboxId: t.role["inbox"] },
    ]);
    await save({ update: { [b]: { name: "Hotels", mailboxId: null } }, destroy: [a] });
    expect((await t.call("SavedSearch/get", { ids: [a, b] })).list).toEqual([
      { id: b, name: "Hotels", text: "hotel", mailboxId: null },
    ]);
    expect(await t.call("SavedSearch/changes", { sinceState: state })).toMatchObject({
      created: [b],
      updated: [],
      destroyed: [],
    });
  });

  test.each<[string, LooseArgs, string]>([
    ["no words", { name: "A" }, "text"],
    ["an empty name", { name: "", text: "a" }, "name"],
    ["a folder that does not exist", { name: "A", text: "a", mailboxId: "m9999" }, "mailboxId"],
  ])("refuse %s", async (_, properties, wrong) => {
    const { notCreated } = await save({ create: { new: properties } });
    expect(notCreated).toMatchObject({ new: { type: "invalidProperties", properties: [wrong] } });
  });
});
