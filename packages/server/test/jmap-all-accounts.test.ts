/** Several accounts as one, for our own page: what it shows is what its members have, merged by date. */
import {
  ALL_ACCOUNTS,
  ALL_ACCOUNTS_ID,
  type AllAccountsCapability,
  type EmailFilterCondition,
  type EmailQueryArgs,
  type Filter,
  type Id,
  type JmapClient,
  type Mailbox,
  type MethodArgs,
  type MethodName,
  type PatchObject,
  PREFERENCES,
} from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultPreferences } from "../src/store/mail/preferences.ts";
import { randomFrom } from "./store/random.ts";
import { navigation } from "./support/calls.ts";
import { insertLetters, type Letter } from "./support/insert-letters.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";
import { openOwnPage, openPageOfThree } from "./support/own-page.ts";

let t: Jmap;
/** With the cookie of our own page. */
let page: JmapClient;
let cookie: string;
let members: Id[];
const boxes = new Map<Id, Record<string, Id>>();

const LETTERS_EACH = 420;
const words = ["garden", "bicycle", "invoice"];

/** Different densities: a part of every account came within one span of time, and much in the same seconds. */
async function fill(accountId: Id, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const box = boxes.get(accountId)!;
  const start = Date.UTC(2026, 0, 1);
  const letters: Letter[] = [];
  for (let n = 0; n < LETTERS_EACH; n++) {
    const receivedAt = random.chance(0.6)
      ? new Date(start + random.below(90) * 1000)
      : new Date(start - random.below(700) * 86_400_000 + random.below(3) * 1000);
    const word = random.pick(words);
    const subject = random.chance(0.3) ? `Re: talk ${random.below(20)}` : `${word} ${n}`;
    const message = lines(
      "From: Anna <anna@x.example>",
      `Subject: ${subject}`,
      `Message-ID: <${accountId}.${n}@x>`,
      ...(n > 0 && random.chance(0.3) ? [`In-Reply-To: <${accountId}.${random.below(n)}@x>`] : []),
      "",
      `About a ${word}`,
    );
    letters.push({
      message,
      mailboxIds: [box[random.chance(0.85) ? "inbox" : random.pick(["archive", "trash", "Box"])]!],
      keywords: ["$seen", "$flagged"].filter(() => random.chance(0.4)),
      receivedAt,
    });
  }
  await insertLetters(t.store, accountId, letters);
}

beforeAll(async () => {
  t = await jmap();
  ({ page, cookie, members } = await openPageOfThree(t));
  for (const [index, accountId] of members.entries()) {
    const { created } = await t.client.call("Mailbox/set", { accountId, create: { box: { name: "Box" } } });
    const { list } = await t.client.call("Mailbox/get", { accountId, ids: null });
    const byRole = (list as Mailbox[]).flatMap(({ id, role }) => (role ? [[role, id]] : []));
    boxes.set(accountId, { ...Object.fromEntries(byRole), Box: created!["box"]!.id! });
    await fill(accountId, 7 + index);
  }
});
afterAll(() => t.close());

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });

const newest = [{ property: "receivedAt", isAscending: false }];
type Filtered = Pick<EmailQueryArgs, "sort" | "collapseThreads"> & { filter?: Filter<EmailFilterCondition> | null };

/** What a member is asked for: the merged account's folders are named by their roles. */
function ownFilter(
  filter: Filter<EmailFilterCondition> | null | undefined,
  box: Record<string, Id>,
): Filter<EmailFilterCondition> | null {
  if (!filter) return null;
  if ("operator" in filter) return { ...filter, conditions: filter.conditions.map((each) => ownFilter(each, box)!) };
  const { inMailbox, inMailboxOtherThan } = filter;
  return {
    ...filter,
    ...(inMailbox !== undefined && { inMailbox: box[inMailbox]! }),
    ...(inMailboxOtherThan && { inMailboxOtherThan: inMailboxOtherThan.map((role) => box[role]!) }),
  };
}

