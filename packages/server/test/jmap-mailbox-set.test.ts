import type { Id, Mailbox } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const named = async (name: string): Promise<Mailbox> => {
  const { list } = await t.call("Mailbox/get", {});
  return list.find((mailbox) => mailbox.name === name) as Mailbox;
};
const make: Jmap["mailbox"] = (...args) => t.mailbox(...args);
const remove: Jmap["removeMailboxes"] = (...ids) => t.removeMailboxes(...ids);
const refusal = async (given: LooseArgs) =>
  (await t.call("Mailbox/set", { create: { box: given } })).notCreated?.["box"];
const refusedUpdate = async (id: Id, patch: LooseArgs) =>
  (await t.call("Mailbox/set", { update: { [id]: patch } })).notUpdated?.[id];

const refusedDestroy = async (id: Id, rest: LooseArgs = {}) =>
  (await t.call("Mailbox/set", { destroy: [id], ...rest })).notDestroyed?.[id]?.type;

describe("[8621 §2.1] Mailbox/get", () => {
  test("gives the six folders with their roles, rights and counts", async () => {
    const { list, notFound } = await t.call("Mailbox/get", { ids: null });
    expect(list.map(({ role }) => role)).toEqual(["inbox", "sent", "drafts", "archive", "junk", "trash"]);
    expect(notFound).toEqual([]);
    expect(list[0]).toEqual({
      id: t.role["inbox"],
      name: "Inbox",
      parentId: null,
      role: "inbox",
      sortOrder: 1,
      totalEmails: 0,
      unreadEmails: 0,
      totalThreads: 0,
      unreadThreads: 0,
      isSubscribed: true,
      myRights: {
        mayReadItems: true,
        mayAddItems: true,
        mayRemoveItems: true,
        maySetSeen: true,
        maySetKeywords: true,
        mayCreateChild: true,
        mayRename: true,
        mayDelete: false,
        maySubmit: true,
      },
    });
  });

  test("[8620 §5.1] only the properties asked for, and always the id", async () => {
    const { list } = await t.call("Mailbox/get", { ids: [t.role["inbox"]!], properties: ["name"] });
    expect(list).toEqual([{ id: t.role["inbox"], name: "Inbox" }]);
    const bare = await t.call("Mailbox/get", { ids: [t.role["inbox"]!], properties: [] });
    expect(bare.list).toEqual([{ id: t.role["inbox"] }]);
  });

  test("[8620 §5.1] each id once; what is not there in notFound", async () => {
    const { role } = t;
    const { list, notFound } = await t.call("Mailbox/get", { ids: [role["inbox"]!, "nothing", role["inbox"]!, "e1"] });
    expect(list).toHaveLength(1);
    expect(notFound).toEqual(["nothing", "e1"]);
  });
});

