// @vitest-environment node
/** [8620 §5.3] After a change made here the client goes on from `oldState` to `newState`, and asks where something else happened. */
import type { Email, Id, Mailbox, PatchObject } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { freshIds, type Mail, openMail, shown, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;
let stops: (() => void)[];

beforeEach(async () => {
  stops = [];
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(async () => {
  for (const stop of stops) stop();
  await mail.close();
});

type List = ReturnType<Tab["listFor"]>;

async function open(query: { folder: string; read?: false; q?: string }, of = tab): Promise<List> {
  const list = of.listFor(query);
  of.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
  return list;
}

/** A page that stands: it follows the server, and what it asks at first has been answered. */
async function follow(of = tab): Promise<void> {
  stops.push(of.startPush());
  await quiet();
}

/** Waits until nothing has been asked for a while. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== mail.network.requests.length;) {
    before = mail.network.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

const callsOf = (body: string): string[] =>
  (JSON.parse(body) as { methodCalls: [string][] }).methodCalls.map(([name]) => name);

/** The calls of each request that `work` leads to, until all is quiet. */
async function requestsOf(work: () => unknown): Promise<string[][]> {
  const from = mail.network.requests.length;
  await work();
  await quiet();
  return mail.network.requests.slice(from).map(callsOf);
}

const read = { "keywords/$seen": true } as const;
const flagged = { "keywords/$flagged": true } as const;
const update = (id: Id, patch: PatchObject, of = tab) => of.commit({ type: "Email", update: { [id]: patch } });
const toArchive = (): PatchObject => ({ mailboxIds: { [mail.boxes["archive"]!]: true } });
const foreign = (id: Id, patch: PatchObject) =>
  mail.other.call("Email/set", { accountId: mail.accountId, update: { [id]: patch } });

interface Image {
  ids: (Id | undefined)[];
  rows: unknown[];
  counts: unknown[];
}

const rowOf = ({ keywords, mailboxIds }: Pick<Email, "keywords" | "mailboxIds">) => ({ keywords, mailboxIds });
const countOf = ({ id, totalEmails, unreadEmails }: Partial<Mailbox>) => ({ id, totalEmails, unreadEmails });

/** The inbox as a tab shows it. */
function shownBy(of: Tab, list: List): Image {
  const ids = shown(list.snapshot());
  const { maps } = of.recordsOf(mail.accountId);
  const rows = ids.map((id) => {
    const row = id && maps.Email.get(id);
    return row && rowOf(row);
  });
  return { ids, rows, counts: Object.values(mail.boxes).map((id) => countOf(maps.Mailbox.get(id)!)) };
}

/** The same from the server. */
async function served(): Promise<Image> {
  const { accountId, other, boxes } = mail;
  const ids = await freshIds(mail, { inMailbox: boxes["inbox"] });
  const emails = await other.call("Email/get", { accountId, ids, properties: ["keywords", "mailboxIds"] });
  const mailboxes = await other.call("Mailbox/get", { accountId, ids: Object.values(boxes) });
  const rows = emails.list.map((email) => rowOf(email as Email));
  return { ids, rows, counts: mailboxes.list.map((mailbox) => countOf(mailbox as Mailbox)) };
}

describe("with nothing else going on", () => {
  const counted = ["Email/set", "Mailbox/changes", "Mailbox/get"];

  test.each([
    ["marking as read", () => read, counted],
    ["flagging", () => flagged, ["Email/set"]],
    ["moving", toArchive, counted],
  ])("%s is one request", async (_, patch, calls) => {
    const ids = await mail.deliver(5);
    const list = await open({ folder: "inbox" });
    await follow();
    expect(await requestsOf(() => update(ids[2]!, patch()).done)).toEqual([calls]);
    expect(shownBy(tab, list)).toEqual(await served());
  });

  test("each of several is one, as fast as they come", async () => {
    const ids = await mail.deliver(5);
    const list = await open({ folder: "inbox" });
    await follow();
    const requests = await requestsOf(async () => {
      for (const id of ids) await update(id, flagged).done;
    });
    expect(requests).toEqual(ids.map(() => ["Email/set"]));
    expect(shownBy(tab, list)).toEqual(await served());
  });

  test("two that wait for each other go together; push may tell of the state between them, which is asked about", async () => {
    const ids = await mail.deliver(5);
    const list = await open({ folder: "inbox" });
    await follow();
    const [first, ...rest] = await requestsOf(() => [update(ids[0]!, read), update(ids[1]!, read)]);
    expect(first).toEqual(["Email/set", "Email/set", "Mailbox/changes", "Mailbox/get"]);
    expect(rest.length).toBeLessThan(2);
    expect(shownBy(tab, list)).toEqual(await served());
  });

  test("what the server made of the change is taken from its response", async () => {
    const [id] = await mail.deliver(1, { keywords: { "category-tickets": true } });
    await open({ folder: "inbox" });
    await follow();
    expect(await requestsOf(() => update(id!, { "keywords/category-orders": true }).done)).toEqual([["Email/set"]]);
    const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids: [id!] });
    expect(list[0]!.keywords).toEqual({ "category-orders": true });
    expect(tab.getEmailRow(id!)?.keywords).toEqual(list[0]!.keywords);
  });

  test("an Email that was read goes from the list of unread ones with the list, and by undo it stays", async () => {
    const ids = (await mail.deliver(4)).reverse();
    const unread = await open({ folder: "inbox", read: false });
    await follow();
    const back = update(ids[0]!, read);
    await back.done;
    await update(ids[1]!, read).done;
    expect(shown(unread.snapshot())).toEqual(ids);
    back.undo();
    await quiet();
    await open({ folder: "sent" });
    expect(shown(unread.snapshot())).toEqual([ids[0], ids[2], ids[3]]);
    tab.openList(unread);
    await quiet();
    expect(shown(unread.snapshot())).toEqual([ids[0], ids[2], ids[3]]);
  });

  test("the next window of the list comes with what was changed here, in one request", async () => {
    const ids = (await mail.deliver(400)).reverse();
    const list = await open({ folder: "inbox" });
    await follow();
    for (const id of [ids[3]!, ids[10]!]) await update(id, toArchive()).done;
    const left = ids.filter((id) => id !== ids[3] && id !== ids[10]);
    expect(list.snapshot().total).toBe(398);
    const [first] = await requestsOf(() => list.ensureRange(300, 320));
    expect(first).toEqual(["Email/queryChanges", "Email/get", "Email/query", "Email/get"]);
    expect(shown(list.snapshot()).slice(300, 320)).toEqual(left.slice(300, 320));
    expect(shown(list.snapshot()).slice(0, 20)).toEqual(left.slice(0, 20));
    list.ensureRange(0, 398);
    await quiet();
    expect(shown(list.snapshot())).toEqual(left);
  });

  test("an Email that comes back into a list that let it go has its place from the server", async () => {
    const ids = (await mail.deliver(3)).reverse();
    const list = await open({ folder: "inbox" });
    await follow();
    const { undo, done } = update(ids[1]!, toArchive());
    await done;
    await foreign(ids[0]!, flagged);
    await quiet();
    undo();
    await quiet();
    expect(shownBy(tab, list)).toEqual(await served());
  });
});

describe("[8620 §5.3] where oldState is not the state that is loaded", () => {
  test("what another client changed before is fetched", async () => {
    const ids = await mail.deliver(3);
    const list = await open({ folder: "inbox" });
    await foreign(ids[0]!, { ...flagged, ...read });
    await update(ids[1]!, read).done;
    await eventually(async () => expect(shownBy(tab, list)).toEqual(await served()));
  });

  test("the same where it came while the change was on its way", async () => {
    const ids = await mail.deliver(3);
    const list = await open({ folder: "inbox" });
    mail.network.replaces = async (body) => {
      mail.network.replaces = undefined;
      await foreign(ids[2]!, toArchive());
      return body;
    };
    await update(ids[1]!, read).done;
    await eventually(async () => expect(shownBy(tab, list)).toEqual(await served()));
  });

  test("between two changes of one request, too", async () => {
    const ids = await mail.deliver(3);
    const list = await open({ folder: "inbox" });
    mail.network.replaces = (body) => {
      const request = JSON.parse(body) as { methodCalls: [string, object, string][] };
      if (request.methodCalls.filter(([name]) => name === "Email/set").length < 2) return Promise.resolve(body);
      // As if another client's had come in between.
      const { accountId } = mail;
      request.methodCalls.splice(1, 0, ["Email/set", { accountId, update: { [ids[0]!]: flagged } }, "other"]);
      return Promise.resolve(JSON.stringify(request));
    };
    await Promise.all([update(ids[1]!, read).done, update(ids[2]!, read).done]);
    await eventually(async () => expect(shownBy(tab, list)).toEqual(await served()));
  });

  test("after an answer that was lost the change is sent again, and what happened is asked for", async () => {
    const ids = await mail.deliver(3);
    const list = await open({ folder: "inbox" });
    mail.network.losesAnswerTo = (body) => body.includes("Email/set");
    const { done } = update(ids[1]!, toArchive());
    await eventually(() => expect(tab.getConnection()).toBe("offline"));
    mail.network.losesAnswerTo = undefined;
    tab.retryNow();
    await done;
    await eventually(async () => expect(shownBy(tab, list)).toEqual(await served()));
  });
});

test("rows that a broken connection kept from being fetched are fetched when it stands again", async () => {
  const ids = await mail.deliver(3);
  const list = await open({ folder: "inbox" });
  await foreign(ids[0]!, flagged);
  mail.network.losesAnswerTo = (body) => callsOf(body).join() === "Email/get,Thread/get";
  await tab.sync().catch(() => undefined);
  mail.network.losesAnswerTo = undefined;
  await tab.sync();
  expect(shownBy(tab, list)).toEqual(await served());
});

test.each([1, 2, 3])("two tabs and another client at once: nothing is lost (%i)", async (seed) => {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const ids = await mail.deliver(12);
  const second = await mail.openTab();
  const lists = [await open({ folder: "inbox" }), await open({ folder: "inbox" }, second)] as const;
  stops.push(tab.startPush(), second.startPush());
  const { inbox, archive } = mail.boxes;
  const patches: PatchObject[] = [
    read,
    { "keywords/$seen": null },
    flagged,
    { "keywords/$flagged": null },
    { mailboxIds: { [archive!]: true } },
    { mailboxIds: { [inbox!]: true } },
  ];
  const pending: Promise<unknown>[] = [];
  for (let step = 0; step < 60; step++) {
    const id = ids[random(ids.length)]!;
    const patch = patches[random(patches.length)]!;
    const who = random(3);
    pending.push(who === 0 ? foreign(id, patch) : update(id, patch, who === 1 ? tab : second).done);
    if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(40)));
    if (random(12) === 0) pending.push(mail.deliver(1));
  }
  await Promise.all(pending);
  await eventually(async () => expect(shownBy(tab, lists[0])).toEqual(await served()));
  await eventually(async () => expect(shownBy(second, lists[1])).toEqual(await served()));
});
