import type { Id, MailboxQueryArgs } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const make: Jmap["mailbox"] = (...args) => t.mailbox(...args);
const remove: Jmap["removeMailboxes"] = (...ids) => t.removeMailboxes(...ids);

const names = async (query: Partial<MailboxQueryArgs>): Promise<string[]> => {
  const { ids } = await t.call("Mailbox/query", query);
  const { list } = await t.call("Mailbox/get", { ids });
  return ids.map((id) => list.find((mailbox) => mailbox.id === id)?.name ?? "");
};

describe("[8621 §2.2] Mailbox/changes", () => {
  test("tells what was made, changed and destroyed, and what only came and went is not told", async () => {
    const { state } = await t.call("Mailbox/get", { ids: [] });
    const remaining = await make("Kept");
    const gone = await make("Gone");
    await remove(gone);
    await t.call("Mailbox/set", { update: { [t.role["junk"]!]: { sortOrder: 7 } } });
    expect(await t.call("Mailbox/changes", { sinceState: state })).toMatchObject({
      oldState: state,
      created: [remaining],
      updated: [t.role["junk"]],
      destroyed: [],
      hasMoreChanges: false,
      updatedProperties: null,
    });
    await remove(remaining);
  });

  test("updatedProperties names the counts when nothing else changed", async () => {
    const { state } = await t.call("Mailbox/get", { ids: [] });
    const id = await t.importMessage("Subject: count me\r\n\r\n");
    const changes = await t.call("Mailbox/changes", { sinceState: state });
    expect(changes.updated).toEqual([t.role["inbox"]]);
    expect(new Set(changes.updatedProperties)).toEqual(
      new Set(["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"]),
    );
    await t.call("Email/set", { destroy: [id] });
  });

  test("[8620 §5.2] comes in pages of maxChanges, until there are no more", async () => {
    let { state } = await t.call("Mailbox/get", { ids: [] });
    const ids = [await make("P1"), await make("P2"), await make("P3")];
    const seen: Id[] = [];
    for (let page = 1; ; page++) {
      const changes = await t.call("Mailbox/changes", { sinceState: state, maxChanges: 2 });
      seen.push(...changes.created);
      state = changes.newState;
      if (!changes.hasMoreChanges) break;
      expect(page).toBeLessThan(3);
    }
    expect(seen).toEqual(ids);
    expect((await t.call("Mailbox/get", { ids: [] })).state).toBe(state);
    await remove(...ids);
  });
});

