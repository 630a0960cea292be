// @vitest-environment node
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { freshIds, type Mail, openMail, shown, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(() => mail.close());

async function openInbox(more: object = {}) {
  const list = tab.listFor({ folder: "inbox", ...more });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
  return list;
}

test("the folders and the first window come in one request, with its rows by back reference", async () => {
  await mail.deliver(3);
  mail.network.requests.length = 0;
  const list = await openInbox();
  expect(mail.network.requests.map((body) => JSON.parse(body).methodCalls.map(([name]: [string]) => name))).toEqual([
    // The first names the state of before the query.
    ["Email/get", "Mailbox/get", "Email/query", "Email/get"],
  ]);
  expect(shown(list.snapshot())).toEqual(await freshIds(mail, { inMailbox: mail.boxes["inbox"] }));
  expect(tab.getEmailRow(list.snapshot().idAt(0)!)?.subject).toBe("Letter n2");
});

test("a custom folder, named by its id, comes with the folders in one request", async () => {
  await mail.deliver(3, { role: "archive" });
  mail.network.requests.length = 0;
  const list = tab.listFor({ folder: mail.boxes["archive"]! });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().total).toBe(3));
  expect(mail.network.requests).toHaveLength(1);
});

test("any place of a long list can be jumped to: only what is in sight is loaded", async () => {
  await mail.deliver(650);
  const list = await openInbox();
  const all = await freshIds(mail, { inMailbox: mail.boxes["inbox"] });
  expect(list.snapshot().total).toBe(650);
  list.ensureRange(420, 440);
  await eventually(() => expect(list.snapshot().idAt(439)).toBe(all[439]));
  expect(list.snapshot().idAt(420)).toBe(all[420]);
  expect(list.snapshot().idAt(250)).toBeUndefined();
  list.ensureRange(640, 700);
  await eventually(() => expect(list.snapshot().idAt(649)).toBe(all[649]));
  expect(tab.neighboursOf(all[430]!)).toEqual({ previous: all[429], next: all[431] });
});

test("a window that is asked for while Emails arrive stands in its right place", async () => {
  await mail.deliver(300);
  const list = await openInbox();
  await mail.deliver(2);
  list.ensureRange(200, 220);
  const all = await freshIds(mail, { inMailbox: mail.boxes["inbox"] });
  await eventually(() => expect(list.snapshot().idAt(219)).toBe(all[219]));
  expect(list.snapshot().idAt(0)).toBe(all[0]);
});

test("after any changes of another client the list equals a fresh query", async () => {
  await mail.deliver(140);
  const list = await openInbox();
  const inbox = { inMailbox: mail.boxes["inbox"] };
  for (let round = 0; round < 8; round++) {
    const ids = await freshIds(mail, inbox);
    const { accountId, boxes } = mail;
    const pick = (step: number): string[] => ids.filter((_, index) => index % step === round);
    await mail.deliver(round % 3);
    await mail.other.call("Email/set", {
      accountId,
      update: {
        ...Object.fromEntries(pick(11).map((id) => [id, { "keywords/$flagged": true }])),
        ...Object.fromEntries(pick(17).map((id) => [id, { mailboxIds: { [boxes["archive"]!]: true } }])),
      },
      destroy: pick(29).filter((id) => !pick(11).includes(id) && !pick(17).includes(id)),
    });
    await tab.sync();
    list.ensureRange(0, 200);
    const fresh = await freshIds(mail, inbox);
    await eventually(() => expect(shown(list.snapshot())).toEqual(fresh));
    const flagged = await freshIds(mail, { ...inbox, hasKeyword: "$flagged" });
    expect(fresh.filter((id) => "$flagged" in tab.getEmailRow(id)!.keywords)).toEqual(flagged);
  }
});

test("more changes than can be applied one by one: what is in sight is loaded again", async () => {
  const ids = await mail.deliver(400);
  const list = await openInbox();
  const { accountId, boxes } = mail;
  const update = Object.fromEntries(ids.slice(20, 320).map((id) => [id, { mailboxIds: { [boxes["trash"]!]: true } }]));
  await mail.other.call("Email/set", { accountId, update });
  await tab.sync();
  list.ensureRange(0, 100);
  const fresh = await freshIds(mail, { inMailbox: boxes["inbox"] });
  await eventually(() => expect(shown(list.snapshot())).toEqual(fresh));
});

test("a list is kept for the way back, and caught up when it is opened again", async () => {
  await mail.deliver(3);
  const list = await openInbox();
  tab.openList(tab.listFor({ folder: "sent" }));
  await mail.deliver(1);
  expect(tab.listFor({ folder: "inbox" })).toBe(list);
  tab.openList(list);
  expect(list.snapshot().total).toBe(3);
  await eventually(() => expect(list.snapshot().total).toBe(4));
});

test("a list whose first window was read before a change of one's own was confirmed has the change", async () => {
  const [id] = await mail.deliver(2);
  const { inbox, archive } = mail.boxes;
  await openInbox();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asksForArchive = (body: string): boolean => body.includes("Email/query") && body.includes(`"${archive}"`);
  mail.network.answerWaits = (body) => (asksForArchive(body) && !body.includes("Email/set") ? released : undefined);
  const list = tab.listFor({ folder: "archive" });
  tab.openList(list);
  await eventually(() => expect(mail.network.requests.some(asksForArchive)).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await tab.commit({
    type: "Email",
    update: { [id!]: { [`mailboxIds/${inbox}`]: null, [`mailboxIds/${archive}`]: true } },
  }).done;
  mail.network.answerWaits = undefined;
  release();
  await eventually(() => expect(shown(list.snapshot())).toEqual([id]));
});

test("a folder that the server does not have is an error of the list, not of the page", async () => {
  const list = tab.listFor({ folder: "m99999" });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).not.toBe("loading"));
  expect(list.snapshot().total).toBe(0);
});
