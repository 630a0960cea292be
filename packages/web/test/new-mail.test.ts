// @vitest-environment node
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;
let stop: () => void;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(async () => {
  stop();
  await mail.close();
});

/** The inbox stands open, and the stream of news too. */
async function openInbox(): Promise<void> {
  const list = tab.listFor({ folder: "inbox" });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
  stop = tab.startPush();
  await eventually(() => expect(mail.network.requests.at(-1)).toContain("Email/queryChanges"));
}

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, "Z");
const unread = (): number | undefined => tab.findMailbox("inbox")?.unreadEmails;

test("old Emails that come into the inbox are not announced as new", async () => {
  await openInbox();
  await mail.deliver(30);
  await eventually(() => expect(unread()).toBe(30));
  await tab.sync();
  expect(tab.getAnnouncement()).toBeUndefined();
});

test("of old and new Emails that come together the new ones are announced, once", async () => {
  await openInbox();
  await mail.deliver(30);
  await mail.deliver(2, { receivedAt: now() });
  await eventually(() => expect(unread()).toBe(32));
  await eventually(() => expect(tab.getAnnouncement()).toMatchObject({ key: "list.arrived", values: { count: 2 } }));
  const { id } = tab.getAnnouncement()!;
  await mail.deliver(30);
  await eventually(() => expect(unread()).toBe(62));
  await tab.sync();
  expect(tab.getAnnouncement()!.id).toBe(id);
});