/** The whole list, by asking every member for all it has. */
async function expected({ filter, sort = newest, collapseThreads = false }: Filtered): Promise<Id[]> {
  const found: { id: Id; key: number; receivedAt: string }[] = [];
  for (const accountId of members) {
    const args = { accountId, filter: ownFilter(filter, boxes.get(accountId)!), sort, collapseThreads };
    const { ids } = await t.client.call("Email/query", args);
    const { list } = await t.client.call("Email/get", { accountId, ids, properties: ["id", "receivedAt"] });
    for (const { id = "", receivedAt = "" } of list) {
      found.push({ id: `${accountId}-${id}`, key: Number(id.slice(1)), receivedAt });
    }
  }
  const sign = sort?.[0]?.isAscending === false ? 1 : -1;
  const compare = (one: (typeof found)[0], other: (typeof found)[0]): number =>
    sign * (other.receivedAt.localeCompare(one.receivedAt) || other.key - one.key);
  return found.sort(compare).map(({ id }) => id);
}

const inbox = { inMailbox: "inbox" };
const lists: [name: string, query: Filtered][] = [
  ["an inbox", { filter: inbox }],
  ["an inbox, oldest first", { filter: inbox, sort: [{ property: "receivedAt", isAscending: true }] }],
  ["what is unread in it", { filter: { operator: "AND", conditions: [inbox, { notKeyword: "$seen" }] } }],
  ["its conversations", { filter: inbox, collapseThreads: true }],
  ["what is flagged", { filter: { hasKeyword: "$flagged" } }],
  ["all mail but trash", { filter: { inMailboxOtherThan: ["trash"] } }],
  ["a search", { filter: { operator: "AND", conditions: [inbox, { text: "garden" }] } }],
  ["conversations of a search", { filter: { text: "bicycle" }, collapseThreads: true }],
  ["a search in a time", { filter: { text: "invoice", after: "2025-06-01T00:00:00Z" } }],
  ["an inbox from a time on", { filter: { ...inbox, after: "2025-12-20T00:00:00Z", before: "2026-01-01T00:00:30Z" } }],
];

describe("the session", () => {
  test("offers it to our page, and to no other client", async () => {
    const session = await page.session();
    const { accountCapabilities, name } = session.accounts[ALL_ACCOUNTS_ID]!;
    expect((accountCapabilities[ALL_ACCOUNTS] as AllAccountsCapability).members.map(({ id }) => id)).toEqual(members);
    expect(name).toBe("you@pismo.localhost, work@pismo.localhost, club@pismo.localhost");
    expect(Object.values(session.primaryAccounts)).not.toContain(ALL_ACCOUNTS_ID);
    const { accounts, capabilities } = await t.client.session(true);
    expect(Object.keys(accounts)).toEqual(members);
    expect(capabilities[ALL_ACCOUNTS]).toBeUndefined();
  });

  test("gives other clients nothing under its id", async () => {
    const args = { accountId: ALL_ACCOUNTS_ID, ids: [] };
    await expect(t.client.call("Email/get", args)).rejects.toMatchObject({ type: "accountNotFound" });
    await expect(t.client.call("Email/query", { accountId: ALL_ACCOUNTS_ID })).rejects.toMatchObject({
      type: "accountNotFound",
    });
  });

  test("says which methods need one of the accounts", async () => {
    const error = { type: "accountNotSupportedByMethod" };
    await expect(all("Identity/get", { ids: null })).rejects.toMatchObject(error);
    await expect(all("Mailbox/set", { create: { a: { name: "New" } } })).rejects.toMatchObject(error);
    await expect(all("Email/import", { emails: {} })).rejects.toMatchObject(error);
  });
});

const foldersOf = (...accountIds: Id[]): Filter<EmailFilterCondition> => ({
  operator: "OR",
  conditions: accountIds.map((id) => ({ inMailbox: `${id}-${boxes.get(id)!["Box"]!}` })),
});

