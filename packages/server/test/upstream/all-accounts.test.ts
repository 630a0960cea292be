/** Several accounts as one, of which one lies at another JMAP server: what is shown is what both have, merged by date. */
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
} from "@pismo/jmap";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../store/random.ts";
import { insertLetters, type Letter } from "../support/insert-letters.ts";
import { lines } from "../support/jmap.ts";
import { openOwnPage } from "../support/own-page.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { addRemoteAccount, onPort } from "./front.ts";

let engine: TestServer;
let ownUrl: string;
/** Before the engine: while it is silent, what is sent to the engine is answered by no one. */
let door: Server;
let isSilent = false;
let own: TestServer;
let page: JmapClient;
let cookie: string;
/** The account at the engine, as it is named here. */
let there: Id;
const open = new Set<Socket>();
const boxes = new Map<TestServer, Record<string, Id>>();

const LETTERS_EACH = 450;
const start = Date.UTC(2026, 0, 1);

/** Much came within the same seconds, here and there. */
async function fill(server: TestServer, seed: number): Promise<void> {
  const { accountId } = server;
  const { list } = await server.client.call("Mailbox/get", { accountId, ids: null });
  const box = Object.fromEntries((list as Mailbox[]).flatMap(({ id, role }) => (role ? [[role, id]] : [])));
  boxes.set(server, box);
  const random = randomFrom(seed);
  const letters: Letter[] = [];
  for (let n = 0; n < LETTERS_EACH; n++) {
    const receivedAt = random.chance(0.5)
      ? new Date(start + random.below(90) * 1000)
      : new Date(start - random.below(700) * 86_400_000 + random.below(3) * 1000);
    const word = random.pick(["garden", "bicycle"]);
    const message = lines(
      "From: Anna <anna@x.example>",
      `Subject: ${random.chance(0.3) ? `Re: talk ${random.below(20)}` : `${word} ${n}`}`,
      `Message-ID: <${seed}.${n}@x>`,
      ...(n > 0 && random.chance(0.3) ? [`In-Reply-To: <${seed}.${random.below(n)}@x>`] : []),
      "",
      `About a ${word}`,
    );
    letters.push({
      message,
      mailboxIds: [box[random.chance(0.85) ? "inbox" : "trash"]!],
      keywords: ["$seen", "$flagged"].filter(() => random.chance(0.4)),
      receivedAt,
    });
  }
  await insertLetters(server.store, accountId, letters);
}

