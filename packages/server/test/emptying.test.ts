/** Trash and spam that are emptied by themselves. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../src/log.ts";
import { emptyFolders } from "../src/store/sweep/empty-folders.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let t: Jmap;
beforeEach(async () => {
  t = await jmap();
});
afterEach(() => t.close());

const log = createLogger("silent");
/** As the server's job does it, on a day from today on. */
const onDay = (day: number): Promise<void> =>
  emptyFolders({ store: t.store, log, now: () => Date.now() + day * DAY_MS });
const prefer = (patch: LooseArgs) => t.call("Preferences/set", { update: { singleton: patch } });
const update = (id: Id, patch: LooseArgs) => t.call("Email/set", { update: { [id]: patch } });
let count = 0;
/** A letter of an earlier year, in the folders of these roles. */
const letterIn = (...roles: string[]): Promise<Id> =>
  t.importMessage(lines("From: a@x.example", `Subject: ${++count}`, `Message-ID: <${count}@x>`, "", "text"), {
    mailboxIds: roles.map((role) => t.role[role]!),
    receivedAt: "2020-01-01T00:00:00Z",
  });
const remaining = async (...ids: Id[]): Promise<Id[]> => {
  const { list } = await t.call("Email/get", { ids, properties: ["id"] });
  return ids.filter((id) => list.some((email) => email.id === id));
};

describe("a folder that is emptied by itself", () => {
  test("none is, unless one asks for it", async () => {
    const id = await letterIn("trash");
    await onDay(0);
    await onDay(1000);
    expect(await remaining(id)).toEqual([id]);
  });

  test("a letter goes so many days after it was seen there, however old it is; one elsewhere stays", async () => {
    const [old, elsewhere, spam] = [await letterIn("trash"), await letterIn("inbox"), await letterIn("junk")];
    await prefer({ emptyTrashAfterDays: 30 });
    await onDay(0);
    await onDay(29);
    expect(await remaining(old)).toEqual([old]);
    const later = await letterIn("trash");
    await onDay(29.5);
    await onDay(31);
    expect(await remaining(old, elsewhere, spam, later)).toEqual([elsewhere, spam, later]);
    await onDay(60);
    expect(await remaining(elsewhere, spam, later)).toEqual([elsewhere, spam]);
  });

  test("what has left it since, or went and came back, is not taken for what was there", async () => {
    const [left, back] = [await letterIn("trash"), await letterIn("trash")];
    await prefer({ emptyTrashAfterDays: 7 });
    await onDay(0);
    const [inbox, trash] = [t.role["inbox"]!, t.role["trash"]!];
    await update(left, { mailboxIds: { [inbox]: true } });
    await update(back, { mailboxIds: { [inbox]: true } });
    await update(back, { mailboxIds: { [trash]: true } });
    await onDay(8);
    expect(await remaining(left, back)).toEqual([left, back]);
    await onDay(16);
    expect(await remaining(left, back)).toEqual([left]);
  });

  test("a letter that is in another folder, too, is taken out of the trash alone", async () => {
    const id = await letterIn("trash", "archive");
    await prefer({ emptyTrashAfterDays: 7 });
    await onDay(0);
    await onDay(8);
    expect(Object.keys((await t.email(id, ["mailboxIds"])).mailboxIds!)).toEqual([t.role["archive"]]);
  });

  test("switched off and on again, all have their days from then on", async () => {
    const id = await letterIn("junk");
    await prefer({ emptySpamAfterDays: 7 });
    await onDay(0);
    await prefer({ emptySpamAfterDays: null });
    await onDay(8);
    await prefer({ emptySpamAfterDays: 30 });
    await onDay(31);
    expect(await remaining(id)).toEqual([id]);
    await onDay(62);
    expect(await remaining(id)).toEqual([]);
  });

  test("fewer days count from when they are chosen", async () => {
    const id = await letterIn("trash");
    await prefer({ emptyTrashAfterDays: 90 });
    await onDay(0);
    await prefer({ emptyTrashAfterDays: 7 });
    await onDay(60);
    expect(await remaining(id)).toEqual([id]);
    await onDay(68);
    expect(await remaining(id)).toEqual([]);
  });

  test("more than one transaction takes are all removed, and counted", async () => {
    const ids: Id[] = [];
    while (ids.length < 60) ids.push(await letterIn("junk"));
    await prefer({ emptySpamAfterDays: 7 });
    await onDay(0);
    await onDay(8);
    expect(await remaining(...ids)).toEqual([]);
    const { list } = await t.call("Mailbox/get", { ids: [t.role["junk"]!], properties: ["totalEmails"] });
    expect(list).toMatchObject([{ totalEmails: 0 }]);
  });
});