describe.each([true, false])("Email/query of folders of members, collapsed: %s", (collapseThreads) => {
  const sorted = { sort: newest, collapseThreads };
  const found = async (filter: Filter<EmailFilterCondition>) => {
    const { ids, total } = await all("Email/query", { ...sorted, filter, calculateTotal: true });
    expect(total).toBe(ids.length);
    return ids;
  };

  test("has what lies in those of any, in the order of all", async () => {
    const [first, second, third] = members as [Id, Id, Id];
    // The own name of each member's.
    const everywhere = await expected({ ...sorted, filter: { inMailbox: "Box" } });
    const isOf = (...accountIds: Id[]): Id[] =>
      everywhere.filter((id) => accountIds.some((a) => id.startsWith(`${a}-`)));
    expect(isOf(second).length).toBeGreaterThan(5);
    expect(await found(foldersOf(first, second, third))).toEqual(everywhere);
    expect(await found(foldersOf(first, third))).toEqual(isOf(first, third));
    expect(await found(foldersOf(second))).toEqual(isOf(second));
    const inSecond = { operator: "AND" as const, conditions: [foldersOf(first, second), { inAccount: second }] };
    expect(await found(inSecond)).toEqual(isOf(second));
    const choice = { operator: "OR" as const, conditions: [foldersOf(first), foldersOf(third)] };
    expect(await found(choice)).toEqual(isOf(first, third));
  });
});

describe.each(lists)("Email/query of %s", (_, query) => {
  test("gives every window of all accounts merged by date, far ones too", async () => {
    const whole = await expected(query);
    expect(whole.length).toBeGreaterThan(100);
    const positions = [0, 1, 49, 333, 501, 507, 640, 777, 900, 1001, whole.length - 3, whole.length, whole.length + 5];
    for (const position of positions) {
      const found = await all("Email/query", {
        ...query,
        sort: query.sort ?? newest,
        position,
        limit: 40,
        calculateTotal: true,
      });
      expect(found).toMatchObject({
        position,
        ids: whole.slice(position, position + 40),
        total: whole.length,
      });
    }
    expect((await all("Email/query", query)).ids).toEqual(whole);
    const last = await all("Email/query", { ...query, position: -7, limit: 5 });
    expect(last.ids).toEqual(whole.slice(-7, -2));
  });

  test("finds the place of an Email, whichever account it is of", async () => {
    const whole = await expected(query);
    for (const index of [0, 20, Math.floor(whole.length / 2), whole.length - 1]) {
      const anchored = { ...query, anchor: whole[index]!, anchorOffset: -2, limit: 4 };
      const found = await all("Email/query", anchored);
      const position = Math.max(0, index - 2);
      expect(found).toMatchObject({ position, ids: whole.slice(position, position + 4) });
    }
  });
});

test("Email/query finds the Emails of one account by inAccount", async () => {
  const whole = await expected({ filter: inbox });
  const [, work] = members;
  const own = whole.filter((id) => id.startsWith(`${work}-`));
  const inAccount = (id: Id) => ({ operator: "AND" as const, conditions: [inbox, { inAccount: id }] });
  expect((await all("Email/query", { filter: inAccount(work!) })).ids).toEqual(own);
  const not = { operator: "NOT" as const, conditions: [{ inAccount: work! }] };
  const others = await all("Email/query", { filter: { operator: "AND", conditions: [inbox, not] } });
  expect(others.ids).toEqual(whole.filter((id) => !own.includes(id)));
  expect((await all("Email/query", { filter: inAccount("a999") })).ids).toEqual([]);
});

const best = [
  { property: "relevance", isAscending: false },
  { property: "receivedAt", isAscending: false },
];

test.each([false, true])(
  "Email/query puts the best matches of all accounts first, collapsed: %s",
  async (collapseThreads) => {
    const filter = {
      operator: "OR" as const,
      conditions: [{ text: "garden" }, { text: "bicycle" }, { subject: "talk" }],
    };
    const query = { filter, sort: best, collapseThreads };
    const owned = new Map<Id, Id[]>();
    for (const accountId of members) {
      const { ids } = await t.client.call("Email/query", { accountId, ...query });
      owned.set(
        accountId,
        ids.map((id) => `${accountId}-${id}`),
      );
    }
    const whole = (await all("Email/query", query)).ids;
    // Each account's own order stays.
    for (const [accountId, ids] of owned) expect(whole.filter((id) => id.startsWith(`${accountId}-`))).toEqual(ids);
    const properties = ["id", "subject", "receivedAt"];
    const list = [];
    for (let at = 0; at < whole.length; at += 500) {
      list.push(...(await all("Email/get", { ids: whole.slice(at, at + 500), properties })).list);
    }
    // Words in subjects count more: whatever the account, all letters that have them stand before those that have none.
    const classes = list.map(({ subject }) => (/garden|bicycle/.test(subject ?? "") ? 0 : 1));
    expect(classes).toEqual(classes.toSorted((one, other) => one - other));
    const firsts = list.filter((_, index) => classes[index] === 0);
    expect(new Set(firsts.map(({ id }) => id!.split("-")[0])).size).toBe(members.length);
    for (const position of [0, 30, 333, 600]) {
      const found = await all("Email/query", { ...query, position, limit: 40, calculateTotal: true });
      expect(found).toMatchObject({ position, ids: whole.slice(position, position + 40), total: whole.length });
      expect(found.canCalculateChanges).toBe(false);
    }
    const anchored = await all("Email/query", { ...query, anchor: whole[250]!, anchorOffset: -1, limit: 3 });
    expect(anchored).toMatchObject({ position: 249, ids: whole.slice(249, 252) });
    const { queryState } = await all("Email/query", query);
    await expect(all("Email/queryChanges", { ...query, sinceQueryState: queryState })).rejects.toMatchObject({
      type: "cannotCalculateChanges",
    });
  },
);

