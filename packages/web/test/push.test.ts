// @vitest-environment node
import { expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { freshIds, openMail, shown } from "./support/mail.ts";

test("an Email that a second client brings in stands in the open list by itself, its counts too", async () => {
  const mail = await openMail();
  await mail.deliver(2);
  const tab = await mail.openTab();
  const list = tab.listFor({ folder: "inbox" });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().total).toBe(2));
  const stop = tab.startPush();
  await eventually(() => expect(mail.network.requests.at(-1)).toContain("Email/queryChanges"));
  const [id] = await mail.deliver(1);
  await eventually(() => expect(list.snapshot().idAt(0)).toBe(id));
  expect(shown(list.snapshot())).toEqual(await freshIds(mail, { inMailbox: mail.boxes["inbox"] }));
  // A request's calls are answered one by one: the Email may have come between the folders' and the list's.
  await eventually(() => expect(tab.findMailbox("inbox")).toMatchObject({ totalEmails: 3, unreadEmails: 3 }));
  stop();
  await mail.close();
});