describe("[8621 §2.5] Mailbox/set create", () => {
  test("[8620 §5.3] tells what the client left to the server", async () => {
    const { created, oldState, newState } = await t.call("Mailbox/set", { create: { box: { name: "Defaults" } } });
    const { id, ...rest } = created!["box"]!;
    expect(rest).toMatchObject({ parentId: null, role: null, sortOrder: 0, isSubscribed: true, totalEmails: 0 });
    expect(rest.myRights?.mayDelete).toBe(true);
    expect(rest).not.toHaveProperty("name");
    expect(newState).not.toBe(oldState);
    expect(await named("Defaults")).toMatchObject({ id, ...rest });
    await remove(id!);
  });

  test("parent and child come in one call, in any order and with any creation ids", async () => {
    const { created, notCreated } = await t.call("Mailbox/set", {
      create: {
        1: { name: "Leaf", parentId: "#2" },
        2: { name: "Middle", parentId: "#9" },
        9: { name: "Root" },
      },
    });
    expect(notCreated).toBeNull();
    expect(created!["1"]!.parentId).toBe(created!["2"]!.id);
    expect(created!["2"]!.parentId).toBe(created!["9"]!.id);
    await remove(...Object.values(created!).map(({ id }) => id!));
  });

  test.each([
    ["no name", {}, ["name"]],
    ["a name that is null", { name: null }, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["a name of spaces", { name: "  " }, ["name"]],
    ["a name of 256 octets", { name: "ы".repeat(128) }, ["name"]],
    ["a name with a control character", { name: "a\u0007b" }, ["name"]],
    ["a name that is a number", { name: 1 }, ["name"]],
    ["a parent that is not there", { name: "X", parentId: "m999" }, ["parentId"]],
    ["a parent that was not made", { name: "X", parentId: "#nobody" }, ["parentId"]],
    ["itself as parent", { name: "X", parentId: "#box" }, ["parentId"]],
    ["a role that another has", { name: "X", role: "inbox" }, ["role"]],
    ["a role in capitals", { name: "X", role: "Flagged" }, ["role"]],
    ["a sortOrder below 0", { name: "X", sortOrder: -1 }, ["sortOrder"]],
    ["a sortOrder of 2^31", { name: "X", sortOrder: 2 ** 31 }, ["sortOrder"]],
    ["an id", { name: "X", id: "m77" }, ["id"]],
    ["counts that are not so", { name: "X", totalEmails: 5, unreadEmails: 0 }, ["totalEmails"]],
    ["a property that does not exist", { name: "X", colour: "red" }, ["colour"]],
    ["several wrong properties", { name: "", isSubscribed: "yes" }, ["name", "isSubscribed"]],
  ])("refuses %s", async (_, given, properties) => {
    expect(await refusal(given)).toMatchObject({ type: "invalidProperties", properties });
  });

  test("[8620 §5.3] takes what the server sets, when it is what the server would set", async () => {
    const { list } = await t.call("Mailbox/get", { ids: [await make("Pattern")] });
    const { id, ...pattern } = list[0]!;
    const copy = await make("Copy", { ...pattern, name: "Copy" });
    expect(await named("Copy")).toEqual({ ...pattern, id: copy, name: "Copy" });
    await remove(id!, copy);
  });

  test("[8621 §2] siblings have different names; the one that is there is named", async () => {
    const outer = await make("Outer");
    const inner = await make("Twin", { parentId: outer });
    const top = await make("Twin");
    expect(await refusal({ name: "Twin" })).toMatchObject({ type: "alreadyExists", existingId: top });
    // In Unicode's composed form they are the same
    const accented = await make("Café");
    expect(await refusal({ name: "Cafe\u0301" })).toMatchObject({ type: "alreadyExists", existingId: accented });
    expect(await refusedUpdate(inner, { parentId: null })).toMatchObject({
      type: "invalidProperties",
      properties: ["name"],
    });
    await remove(inner, outer, top, accented);
  });

  test("nests as deep as maxMailboxDepth says, not deeper", async () => {
    const ids = [await make("D1")];
    for (let depth = 2; depth <= 10; depth++) ids.push(await make(`D${depth}`, { parentId: ids.at(-1) }));
    expect(await refusal({ name: "D11", parentId: ids.at(-1) })).toMatchObject({ properties: ["parentId"] });
    const other = await make("Other");
    expect(await refusedUpdate(ids[0]!, { parentId: other })).toMatchObject({ properties: ["parentId"] });
    await remove(...ids, other);
  });

  test("[8620 §5.3] one that fails leaves the others", async () => {
    const { created, notCreated } = await t.call("Mailbox/set", { create: { bad: {}, good: { name: "Good" } } });
    expect(Object.keys(notCreated!)).toEqual(["bad"]);
    await remove(created!["good"]!.id!);
  });
});

describe("[8621 §2.5] Mailbox/set update", () => {
  let id: Id;
  beforeAll(async () => {
    id = await make("Mine");
  });
  afterAll(() => remove(id));

  test("changes name, place and order", async () => {
    const parent = await make("Parent");
    const patch = { name: "Yours", parentId: parent, sortOrder: 53, isSubscribed: false };
    const { updated } = await t.call("Mailbox/set", { update: { [id]: patch } });
    expect(updated).toEqual({ [id]: null });
    expect(await named("Yours")).toMatchObject({ id, ...patch });
    await t.call("Mailbox/set", { update: { [id]: { name: "Mine", parentId: null } } });
    await remove(parent);
  });

  test("[8620 §5.3] null sets the default; a whole mailbox is a patch", async () => {
    await t.call("Mailbox/set", { update: { [id]: { sortOrder: 5, role: "flagged" } } });
    await t.call("Mailbox/set", { update: { [id]: { sortOrder: null, role: null } } });
    const mine = await named("Mine");
    expect(mine).toMatchObject({ sortOrder: 0, role: null });
    const { newState, oldState, updated } = await t.call("Mailbox/set", { update: { [id]: { ...mine } } });
    expect(updated).toEqual({ [id]: null });
    expect(newState).toBe(oldState);
  });

  test.each([
    ["counts", { totalEmails: 52 }, ["totalEmails"]],
    ["rights", { "myRights/mayDelete": false }, ["myRights"]],
    ["the id", { id: "m99" }, ["id"]],
    ["a property that does not exist", { colour: "red" }, ["colour"]],
    ["a name to null", { name: null }, ["name"]],
  ])("refuses to change %s", async (_, patch, properties) => {
    expect(await refusedUpdate(id, patch)).toMatchObject({ type: "invalidProperties", properties });
  });

  test("refuses a path into nothing as invalidPatch", async () => {
    expect(await refusedUpdate(id, { "nothing/at": 1 })).toMatchObject({ type: "invalidPatch" });
  });

  test("refuses to put a mailbox into itself or below itself", async () => {
    const inner = await make("Inner", { parentId: id });
    expect(await refusedUpdate(id, { parentId: id })).toMatchObject({ properties: ["parentId"] });
    expect(await refusedUpdate(id, { parentId: inner })).toMatchObject({ properties: ["parentId"] });
    await remove(inner);
  });

  test("the six keep their roles, and may be renamed", async () => {
    const sent = t.role["sent"]!;
    expect(await refusedUpdate(sent, { role: null })).toMatchObject({ properties: ["role"] });
    await t.call("Mailbox/set", { update: { [sent]: { name: "Gesendet" } } });
    expect((await named("Gesendet")).role).toBe("sent");
    await t.call("Mailbox/set", { update: { [sent]: { name: "Sent" } } });
  });

  test("[8620 §5.3] what is not there is notFound, what is to be destroyed willDestroy", async () => {
    const doomed = await make("Doomed");
    const { notUpdated, destroyed } = await t.call("Mailbox/set", {
      update: { m999: { name: "X" }, e1: { name: "X" }, [doomed]: { name: "X" } },
      destroy: [doomed],
    });
    expect(notUpdated).toMatchObject({
      m999: { type: "notFound" },
      e1: { type: "notFound" },
      [doomed]: { type: "willDestroy" },
    });
    expect(destroyed).toEqual([doomed]);
  });
});

describe("[8620 §5.3] many changes of one call, each checked against those before it", () => {
  test("a name that one of the call took is taken, and the one that failed has none", async () => {
    const { created, notCreated } = await t.call("Mailbox/set", {
      create: { 1: { name: "Same" }, 2: { name: "Same" }, 3: { name: "Wrong", totalEmails: 5 }, 4: { name: "Wrong" } },
    });
    expect(notCreated).toMatchObject({
      2: { type: "alreadyExists", existingId: created!["1"]!.id },
      3: { type: "invalidProperties", properties: ["totalEmails"] },
    });
    await remove(created!["1"]!.id!, created!["4"]!.id!);
  });

  test("what stands under one that failed fails with it", async () => {
    const { created, notCreated } = await t.call("Mailbox/set", {
      create: { leaf: { name: "Leaf", parentId: "#root" }, root: { name: "" }, other: { name: "Other" } },
    });
    expect(notCreated).toMatchObject({ root: { properties: ["name"] }, leaf: { properties: ["parentId"] } });
    expect(await named("Leaf")).toBeUndefined();
    await remove(created!["other"]!.id!);
  });

  test("names change hands where each is free when its turn comes", async () => {
    const [one, two, three] = [await make("One"), await make("Two"), await make("Three")];
    const { updated, notUpdated } = await t.call("Mailbox/set", {
      update: { [one]: { name: "Free" }, [two]: { name: "One" }, [three]: { name: "Two" } },
    });
    expect([Object.keys(updated!), notUpdated]).toEqual([[one, two, three], null]);
    expect([(await named("One")).id, (await named("Two")).id]).toEqual([two, three]);
    const early = await t.call("Mailbox/set", { update: { [three]: { name: "One" }, [two]: { name: "Three" } } });
    expect(early.notUpdated).toMatchObject({ [three]: { properties: ["name"] } });
    expect([(await named("Two")).id, (await named("Three")).id]).toEqual([three, two]);
    await remove(one, two, three);
  });

  test("two that are put into each other: the first goes, the second does not", async () => {
    const [one, two] = [await make("One"), await make("Two")];
    const { updated, notUpdated } = await t.call("Mailbox/set", {
      update: { [one]: { parentId: two }, [two]: { parentId: one } },
    });
    expect(updated).toEqual({ [one]: null });
    expect(notUpdated).toMatchObject({ [two]: { type: "invalidProperties", properties: ["parentId"] } });
    await remove(one, two);
  });

  test("an Email that is in two of the doomed alone is destroyed, and one that is in a third stays there", async () => {
    const [one, two] = [await make("One"), await make("Two")];
    const here = await t.importMessage("Subject: here\r\n\r\n", { mailboxIds: [one, two] });
    const there = await t.importMessage("Subject: there\r\n\r\n", { mailboxIds: [one, two, t.role["archive"]!] });
    const { destroyed } = await t.call("Mailbox/set", { destroy: [one, two], onDestroyRemoveEmails: true });
    expect(destroyed).toEqual([one, two]);
    const { list, notFound } = await t.call("Email/get", { ids: [here, there], properties: ["mailboxIds"] });
    expect(notFound).toEqual([here]);
    expect(list).toEqual([{ id: there, mailboxIds: { [t.role["archive"]!]: true } }]);
  });

  test("one that may not go leaves the mailboxes above it, and the others go", async () => {
    const [outer, other] = [await make("Outer"), await make("Other")];
    const inner = await make("Inner", { parentId: outer });
    await t.importMessage("Subject: inside\r\n\r\n", { mailboxIds: [inner] });
    const { destroyed, notDestroyed } = await t.call("Mailbox/set", { destroy: [outer, inner, other] });
    expect(destroyed).toEqual([other]);
    expect(notDestroyed).toMatchObject({ [outer]: { type: "mailboxHasChild" }, [inner]: { type: "mailboxHasEmail" } });
    await t.call("Mailbox/set", { destroy: [outer, inner], onDestroyRemoveEmails: true });
  });
});

describe("[8621 §2.5] Mailbox/set destroy", () => {
  test("a mailbox with children stays, unless they go with it", async () => {
    const outer = await make("Outer");
    const inner = await make("Inner", { parentId: outer });
    expect(await refusedDestroy(outer)).toBe("mailboxHasChild");
    expect(await refusedDestroy(outer, { onDestroyRemoveEmails: true })).toBe("mailboxHasChild");
    const { destroyed } = await t.call("Mailbox/set", { destroy: [outer, inner] });
    expect(new Set(destroyed)).toEqual(new Set([outer, inner]));
  });

  test("a mailbox with Emails stays, unless onDestroyRemoveEmails is given", async () => {
    const box = await make("Full");
    const here = await t.importMessage("Subject: here\r\n\r\n", { mailboxIds: [box] });
    const there = await t.importMessage("Subject: there\r\n\r\n", { mailboxIds: [box, t.role["archive"]!] });
    expect(await refusedDestroy(box)).toBe("mailboxHasEmail");
    expect(await refusedDestroy(box, { onDestroyRemoveEmails: true })).toBeUndefined();
    const { list, notFound } = await t.call("Email/get", { ids: [here, there], properties: ["mailboxIds"] });
    expect(notFound).toEqual([here]);
    expect(list).toEqual([{ id: there, mailboxIds: { [t.role["archive"]!]: true } }]);
  });

  test("the six always exist", async () => {
    for (const id of Object.values(t.role)) expect(await refusedDestroy(id)).toBe("forbidden");
  });

  test("what is not there is notFound", async () => {
    expect(await refusedDestroy("nothing")).toBe("notFound");
    expect(await refusedDestroy(t.role["inbox"]!.replace("m", "e"))).toBe("notFound");
  });
});

describe("[8620 §5.3] ifInState", () => {
  test("the current state lets the change through, another stops all of it", async () => {
    const { state } = await t.call("Mailbox/get", { ids: [] });
    const set = await t.call("Mailbox/set", { ifInState: state, create: { box: { name: "In state" } } });
    expect(set.oldState).toBe(state);
    await expect(
      t.call("Mailbox/set", { ifInState: state, create: { box: { name: "Too late" } } }),
    ).rejects.toMatchObject({ type: "stateMismatch" });
    expect(await named("Too late")).toBeUndefined();
    await remove(set.created!["box"]!.id!);
  });
});

test("[8620 §5.1] all mailboxes are given at once, also when they are more than maxObjectsInGet", async () => {
  const other = await jmap();
  for (const part of [0, 1, 2]) {
    const names = Array.from({ length: 500 }, (_, index) => `Folder ${part} ${index}`);
    await other.call("Mailbox/set", {
      create: Object.fromEntries(names.map((name, index) => [`c${index}`, { name }])),
    });
  }
  const { list } = await other.call("Mailbox/get", { ids: null });
  expect(list.length).toBe(1506);
  // Ids that are named are counted.
  expect(await other.errorOf("Mailbox/get", { ids: list.map(({ id }) => id!) })).toBe("requestTooLarge");
  const { ids } = await other.call("Mailbox/query", { sortAsTree: true });
  expect(ids.length).toBe(1506);
  await other.close();
});