test("Email/query sorts by receivedAt, or by relevance before it, and by nothing else", async () => {
  const sorts = [
    [{ property: "subject" }],
    [{ property: "receivedAt" }, { property: "size" }],
    [{ property: "relevance" }],
  ];
  for (const sort of sorts) {
    await expect(all("Email/query", { sort })).rejects.toMatchObject({ type: "unsupportedSort" });
  }
});

test("Email/query knows no Email of a foreign id as an anchor", async () => {
  for (const anchor of ["e1", "a999-e1", `${members[0]}-e999999`]) {
    await expect(all("Email/query", { anchor })).rejects.toMatchObject({ type: "anchorNotFound" });
  }
});

describe("Mailbox/get", () => {
  test("gives one mailbox a role, with the sums of all accounts", async () => {
    const { list } = await all("Mailbox/get", { ids: null });
    expect(list.map(({ id, role }) => [id, role])).toEqual(
      ["inbox", "sent", "drafts", "archive", "junk", "trash"].map((role) => [role, role]),
    );
    const sums = { totalEmails: 0, unreadEmails: 0, totalThreads: 0, unreadThreads: 0 };
    for (const accountId of members) {
      const own = await t.client.call("Mailbox/get", { accountId, ids: [boxes.get(accountId)!["inbox"]!] });
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += own.list[0]![key]!;
    }
    expect(list.find(({ id }) => id === "inbox")).toMatchObject({ ...sums, parentId: null });
  });

  test("gives those that are named", async () => {
    const found = await all("Mailbox/get", { ids: ["trash", "nothing"], properties: ["role"] });
    expect(found).toMatchObject({ list: [{ id: "trash", role: "trash" }], notFound: ["nothing"] });
  });
});

