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

const ahead = (): Promise<void> => tab.prefetch(tab.currentList()!.snapshot(), 0, 0);

async function open(folder: string) {
  const list = tab.listFor({ folder });
  tab.openList(list);
  await eventually(() => expect(list.snapshot().status).toBe("ready"));
  return list;
}

const queries = (): { filter: object; position: number; limit: number }[] =>
  mail.network.requests.flatMap((body) =>
    (JSON.parse(body).methodCalls as [string, { filter: object; position: number; limit: number }][]).flatMap(
      ([name, args]) => (name === "Email/query" ? [args] : []),
    ),
  );

test("the other folders' first letters are there before one of them is opened", async () => {
  await mail.deliver(60, { role: "archive" });
  await mail.deliver(3, { role: "trash" });
  await mail.deliver(2);
  await open("inbox");
  await ahead();
  mail.network.isDown = true;
  for (const role of ["archive", "trash"]) {
    const list = tab.listFor(tab.folderQuery(role, tab.getPreferences()));
    const all = await freshIds(mail, { inMailbox: mail.boxes[role] });
    expect(list.snapshot()).toMatchObject({ status: "ready", total: all.length });
    expect(shown(list.snapshot()).slice(0, 40)).toEqual(all.slice(0, 40));
    expect(tab.getEmailRow(list.snapshot().idAt(0)!)).toBeDefined();
  }
  expect(tab.listFor(tab.folderQuery("sent", tab.getPreferences())).snapshot()).toMatchObject({
    status: "ready",
    total: 0,
  });
});

test("what is there is not asked for again", async () => {
  await mail.deliver(3, { role: "archive" });
  await open("inbox");
  await ahead();
  mail.network.requests.length = 0;
  await ahead();
  expect(queries()).toEqual([]);
});

test("a folder that was fetched ahead follows the server once it is opened", async () => {
  const [id = ""] = await mail.deliver(3, { role: "archive" });
  await open("inbox");
  await ahead();
  const { accountId, boxes } = mail;
  await mail.other.call("Email/set", { accountId, update: { [id]: { mailboxIds: { [boxes["trash"]!]: true } } } });
  await mail.deliver(1, { role: "archive" });
  const list = await open("archive");
  const all = await freshIds(mail, { inMailbox: boxes["archive"] });
  await eventually(() => expect(shown(list.snapshot())).toEqual(all));
});

test("an Email that is moved while its folder is being fetched does not stand in it", async () => {
  const [id = ""] = await mail.deliver(3, { role: "archive" });
  await open("inbox");
  await tab.loadEmails([id]);
  // The answer is on its way when the Email is moved here, and nothing can be asked after that.
  mail.network.losesAnswerTo = (body) => {
    if (!body.includes(`"inMailbox":"${mail.boxes["archive"]}"`)) return false;
    tab.commit({ type: "Email", update: { [id]: { mailboxIds: { [mail.boxes["trash"]!]: true } } } });
    mail.network.isDown = true;
    return false;
  };
  await ahead();
  expect(tab.listFor(tab.folderQuery("archive", tab.getPreferences())).snapshot().status).toBe("ready");
  expect(tab.listFor(tab.folderQuery("archive", tab.getPreferences())).snapshot().indexOf(id)).toBe(-1);
});

test("the end of a long list is there, and nothing in between", async () => {
  await mail.deliver(400);
  const list = await open("inbox");
  await eventually(() => expect(list.snapshot().idAt(73)).toBeDefined());
  await ahead();
  const all = await freshIds(mail, { inMailbox: mail.boxes["inbox"] });
  expect(shown(list.snapshot()).slice(-40)).toEqual(all.slice(-40));
  expect(list.snapshot().idAt(300)).toBeUndefined();
  mail.network.requests.length = 0;
  await ahead();
  expect(queries()).toEqual([]);
});

test("what letters in sight say is asked for once, and again after news of it", async () => {
  const [id = ""] = await mail.deliver(3);
  const list = await open("inbox");
  const inSight = (): Promise<void> => tab.prefetch(list.snapshot(), 0, 3);
  const asked = (): string[][] =>
    mail.network.requests.flatMap((body) =>
      (JSON.parse(body).methodCalls as [string, { ids: string[] }][]).flatMap(([name, args]) =>
        name === "EmailFact/get" ? [args.ids] : [],
      ),
    );
  await inSight();
  expect(asked()).toEqual([shown(list.snapshot())]);
  mail.network.requests.length = 0;
  tab.commit({ type: "Email", update: { [id]: { "keywords/$seen": true } } });
  await inSight();
  expect(asked()).toEqual([]);
  await mail.deliver(1);
  await tab.sync();
  await tab.prefetch(list.snapshot(), 0, 4);
  expect(asked()).toEqual([[list.snapshot().idAt(0)]]);
  mail.network.requests.length = 0;
  const { tellNews } = await import("../src/store/sync/news.ts");
  tellNews({ [mail.accountId]: { EmailFact: "another" } });
  await inSight();
  expect(asked()).toEqual([shown(list.snapshot()).slice(0, 3)]);
});
