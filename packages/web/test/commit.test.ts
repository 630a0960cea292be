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

async function open(query: { folder: string; read?: false }) {
  const list = tab.listFor(query);
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
  return list;
}

const read = { "keywords/$seen": true };
const inboxCount = () => {
  const { totalEmails, unreadEmails } = tab.findMailbox("inbox")!;
  return { totalEmails, unreadEmails };
};

async function onServer(id: string) {
  const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids: [id] });
  return list[0]!;
}

test("a change is on the screen before the server has heard of it, counts too", async () => {
  const [id] = await mail.deliver(2);
  await open({ folder: "inbox" });
  const { done } = tab.commit({ type: "Email", update: { [id!]: read } });
  expect(tab.isSeen(tab.getEmailRow(id!)!)).toBe(true);
  expect(inboxCount()).toEqual({ totalEmails: 2, unreadEmails: 1 });
  expect(await done).toEqual({});
  expect((await onServer(id!)).keywords).toEqual({ $seen: true });
  await tab.sync();
  expect(inboxCount()).toEqual({ totalEmails: 2, unreadEmails: 1 });
});

test("a moved Email leaves the list at once and comes back to its place by undo", async () => {
  const ids = (await mail.deliver(5)).reverse();
  const list = await open({ folder: "inbox" });
  const { inbox, archive } = mail.boxes;
  const { done, undo } = tab.commit({
    type: "Email",
    update: { [ids[2]!]: { [`mailboxIds/${inbox}`]: null, [`mailboxIds/${archive}`]: true } },
  });
  expect(shown(list.snapshot())).toEqual(ids.toSpliced(2, 1));
  expect(inboxCount().totalEmails).toBe(4);
  await done;
  await tab.sync();
  expect(shown(list.snapshot())).toEqual(ids.toSpliced(2, 1));
  undo();
  expect(shown(list.snapshot())).toEqual(ids);
  await eventually(async () => expect((await onServer(ids[2]!)).mailboxIds).toEqual({ [inbox!]: true }));
  await tab.sync();
  expect(shown(list.snapshot())).toEqual(ids);
  expect(inboxCount().totalEmails).toBe(5);
});

test("undo of a change that was not sent yet sends nothing", async () => {
  const [id] = await mail.deliver(1);
  await open({ folder: "inbox" });
  mail.network.isDown = true;
  await tab.sync().catch(() => undefined);
  const { undo } = tab.commit({ type: "Email", update: { [id!]: read } });
  undo();
  expect(tab.isSeen(tab.getEmailRow(id!)!)).toBe(false);
  expect(tab.hasWaitingChanges()).toBe(false);
  expect(inboxCount().unreadEmails).toBe(1);
});

test("[8620 §5.3] what the server refuses is taken back, with a notice that says why; the rest stays", async () => {
  const ids = await mail.deliver(2);
  const list = await open({ folder: "inbox" });
  const refused = await tab.commit({
    type: "Email",
    update: { [ids[0]!]: { mailboxIds: { m99999: true } }, [ids[1]!]: read },
  }).done;
  expect(Object.keys(refused)).toEqual([ids[0]]);
  expect(shown(list.snapshot())).toEqual(ids.toReversed());
  expect(tab.isSeen(tab.getEmailRow(ids[1]!)!)).toBe(true);
  expect(tab.getNotices()).toMatchObject([{ tone: "error", key: "actions.refused.other" }]);
  await tab.sync();
  expect(inboxCount()).toEqual({ totalEmails: 2, unreadEmails: 1 });
});

test("what is done without a connection waits and is sent in order when it is back", async () => {
  const ids = await mail.deliver(2);
  await open({ folder: "inbox" });
  mail.network.isDown = true;
  const all = [
    tab.commit({ type: "Email", update: { [ids[0]!]: read } }),
    tab.commit({ type: "Email", update: { [ids[1]!]: { "keywords/$flagged": true } } }),
    tab.commit({ type: "Email", update: { [ids[0]!]: { "keywords/$seen": null } } }),
    tab.commit({ type: "Email", update: { [ids[0]!]: { "keywords/$important": true } } }),
  ];
  await eventually(() => expect(tab.getConnection()).toBe("offline"));
  expect(tab.getEmailRow(ids[0]!)!.keywords).toEqual({ $important: true });
  mail.network.isDown = false;
  tab.retryNow();
  await Promise.all(all.map(({ done }) => done));
  expect((await onServer(ids[0]!)).keywords).toEqual({ $important: true });
  expect((await onServer(ids[1]!)).keywords).toEqual({ $flagged: true });
});