test("Email/get and Thread/get name everything by its account, in the order of the request", async () => {
  const ids = (await expected({ filter: inbox })).slice(100, 130);
  const asked = ids.toReversed();
  const properties = ["id", "blobId", "threadId", "mailboxIds", "subject", "textBody", "bodyStructure"];
  const { list, notFound } = await all("Email/get", { ids: [...asked, "a1-e999999", "e1"], properties });
  expect(list.map(({ id }) => id)).toEqual(asked);
  expect(notFound.toSorted()).toEqual(["a1-e999999", "e1"]);
  for (const email of list) {
    const [accountId = "", id = ""] = email.id!.split("-");
    const own = (await t.client.call("Email/get", { accountId, ids: [id], properties })).list[0]!;
    expect(email).toMatchObject({
      subject: own.subject,
      blobId: `${accountId}-${own.blobId}`,
      threadId: `${accountId}-${own.threadId}`,
      mailboxIds: { inbox: true },
      textBody: [{ blobId: `${accountId}-${own.textBody![0]!.blobId}` }],
      bodyStructure: { blobId: `${accountId}-${own.bodyStructure!.blobId}` },
    });
    const thread = await all("Thread/get", { ids: [email.threadId!] });
    expect(thread.list[0]!.emailIds).toContain(email.id);
  }
  const [{ blobId = "" } = {}] = list;
  const response = await t.fetch(`http://127.0.0.1/jmap/download/${ALL_ACCOUNTS_ID}/${blobId}/letter.eml`, {
    headers: { cookie },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`Subject: ${list[0]!.subject}`);
  const foreign = await t.fetch(`http://127.0.0.1/jmap/download/${ALL_ACCOUNTS_ID}/${blobId}/letter.eml`, {
    headers: { authorization: `Bearer ${t.token}` },
  });
  expect(foreign.status).toBe(404);
});

test("Email/parse reads the messages of every account, and names their parts by it", async () => {
  const ids = (await all("Email/query", { filter: inbox, limit: 6 })).ids;
  const { list } = await all("Email/get", { ids, properties: ["blobId", "subject"] });
  const blobIds = list.map(({ blobId }) => blobId!);
  const args = { blobIds: [...blobIds, "Gnothing"], properties: ["subject", "textBody"] };
  const { parsed, notFound } = await all("Email/parse", args);
  expect(notFound).toEqual(["Gnothing"]);
  for (const { blobId, subject } of list) {
    const [part] = parsed![blobId!]!.textBody!;
    expect(parsed![blobId!]!.subject).toBe(subject);
    expect(part!.blobId).toMatch(new RegExp(`^${blobId!.split("-")[0]}-`));
  }
});

test("an Email in a folder that a person made is named by it", async () => {
  const [accountId = ""] = members;
  const filter = { inMailbox: boxes.get(accountId)!["Box"]! };
  const { ids } = await t.client.call("Email/query", { accountId, filter, limit: 1 });
  const { list } = await all("Email/get", { ids: [`${accountId}-${ids[0]}`], properties: ["mailboxIds"] });
  expect(list[0]!.mailboxIds).toEqual({ [`${accountId}-${filter.inMailbox}`]: true });
});

test("SearchSnippet/get marks the words of every account's Emails", async () => {
  const filter = { operator: "AND" as const, conditions: [inbox, { text: "garden" }] };
  const { ids } = await all("Email/query", { filter, limit: 20 });
  const { list } = await all("SearchSnippet/get", { filter, emailIds: ids });
  expect(list.map(({ emailId }) => emailId)).toEqual(ids);
  expect(list.every(({ preview }) => preview?.includes("<mark>garden</mark>"))).toBe(true);
});

/** Of every account one, from its inbox. */
async function oneOfEach(): Promise<Id[]> {
  const whole = await expected({ filter: inbox });
  return members.map((accountId) => whole.find((id) => id.startsWith(`${accountId}-`))!);
}

const change = (patches: Record<Id, PatchObject>) => all("Email/set", { update: patches });

const placesOf = async (ids: Id[]) =>
  (await all("Email/get", { ids, properties: ["mailboxIds"] })).list.map(({ mailboxIds }) => mailboxIds);

describe("Email/set", () => {
  test("moves each Email within its account, and back", async () => {
    const ids = await oneOfEach();
    const out = { "mailboxIds/inbox": null, "mailboxIds/archive": true } as const;
    const moved = await change(Object.fromEntries(ids.map((id) => [id, out])));
    expect(Object.keys(moved.updated!).toSorted()).toEqual(ids.toSorted());
    expect(await placesOf(ids)).toEqual(ids.map(() => ({ archive: true })));
    for (const id of ids) {
      const [accountId = "", own = ""] = id.split("-");
      const { list } = await t.client.call("Email/get", { accountId, ids: [own], properties: ["mailboxIds"] });
      expect(list[0]!.mailboxIds).toEqual({ [boxes.get(accountId)!["archive"]!]: true });
    }
    await change(Object.fromEntries(ids.map((id) => [id, { mailboxIds: { inbox: true } }])));
    expect(await placesOf(ids)).toEqual(ids.map(() => ({ inbox: true })));
  });

  test("its states lead from one to the next, and hide no other change", async () => {
    const [id = ""] = await oneOfEach();
    const before = (await all("Email/get", { ids: [] })).state;
    const [, work = ""] = members;
    const foreign = (await t.client.call("Email/query", { accountId: work, limit: 1 })).ids[0]!;
    const first = await change({ [id]: { "keywords/$important": true } });
    expect(first.oldState).toBe(before);
    await t.client.call("Email/set", { accountId: work, update: { [foreign]: { "keywords/x": true } } });
    const changes = await all("Email/changes", { sinceState: first.newState });
    expect(changes.updated).toEqual([`${work}-${foreign}`]);
    expect(changes.newState).toBe((await all("Email/get", { ids: [] })).state);
    await expect(all("Email/set", { ifInState: before, update: {} })).rejects.toMatchObject({ type: "stateMismatch" });
  });

  test("refuses what no account can do, one by one", async () => {
    const [id = "", other = ""] = await oneOfEach();
    const { updated, notUpdated, notCreated, notDestroyed } = await all("Email/set", {
      create: { new: { mailboxIds: { drafts: true } } },
      update: {
        [id]: { "keywords/y": true },
        [other]: { mailboxIds: { [`${members[0]}-${boxes.get(members[0]!)!["Box"]}`]: true } },
        "a999-e1": { "keywords/y": true },
      },
      destroy: ["e1"],
    });
    expect(Object.keys(updated!)).toEqual([id]);
    expect(notUpdated).toMatchObject({ [other]: { type: "invalidProperties" }, "a999-e1": { type: "notFound" } });
    expect(notCreated).toMatchObject({ new: { type: "forbidden" } });
    expect(notDestroyed).toMatchObject({ e1: { type: "notFound" } });
  });

  test("destroys in the account that has the Email", async () => {
    const ids = await oneOfEach();
    const { destroyed } = await all("Email/set", { destroy: ids });
    expect(destroyed!.toSorted()).toEqual(ids.toSorted());
    expect((await all("Email/get", { ids, properties: ["id"] })).notFound.toSorted()).toEqual(ids.toSorted());
  });
});

test("Preferences are those of the first account, and are set for all", async () => {
  const before = (await all("Preferences/get", {})).list[0]!;
  const update = { singleton: { newestFirst: !before.newestFirst } };
  expect((await all("Preferences/set", { update })).updated).toHaveProperty("singleton");
  for (const accountId of members) {
    const { list } = await page.call("Preferences/get", { accountId });
    expect(list[0]!.newestFirst).toBe(!before.newestFirst);
  }
  const { accounts } = await page.session(true);
  const given = accounts[ALL_ACCOUNTS_ID]!.accountCapabilities[PREFERENCES];
  // The others are asked for where they are needed: a session carries what the first page does.
  const carried = Object.keys(defaultPreferences) as (keyof typeof defaultPreferences)[];
  expect(given).toEqual({
    ...Object.fromEntries(carried.map((name) => [name, before[name]])),
    newestFirst: !before.newestFirst,
  });
});

/** What a client makes of its list with the changes (RFC 8620 §5.6). */
function applied(ids: readonly Id[], removed: readonly Id[], added: readonly { id: Id; index: number }[]): Id[] {
  const left = ids.filter((id) => !removed.includes(id));
  for (const { id, index } of added) left.splice(index, 0, id);
  return left;
}

describe.each(lists)("Email/queryChanges of %s", (_, query) => {
  test("leads from one list to the next", async () => {
    const random = randomFrom(99);
    const sorted = { ...query, sort: query.sort ?? newest };
    const before = await all("Email/query", sorted);
    for (const accountId of members) {
      const { ids } = await t.client.call("Email/query", { accountId, limit: 300 });
      const box = boxes.get(accountId)!;
      const patches = Array.from({ length: 6 }, (): [Id, PatchObject] => [
        random.pick(ids),
        random.chance(0.5)
          ? { "keywords/$flagged": random.chance(0.5) || null, "keywords/$seen": random.chance(0.5) || null }
          : { mailboxIds: { [box[random.pick(["inbox", "trash"])]!]: true } },
      ]);
      await t.client.call("Email/set", { accountId, update: Object.fromEntries(patches), destroy: [ids.at(-1)!] });
      await fillOne(accountId, box["inbox"]!);
    }
    const { removed, added, total, newQueryState } = await all("Email/queryChanges", {
      ...sorted,
      sinceQueryState: before.queryState,
      calculateTotal: true,
    });
    const whole = await expected(query);
    expect(applied(before.ids, removed, added)).toEqual(whole);
    expect(total).toBe(whole.length);
    const after = await all("Email/queryChanges", { ...sorted, sinceQueryState: newQueryState });
    expect([after.removed, after.added]).toEqual([[], []]);
    await expect(
      all("Email/queryChanges", { ...sorted, sinceQueryState: before.queryState, maxChanges: 3 }),
    ).rejects.toMatchObject({ type: "tooManyChanges" });
  });
});

/** A new Email at a moment that others have too. */
async function fillOne(accountId: Id, mailboxId: Id): Promise<void> {
  const message = lines("From: zoe@x.example", "Subject: garden news", "", "A bicycle and an invoice");
  const receivedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, 30));
  await insertLetters(t.store, accountId, [{ message, mailboxIds: [mailboxId], receivedAt }]);
}