beforeAll(async () => {
  let port = 0;
  door = createServer({ noDelay: true }, (client) => {
    const inner = connect({ port, host: "127.0.0.1", noDelay: true });
    client.on("data", (bytes) => isSilent || inner.write(bytes)).on("error", () => client.destroy());
    client.on("close", () => inner.destroy());
    inner.on("error", () => inner.destroy()).pipe(client);
    open.add(client);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const jmapUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  engine = await testServer({ publicUrl: jmapUrl });
  port = Number(new URL(await engine.listen()).port);
  own = await testServer({ accountSetup: { ca: "" } });
  ownUrl = await own.listen();
  there = await addRemoteAccount(own, engine, jmapUrl);
  await fill(own, 3);
  await fill(engine, 4);
  ({ page, cookie } = await openOwnPage(own));
});
afterAll(async () => {
  await own.close();
  for (const socket of open) socket.destroy();
  door.close();
  await engine.close();
});

const all = <N extends MethodName>(name: N, args: Omit<MethodArgs<N>, "accountId">) =>
  page.call(name, { accountId: ALL_ACCOUNTS_ID, ...args });

const newest = [{ property: "receivedAt", isAscending: false }];
const inbox = { inMailbox: "inbox" };
type Query = Pick<EmailQueryArgs, "collapseThreads" | "sort"> & { filter: Filter<EmailFilterCondition> };

const ownFilter = (filter: Query["filter"], box: Record<string, Id>): Query["filter"] => {
  if ("operator" in filter) return { ...filter, conditions: filter.conditions.map((each) => ownFilter(each, box)) };
  return { ...filter, ...(filter.inMailbox !== undefined && { inMailbox: box[filter.inMailbox]! }) };
};

/** By asking each server for all it has. What came in one second here comes first, newest first. */
async function expected({ filter, sort = newest, collapseThreads = false }: Query): Promise<Id[]> {
  const found: { id: Id; receivedAt: string; place: number }[] = [];
  const isAscending = sort![0]!.isAscending !== false;
  for (const [server, box] of boxes) {
    const { accountId, client } = server;
    const { ids } = await client.call("Email/query", {
      accountId,
      filter: ownFilter(filter, box),
      sort,
      collapseThreads,
    });
    const { list } = await client.call("Email/get", { accountId, ids, properties: ["receivedAt"] });
    const dates = new Map(list.map(({ id, receivedAt }) => [id, receivedAt!]));
    const name = server === own ? accountId : there;
    // Oldest first is the same list from its end.
    const isFirst = (server === own) !== isAscending;
    for (const [index, id] of ids.entries()) {
      found.push({ id: `${name}-${id}`, receivedAt: dates.get(id)!, place: (isFirst ? 0 : 1e6) + index });
    }
  }
  const sign = isAscending ? 1 : -1;
  return found
    .sort((one, other) => sign * one.receivedAt.localeCompare(other.receivedAt) || one.place - other.place)
    .map(({ id }) => id);
}

const lists: [string, Query][] = [
  ["an inbox", { filter: inbox }],
  ["an inbox, oldest first", { filter: inbox, sort: [{ property: "receivedAt", isAscending: true }] }],
  ["its conversations", { filter: inbox, collapseThreads: true }],
  ["what is flagged", { filter: { hasKeyword: "$flagged" } }],
  ["a search", { filter: { operator: "AND", conditions: [inbox, { text: "garden" }] } }],
];

test("the session names it among the members", async () => {
  const { accounts } = await page.session();
  const { members } = accounts[ALL_ACCOUNTS_ID]!.accountCapabilities[ALL_ACCOUNTS] as AllAccountsCapability;
  expect(members).toEqual([
    { id: own.accountId, name: "you@pismo.localhost" },
    { id: there, name: "ann@engine.example" },
  ]);
});

describe.each(lists)("Email/query of %s", (_, query) => {
  test("gives every window of both merged by date, far ones too", async () => {
    const whole = await expected(query);
    expect(new Set(whole.map((id) => id.split("-")[0])).size).toBe(2);
    expect(whole.length).toBeGreaterThan(250);
    for (const position of [0, 1, 49, 333, 501, 507, 640, 700, whole.length - 3, whole.length, whole.length + 500]) {
      const found = await all("Email/query", { ...query, position, limit: 40, calculateTotal: true });
      expect(found).toMatchObject({
        position,
        ids: whole.slice(position, position + 40),
        total: whole.length,
      });
      expect(found.missing).toBeUndefined();
    }
    expect((await all("Email/query", { ...query, position: -7, limit: 5 })).ids).toEqual(whole.slice(-7, -2));
  });

  test("finds the place of an Email, whichever account it is of", async () => {
    const whole = await expected(query);
    for (const index of [0, 20, 21, 22, 23, Math.floor(whole.length / 2), whole.length - 1]) {
      const found = await all("Email/query", { ...query, anchor: whole[index]!, anchorOffset: -2, limit: 4 });
      const position = Math.max(0, index - 2);
      expect(found).toMatchObject({ position, ids: whole.slice(position, position + 4) });
    }
  });
});

test("by best match each has its turn by rank, first what lies here", async () => {
  const filter = { operator: "AND" as const, conditions: [inbox, { text: "garden" }] };
  const sort = [{ property: "relevance", isAscending: false }, ...newest];
  const ranked: Id[][] = [];
  for (const [server, box] of boxes) {
    const { accountId, client } = server;
    const { ids } = await client.call("Email/query", { accountId, filter: ownFilter(filter, box), sort });
    ranked.push(ids.map((id) => `${server === own ? accountId : there}-${id}`));
  }
  const [here, elsewhere] = ranked as [Id[], Id[]];
  const longest = Math.max(here.length, elsewhere.length);
  const whole = Array.from({ length: longest }, (_, rank) => [here[rank], elsewhere[rank]])
    .flat()
    .filter(Boolean);
  expect(Math.min(here.length, elsewhere.length)).toBeGreaterThan(100);
  for (const position of [0, 1, 49, 250, whole.length - 3, whole.length]) {
    const found = await all("Email/query", { filter, sort, position, limit: 40, calculateTotal: true });
    expect(found).toMatchObject({ position, ids: whole.slice(position, position + 40), total: whole.length });
  }
  for (const index of [0, 1, 20, 21, whole.length - 1]) {
    const found = await all("Email/query", { filter, sort, anchor: whole[index]!, limit: 3 });
    expect(found).toMatchObject({ position: index, ids: whole.slice(index, index + 3) });
  }
});

test("a condition that decides for the account there asks it nothing, or leaves it out", async () => {
  const whole = await expected({ filter: inbox });
  const isThere = (id: Id): boolean => id.startsWith(`${there}-`);
  const inAccount = { operator: "AND" as const, conditions: [inbox, { inAccount: there }] };
  expect((await all("Email/query", { filter: inAccount, sort: newest })).ids).toEqual(whole.filter(isThere));
  const not = { operator: "NOT" as const, conditions: [{ inAccount: there }] };
  const others = await all("Email/query", { filter: { operator: "AND", conditions: [inbox, not] }, sort: newest });
  expect(others.ids).toEqual(whole.filter((id) => !isThere(id)));
  expect((await all("Email/query", { filter: { inMailbox: `${there}-m999` } })).ids).toEqual([]);
});

/** The first one there in the merged inbox. */
async function oneThere(): Promise<Id> {
  return (await expected({ filter: inbox })).find((id) => id.startsWith(`${there}-`))!;
}
const bare = (id: Id): Id => id.split("-")[1]!;

test("letters, conversations, folders and files of it are named by it", async () => {
  const id = await oneThere();
  const properties = ["id", "blobId", "threadId", "mailboxIds", "subject"];
  const { list, notFound } = await all("Email/get", { ids: [id, `${there}-e99999`], properties });
  const theirs = { accountId: engine.accountId, ids: [bare(id)], properties };
  const [email] = (await engine.client.call("Email/get", theirs)).list;
  expect(notFound).toEqual([`${there}-e99999`]);
  expect(list).toEqual([
    {
      ...email,
      id,
      blobId: `${there}-${email!.blobId}`,
      threadId: `${there}-${email!.threadId}`,
      mailboxIds: { inbox: true },
    },
  ]);
  const thread = await all("Thread/get", { ids: [list[0]!.threadId!] });
  expect(thread.list[0]!.emailIds).toContain(id);

  const { list: folders } = await all("Mailbox/get", { ids: ["inbox"] });
  let total = 0;
  for (const [{ client, accountId }, { inbox: boxId = "" }] of boxes) {
    total += (await client.call("Mailbox/get", { accountId, ids: [boxId] })).list[0]!.totalEmails!;
  }
  expect(folders[0]).toMatchObject({ id: "inbox", totalEmails: total });

  const url = `http://127.0.0.1/jmap/download/${ALL_ACCOUNTS_ID}/${list[0]!.blobId}/letter.eml?type=message%2Frfc822`;
  const sent = await own.fetch(url, { headers: { cookie } });
  expect(sent.status).toBe(307);
  const file = await own.fetch(sent.headers.get("location")!, { headers: { cookie } });
  expect(await file.text()).toContain(`Subject: ${email!.subject}`);
});

test("what is done to it is done there, and changes there are told", async () => {
  const id = await oneThere();
  const before = (await all("Email/get", { ids: [] })).state;
  const list = { filter: inbox, sort: newest };
  const { queryState } = await all("Email/query", list);
  const moved = { "mailboxIds/inbox": null, "mailboxIds/trash": true, "keywords/$flagged": true } as const;
  const { updated, oldState, newState } = await all("Email/set", { update: { [id]: moved } });
  expect(Object.keys(updated!)).toEqual([id]);
  expect(oldState).toBe(before);
  const theirs = { accountId: engine.accountId, ids: [bare(id)], properties: ["mailboxIds", "keywords"] };
  expect((await engine.client.call("Email/get", theirs)).list[0]).toMatchObject({
    mailboxIds: { [boxes.get(engine)!["trash"]!]: true },
    keywords: { $flagged: true },
  });
  expect((await all("Email/changes", { sinceState: before })).updated).toEqual([id]);
  expect((await all("Email/changes", { sinceState: newState })).updated).toEqual([]);
  const left = await all("Email/queryChanges", { ...list, sinceQueryState: queryState });
  expect(left).toMatchObject({ removed: [id], added: [] });

  await all("Email/set", { update: { [id]: { mailboxIds: { inbox: true } } } });
  const back = await all("Email/queryChanges", { ...list, sinceQueryState: left.newQueryState });
  expect(back.added).toEqual([{ id, index: (await expected(list)).indexOf(id) }]);
});

test("[8620 §5.2] where its server cannot say which folders have changed, all are told as changed", async () => {
  const { state, list } = await all("Mailbox/get", { ids: null });
  const forgotten = state.replace(new RegExp(`${there}~[^_]*`), `${there}~long-ago`);
  expect(forgotten).not.toBe(state);
  const theirs = { accountId: engine.accountId, sinceState: "long-ago" };
  await expect(engine.client.call("Mailbox/changes", theirs)).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  expect(await all("Mailbox/changes", { sinceState: forgotten })).toMatchObject({
    updated: list.map(({ id }) => id),
    newState: state,
  });
});

/** Data of the events that the page gets, one after the other. */
async function* news(): AsyncGenerator<string> {
  const response = await fetch(`${ownUrl}/jmap/eventsource?types=Email&closeafter=no&ping=0`, {
    headers: { cookie: onPort(cookie, ownUrl) },
  });
  expect(response.status).toBe(200);
  let text = "";
  for await (const chunk of response.body!) {
    text += Buffer.from(chunk as Uint8Array).toString("utf8");
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) if (event.startsWith("event: state")) yield event;
  }
}

async function heard(told: AsyncGenerator<string>, isIt: (event: string) => boolean): Promise<void> {
  for (;;) {
    const { value = "", done } = await told.next();
    expect(done).toBe(false);
    if (isIt(value)) return;
  }
}

/** Among the joined states one of the account there that is not empty. */
const isBack = (event: string): boolean => new RegExp(`${there}~[^"_]`).test(event);

test("while its server says nothing the others are shown, and it is waited for once", async () => {
  const told = news();
  const whole = await expected({ filter: inbox });
  const following = heard(told, (event) => event.includes(`${there}~"`));
  isSilent = true;
  const list = { filter: inbox, sort: newest };
  expect(await all("Email/query", list)).toMatchObject({ missing: [there] });
  await following;
  expect((await all("Email/query", list)).ids).toEqual(whole.filter((id) => !id.startsWith(`${there}-`)));
  isSilent = false;
  await heard(told, isBack);
  expect((await all("Email/query", list)).ids).toEqual(whole);
  await told.return(undefined);
});

test("its server tells of news, and while it is away the others are shown, and it is said to be missing", async () => {
  const told = news();
  const untilTold = (isIt: (event: string) => boolean) => heard(told, isIt);
  const id = await oneThere();
  const { accountId } = engine;
  // What was there before the page looked, and what happens while it does.
  for (const keyword of ["before", "beside"]) {
    await engine.client.call("Email/set", { accountId, update: { [bare(id)]: { [`keywords/${keyword}`]: true } } });
    const { state } = await engine.client.call("Email/get", { accountId, ids: [] });
    await untilTold((event) => event.includes(`${there}~${state}"`));
    expect((await all("Email/get", { ids: [] })).state).toContain(`${there}~${state}`);
  }

  const sinceState = (await all("Email/get", { ids: [] })).state;
  const mailboxState = (await all("Mailbox/get", { ids: [] })).state;
  const { port } = door.address() as AddressInfo;
  const whole = await expected({ filter: inbox });
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => door.close(resolve));
  const without = await all("Email/query", { filter: inbox, sort: newest, calculateTotal: true });
  const here = whole.filter((each) => !each.startsWith(`${there}-`));
  expect(without).toMatchObject({ ids: here, total: here.length, missing: [there] });
  await untilTold((event) => event.includes(`${there}~"`));
  const gone = await all("Email/changes", { sinceState });
  expect(gone).toMatchObject({ updated: [], destroyed: [] });
  const folders = await all("Mailbox/changes", { sinceState: mailboxState });
  expect(folders.updated).toContain("inbox");
  await expect(all("Email/get", { ids: [id] })).rejects.toMatchObject({ type: "serverUnavailable" });
  const { updated, notUpdated } = await all("Email/set", {
    update: { [id]: { "keywords/$flagged": true }, [here[0]!]: { "keywords/$flagged": true } },
  });
  expect(Object.keys(updated!)).toEqual([here[0]]);
  expect(notUpdated).toMatchObject({ [id]: { type: "serverUnavailable" } });

  await new Promise<void>((resolve) => door.listen(port, "127.0.0.1", resolve));
  await untilTold(isBack);
  const sinceGone = { sinceState: gone.newState };
  await expect(all("Email/changes", sinceGone)).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  expect((await all("Mailbox/changes", { sinceState: folders.newState })).updated).toContain("inbox");
  const again = await all("Email/query", { filter: inbox, sort: newest });
  expect(again.ids).toEqual(whole);
  expect(again.missing).toBeUndefined();
});
