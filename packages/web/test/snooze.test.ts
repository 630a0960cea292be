// @vitest-environment node
/** Letters that go away, as a tab snoozes them: what Undo puts back. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let tab: Tab;

beforeEach(async () => {
  mail = await openMail();
  tab = await mail.openTab();
});
afterEach(() => mail.close());

const HOUR_MS = 3_600_000;
/** A whole second. */
const inHours = (hours: number): Date => new Date(Math.ceil(Date.now() / 1000) * 1000 + hours * HOUR_MS);

/** By the tab's own modules. */
async function snooze(ids: readonly Id[], until: Date) {
  const { snooze: snoozeSelected } = await import("../src/store/snooze/snooze.ts");
  return snoozeSelected({ kind: "ids", ids: new Set(ids) }, () => true, until, "Snoozed");
}

/** Until when each is away. */
async function timesOf(ids: readonly Id[]): Promise<Record<Id, Date>> {
  const { list } = await mail.other.call("Snooze/get", { accountId: mail.accountId, ids: [...ids] });
  return Object.fromEntries(list.map(({ id, until }) => [id, new Date(until)]));
}

async function open(folder: string): Promise<void> {
  const list = tab.listFor({ folder });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
}

test("undone, a letter that was away already has the time that it had, and another is back in its place", async () => {
  const [away, here] = (await mail.deliver(2)) as [Id, Id];
  await open("inbox");
  const first = inHours(1);
  await snooze([away], first);
  const second = inHours(2);
  const { count, undo } = await snooze([away, here], second);
  expect(count).toBe(2);
  expect(await timesOf([away, here])).toEqual({ [away]: second, [here]: second });
  await undo();
  expect(await timesOf([away, here])).toEqual({ [away]: first });
  const { list } = await mail.other.call("Email/get", { accountId: mail.accountId, ids: [here] });
  expect(list[0]!.mailboxIds).toEqual({ [mail.boxes["inbox"]!]: true });
});