test("Email/changes and Thread/changes come in pages that miss nothing", async () => {
  const since = (await all("Email/get", { ids: [] })).state;
  const touched = new Set<Id>();
  for (const accountId of members) {
    const { ids } = await t.client.call("Email/query", { accountId, limit: 5 });
    const update = Object.fromEntries(ids.map((id) => [id, { "keywords/z": true }]));
    await t.client.call("Email/set", { accountId, update });
    for (const id of ids) touched.add(`${accountId}-${id}`);
  }
  const told = new Set<Id>();
  let state = since;
  for (let hasMore = true; hasMore;) {
    const changes = await all("Email/changes", { sinceState: state, maxChanges: 4 });
    expect(changes.updated.length + changes.created.length).toBeLessThanOrEqual(4);
    for (const id of changes.updated) told.add(id);
    hasMore = changes.hasMoreChanges;
    state = changes.newState;
  }
  expect(told).toEqual(touched);
  expect(state).toBe((await all("Email/get", { ids: [] })).state);
  for (const wrong of ["7", "", `${members[0]}~1`]) {
    await expect(all("Email/changes", { sinceState: wrong })).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  }
});

test("Mailbox/changes names the role of a member's mailbox", async () => {
  const { state } = await all("Mailbox/get", { ids: null });
  const [, work = ""] = members;
  await fillOne(work, boxes.get(work)!["archive"]!);
  const changes = await all("Mailbox/changes", { sinceState: state });
  expect(changes).toMatchObject({ updated: ["archive"], created: [], destroyed: [] });
  expect(changes.updatedProperties).toContain("unreadEmails");
  const custom = boxes.get(work)!["Box"]!;
  await t.client.call("Mailbox/set", { accountId: work, update: { [custom]: { name: "Chest" } } });
  expect(await all("Mailbox/changes", { sinceState: changes.newState })).toMatchObject({ updated: [] });
});