describe("[8621 §2.3] Mailbox/query", () => {
  const made: Id[] = [];
  beforeAll(async () => {
    const zebra = await make("Zebra", { sortOrder: 1 });
    const apple = await make("Apple", { sortOrder: 2, isSubscribed: false });
    made.push(await make("Inner B", { parentId: zebra, sortOrder: 4 }));
    made.push(await make("Inner A", { parentId: zebra, sortOrder: 5 }), zebra, apple);
  });
  afterAll(() => remove(...made));

  test.each<[string, LooseArgs, string[]]>([
    ["parentId", { parentId: "#zebra" }, ["Inner A", "Inner B"]],
    ["name, a part of it", { name: "inner" }, ["Inner A", "Inner B"]],
    ["role", { role: "trash" }, ["Trash"]],
    ["hasAnyRole false", { hasAnyRole: false }, ["Apple", "Inner A", "Inner B", "Zebra"]],
    ["hasAnyRole true", { hasAnyRole: true }, ["Archive", "Drafts", "Inbox", "Sent", "Spam", "Trash"]],
    ["isSubscribed", { isSubscribed: false }, ["Apple"]],
    ["no parent and no role", { parentId: null, role: null }, ["Apple", "Zebra"]],
    ["OR", { operator: "OR", conditions: [{ name: "app" }, { role: "inbox" }] }, ["Apple", "Inbox"]],
    ["NOT", { operator: "NOT", conditions: [{ hasAnyRole: true }, { name: "inn" }] }, ["Apple", "Zebra"]],
    ["nothing that exists", { parentId: "m999" }, []],
  ])("filters by %s", async (_, filter, expected) => {
    const zebra = made[2];
    const resolved = JSON.parse(JSON.stringify(filter).replace("#zebra", zebra ?? "")) as object;
    expect(await names({ filter: resolved, sort: [{ property: "name" }] })).toEqual(expected);
  });

  test("sorts by several properties, in both directions", async () => {
    const filter = { hasAnyRole: false };
    const bySortOrder = [{ property: "sortOrder" }];
    expect(await names({ filter, sort: bySortOrder })).toEqual(["Zebra", "Apple", "Inner B", "Inner A"]);
    const descending = [{ property: "name", isAscending: false }];
    expect(await names({ filter, sort: descending })).toEqual(["Zebra", "Inner B", "Inner A", "Apple"]);
  });

  test("sortAsTree puts children behind their parents", async () => {
    const sort = [{ property: "name" }];
    const tree = await names({ filter: { hasAnyRole: false }, sort, sortAsTree: true });
    expect(tree).toEqual(["Apple", "Zebra", "Inner A", "Inner B"]);
  });

  test("filterAsTree hides what lies below a hidden one", async () => {
    const filter = { name: "inner" };
    expect(await names({ filter })).toHaveLength(2);
    expect(await names({ filter, filterAsTree: true })).toEqual([]);
  });

  test("[8620 §5.5] windows: position, limit, anchor, total", async () => {
    const sort = [{ property: "name" }];
    const all = (await t.call("Mailbox/query", { sort })).ids;
    const window = (args: LooseArgs) => t.call("Mailbox/query", { sort, ...args });
    expect(await window({ position: 1, limit: 2 })).toMatchObject({ ids: all.slice(1, 3), position: 1 });
    expect(await window({ position: -2 })).toMatchObject({ ids: all.slice(-2), position: all.length - 2 });
    expect(await window({ position: -99 })).toMatchObject({ ids: all, position: 0 });
    expect(await window({ position: 99 })).toMatchObject({ ids: [] });
    expect(await window({ limit: 0, calculateTotal: true })).toMatchObject({ ids: [], total: all.length });
    expect(await window({ anchor: all[3], anchorOffset: -1, limit: 2 })).toMatchObject({
      ids: all.slice(2, 4),
      position: 2,
    });
    expect(await window({ anchor: all[1], anchorOffset: -5, limit: 1 })).toMatchObject({ ids: [all[0]], position: 0 });
    expect(await window({})).not.toHaveProperty("total");
    await expect(window({ anchor: "m999" })).rejects.toMatchObject({ type: "anchorNotFound" });
  });

  test.each([
    ["an unknown condition", { filter: { colour: "red" } }, "unsupportedFilter"],
    ["a condition of a wrong type", { filter: { hasAnyRole: 1 } }, "invalidArguments"],
    ["an unknown operator", { filter: { operator: "XOR", conditions: [] } }, "invalidArguments"],
    ["an unknown sort", { sort: [{ property: "colour" }] }, "unsupportedSort"],
    ["an unknown collation", { sort: [{ property: "name", collation: "x" }] }, "unsupportedSort"],
    ["a sort without a property", { sort: [{}] }, "invalidArguments"],
  ])("[8620 §5.5] %s: %s", async (_, args, expected) => {
    expect(await t.errorOf("Mailbox/query", args)).toBe(expected);
  });
});

describe("[8621 §2.4] Mailbox/queryChanges", () => {
  test.each([{}, { sortAsTree: true, filterAsTree: true }])("brings old results up to date (%j)", async (tree) => {
    const query = { filter: { hasAnyRole: false }, sort: [{ property: "name" }], ...tree };
    const [a, b] = [await make("A"), await make("B")];
    const inner = await make("B inner", { parentId: b });
    const before = await t.call("Mailbox/query", query);
    await remove(a);
    const c = await make("C");
    await t.call("Mailbox/set", { update: { [b]: { name: "Z" } } });
    const { queryState: sinceQueryState } = before;
    const changes = await t.call("Mailbox/queryChanges", { ...query, sinceQueryState, calculateTotal: true });
    const ids = before.ids.filter((id) => !changes.removed.includes(id));
    for (const { id, index } of changes.added) ids.splice(index, 0, id);
    const after = await t.call("Mailbox/query", query);
    expect(ids).toEqual(after.ids);
    expect(changes).toMatchObject({ newQueryState: after.queryState, total: ids.length });
    await expect(t.call("Mailbox/queryChanges", { ...query, sinceQueryState, maxChanges: 1 })).rejects.toMatchObject({
      type: "tooManyChanges",
    });
    await remove(inner, b, c);
  });
});
