// @vitest-environment node
/** Rules in two windows: none overwrites what the other one has stored. */
import type { Id, Mailbox } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { noteScriptFailure } from "../../server/src/store/rules/sieve-scripts.ts";
import { newRule, type Rule } from "../src/store/rules/rule-script.ts";
import { freshIds, type Mail, openMail, type Tab } from "./support/mail.ts";

let mail: Mail;
let one: Tab;
let two: Tab;
let account: Id;

beforeEach(async () => {
  mail = await openMail();
  account = mail.accountId;
  one = await mail.openTab();
  two = await mail.openTab();
});
afterEach(() => mail.close());

const rule = (text: string): Rule => ({ ...newRule(), conditions: [{ kind: "subject", text }], isRead: true });

/** What is stored, as a window that is opened now shows it. */
async function stored(): Promise<{ texts: string[] | undefined; isActive: boolean; name: string }> {
  const { rules, isActive, name } = await one.loadScript(account);
  const texts = rules?.flatMap(({ conditions }) => conditions.flatMap((each) => ("text" in each ? each.text : [])));
  return { texts, isActive, name };
}

test("changes of one window follow each other, from the first rule on", async () => {
  const script = await one.loadScript(account);
  await Promise.all([
    one.storeRules(account, script, [rule("a")]),
    one.storeRules(account, script, [rule("a"), rule("b")]),
    one.switchScript(account, script, false),
    one.storeRules(account, script, [rule("b")]),
  ]);
  expect(await stored()).toEqual({ texts: ["b"], isActive: false, name: "Pismo" });
});

test("what another window has stored is not overwritten", async () => {
  await one.storeRules(account, await one.loadScript(account), [rule("a")]);
  const [shown, old] = [await one.loadScript(account), await two.loadScript(account)];
  await one.storeRules(account, shown, [rule("a"), rule("b")]);
  await expect(two.storeRules(account, old, [rule("c")])).rejects.toThrow(two.ScriptChanged);
  expect((await stored()).texts).toEqual(["a", "b"]);
  // It shows them as they are now, and goes on from there.
  await two.storeRules(account, await two.loadScript(account), [rule("a"), rule("b"), rule("c")]);
  expect((await stored()).texts).toEqual(["a", "b", "c"]);
});

test("the first rules of two windows do not become one window's", async () => {
  const [empty, alsoEmpty] = [await one.loadScript(account), await two.loadScript(account)];
  await one.storeRules(account, empty, [rule("a")]);
  await expect(two.storeRules(account, alsoEmpty, [rule("b")])).rejects.toThrow(two.ScriptChanged);
  expect((await stored()).texts).toEqual(["a"]);
});

test("a script that another client has switched on is neither replaced nor switched off", async () => {
  await one.storeRules(account, await one.loadScript(account), [rule("a")]);
  const shown = await one.loadScript(account);
  const { blobId } = await mail.other.upload(account, new TextEncoder().encode("discard;"), "application/sieve");
  const create = { s: { name: "By hand", blobId } };
  await mail.other.call("SieveScript/set", { accountId: account, create, onSuccessActivateScript: "#s" });
  await expect(one.storeRules(account, shown, [rule("b")])).rejects.toThrow(one.ScriptChanged);
  await expect(one.switchScript(account, shown, false)).rejects.toThrow(one.ScriptChanged);
  const now = await one.loadScript(account);
  expect(now).toMatchObject({ name: "By hand", text: "discard;", isActive: true, rules: undefined });
  await one.storeText(account, now, "keep;");
  await expect(
    two.storeText(account, { ...now, known: { ...now.known, text: "discard;", state: "0" } }, "stop;"),
  ).rejects.toThrow(two.ScriptChanged);
  expect((await two.loadScript(account)).text).toBe("keep;");
});

test("a letter that the script failed on is no change of the rules", async () => {
  await one.storeRules(account, await one.loadScript(account), [rule("a")]);
  const shown = await one.loadScript(account);
  const { list } = await mail.other.call("SieveScript/get", { accountId: account, ids: null });
  const { id, blobId } = list[0]!;
  await mail.server.store.write((tx) => noteScriptFailure(tx, account, { id: id!, blobId: blobId! }, "line 1: no"));
  await one.storeRules(account, shown, [rule("b")]);
  expect((await stored()).texts).toEqual(["b"]);
});

/** Of all letters: how many lie in which folder, and have which keywords. */
async function places(): Promise<Record<string, number>> {
  const ids = await freshIds(mail, {});
  const { list } = await mail.other.call("Email/get", {
    accountId: account,
    ids,
    properties: ["mailboxIds", "keywords"],
  });
  const counts: Record<string, number> = {};
  for (const { mailboxIds, keywords } of list) {
    const [place = ""] = Object.keys(mailboxIds!);
    const role = Object.keys(mail.boxes).find((each) => mail.boxes[each] === place)!;
    const name = [role, ...Object.keys(keywords!)].join(" ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const ofMail = async () => {
  const { accountId, other: client } = mail;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  return { accountId, mailboxes: list as Mailbox[], labels: [] };
};

test("a rule is applied to letters that are here, more than go at once, and taken back as one", async () => {
  const before = await places();
  const ids = await mail.deliver(250);
  await one.applyRule(
    await ofMail(),
    { ...rule("x"), folder: { id: mail.boxes["archive"]!, path: "Archive" }, labels: ["house"] },
    ids,
  );
  expect(await places()).toEqual({ ...before, "archive $seen house": 250 });
  const [notice, ...others] = one.getNotices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ key: "rules.applied", values: { count: 250 } });
  notice!.undo!();
  await eventually(async () => expect(await places()).toEqual({ ...before, inbox: 250 }));
});

test("letters that are as the rule wants them are not changed", async () => {
  const ids = await mail.deliver(2, { role: "trash", keywords: { $seen: true } });
  await one.applyRule(await ofMail(), { ...rule("x"), toTrash: true }, ids);
  expect(one.getNotices()).toMatchObject([{ key: "rules.appliedToNone" }]);
});