test("push tells of it when a member changes, and a reconnect misses nothing", async () => {
  const url = await t.listen();
  const [, work = ""] = members;
  const next = async (headers: Record<string, string>, act: () => Promise<void>) => {
    const response = await fetch(`${url}/jmap/eventsource?types=Email,Mailbox&closeafter=state`, { headers });
    await act();
    const text = await response.text();
    const data = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { changed: Record<Id, Record<string, string>> };
    return { changed: data.changed, id: /^id: (.*)$/m.exec(text)![1]! };
  };
  const here = { cookie: await cookieAt(url) };
  const arrive = () => fillOne(work, boxes.get(work)!["inbox"]!);
  const first = await next(here, arrive);
  const state = (await all("Email/get", { ids: [] })).state;
  expect(first.changed[ALL_ACCOUNTS_ID]).toMatchObject({ Email: state });
  expect(Object.keys(first.changed).toSorted()).toEqual([work, ALL_ACCOUNTS_ID].toSorted());
  await arrive();
  const missed = await next({ ...here, "last-event-id": first.id }, async () => undefined);
  expect(missed.changed[ALL_ACCOUNTS_ID]).toMatchObject({ Email: (await all("Email/get", { ids: [] })).state });
  const foreign = await next({ authorization: `Bearer ${t.token}` }, arrive);
  expect(foreign.changed[ALL_ACCOUNTS_ID]).toBeUndefined();
});

async function cookieAt(url: string): Promise<string> {
  const response = await fetch(url + (await t.link()), { headers: navigation, redirect: "manual" });
  return response.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
}

test("with one account alone there is none", async () => {
  const alone = await jmap();
  const { page: client } = await openOwnPage(alone);
  expect(Object.keys((await client.session()).accounts)).toEqual([alone.accountId]);
  await expect(client.call("Email/query", { accountId: ALL_ACCOUNTS_ID })).rejects.toMatchObject({
    type: "accountNotFound",
  });
  await alone.close();
});