test("an answer that is lost on its way: the change is sent again, once is the same as twice", async () => {
  const [id] = await mail.deliver(1);
  await open({ folder: "inbox" });
  mail.network.losesAnswerTo = (body) => body.includes("Email/set");
  const { done } = tab.commit({ type: "Email", destroy: [id!] });
  await eventually(() => expect(tab.getConnection()).toBe("offline"));
  mail.network.losesAnswerTo = undefined;
  tab.retryNow();
  expect(await done).toEqual({});
  expect(tab.getNotices()).toEqual([]);
  expect(await freshIds(mail, {})).toEqual([]);
});

test("an Email that was just read stays in the list of unread ones until another list is opened", async () => {
  const ids = (await mail.deliver(3)).reverse();
  const unread = await open({ folder: "inbox", read: false });
  await tab.commit({ type: "Email", update: { [ids[1]!]: read } }).done;
  await tab.sync();
  expect(shown(unread.snapshot())).toEqual(ids);
  await open({ folder: "inbox" });
  tab.openList(unread);
  await eventually(() => expect(shown(unread.snapshot())).toEqual([ids[0], ids[2]]));
});

test("an Email that another client read leaves the list of unread ones", async () => {
  const ids = (await mail.deliver(3)).reverse();
  const unread = await open({ folder: "inbox", read: false });
  await mail.other.call("Email/set", { accountId: mail.accountId, update: { [ids[1]!]: read } });
  await tab.sync();
  expect(shown(unread.snapshot())).toEqual([ids[0], ids[2]]);
});

test("a whole folder, loaded or not, is moved in the server's portions, and undone", async () => {
  await mail.deliver(700);
  const list = await open({ folder: "inbox" });
  const all = await freshIds(mail, { inMailbox: mail.boxes["inbox"] });
  const { inbox, archive } = mail.boxes;
  tab.selectAll(list);
  tab.toggleSelected(all[0]!);
  const working = tab.commitSelection(
    tab.getSelection(),
    { kind: "move", from: inbox!, to: archive! },
    { leaves: true },
  );
  await eventually(() => expect(tab.getNotices()).toMatchObject([{ progress: 0 }]));
  const { count, undo } = await working;
  expect(count).toBe(699);
  expect(await freshIds(mail, { inMailbox: inbox })).toEqual([all[0]]);
  expect(tab.getNotices()).toEqual([]);
  await eventually(() => expect(shown(list.snapshot())).toEqual([all[0]]));
  undo!();
  await eventually(async () => expect(await freshIds(mail, { inMailbox: inbox })).toEqual(all));
  await tab.sync();
  expect(inboxCount().totalEmails).toBe(700);
});

test("Shift-click takes all Emails between, those that are not loaded too", async () => {
  await mail.deliver(320);
  const list = await open({ folder: "inbox" });
  const all = await freshIds(mail, { inMailbox: mail.boxes["inbox"] });
  list.ensureRange(300, 320);
  await eventually(() => expect(list.snapshot().idAt(310)).toBe(all[310]));
  tab.toggleSelected(all[5]!);
  await tab.selectRangeTo(all[310]!);
  expect(tab.selectedCount()).toBe(306);
});

test("Emails that left the list are selected no more; a selection ends with its list", async () => {
  const ids = await mail.deliver(3);
  const list = await open({ folder: "inbox" });
  for (const id of ids) tab.toggleSelected(id);
  await mail.other.call("Email/set", {
    accountId: mail.accountId,
    update: { [ids[0]!]: { mailboxIds: { [mail.boxes["trash"]!]: true } } },
    destroy: [ids[1]!],
  });
  await tab.sync();
  tab.keepSelectionFor(list.query);
  expect(tab.getSelection()).toEqual({ kind: "ids", ids: new Set([ids[2]]) });
  await open({ folder: "sent" });
  expect(tab.selectedCount()).toBe(0);
});
