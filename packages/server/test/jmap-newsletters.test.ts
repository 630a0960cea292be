/** What an account is subscribed to: an extension of ours, NEWSLETTERS. */
import type { Newsletter } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, type LooseArgs, lines } from "./support/jmap.ts";

let t: Jmap;

const letter = (from: string, subject: string, ...fields: string[]): string =>
  lines(`From: ${from}`, "To: you@x.example", `Subject: ${subject}`, ...fields, "", "text");

const weekly = ["List-Id: Weekly <weekly.shop.example>", "List-Unsubscribe: <https://shop.example/out>"];
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

beforeAll(async () => (t = await jmap()));
afterAll(() => t.close());

async function all(args: LooseArgs = {}): Promise<Newsletter[]> {
  const { ids } = await t.call("Newsletter/query", args);
  const { list } = await t.call("Newsletter/get", { ids });
  return list as Newsletter[];
}
const named = async (name: string): Promise<Newsletter | undefined> => (await all()).find((each) => each.name === name);
const names = async (args: LooseArgs): Promise<string[]> => (await all(args)).map(({ name }) => name);
const by = (property: string, isAscending = false): Promise<string[]> => names({ sort: [{ property, isAscending }] });
const found = (filter: object) =>
  t.call("Email/query", { filter, sort: [{ property: "receivedAt", isAscending: false }] });
const move = (id: string, role: string) =>
  t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role[role]!]: true } } } });

describe("what a newsletter counts", () => {
  const ids: string[] = [];
  beforeAll(async () => {
    for (const [index, days] of [-80, -50, -20, -2].entries()) {
      const message = letter(
        index === 3 ? "The Shop <news@shop.example>" : "Shop <old@shop.example>",
        "News",
        ...weekly,
      );
      ids.push(await t.importMessage(message, { receivedAt: inDays(days), keywords: index < 2 ? ["$seen"] : [] }));
    }
    await t.importMessage(letter("Anna <anna@x.example>", "Hello"));
  });

  test("the list's letters are one newsletter, called as the newest calls it; a person's letter is none", async () => {
    expect(await all()).toEqual([
      {
        id: expect.stringMatching(/^n\d+$/),
        listId: "weekly.shop.example",
        name: "The Shop",
        address: "news@shop.example",
        hasUnsubscribe: true,
        emailId: ids[3],
        newestAt: (await t.email(ids[3]!, ["receivedAt"])).receivedAt,
        totalEmails: 4,
        openedEmails: 2,
        // 4 letters in 80 days.
        emailsPerMonth: 1.5,
      },
    ]);
  });

  test("an older letter that comes later does not rename it", async () => {
    const old = await t.importMessage(letter("Former <f@shop.example>", "Old", ...weekly), {
      receivedAt: inDays(-400),
    });
    expect(await named("The Shop")).toMatchObject({
      totalEmails: 5,
      address: "news@shop.example",
    });
    await t.call("Email/set", { destroy: [old] });
    expect(await named("The Shop")).toMatchObject({ totalEmails: 4, emailsPerMonth: 1.5 });
  });

  test("it follows $seen", async () => {
    await t.call("Email/set", { update: { [ids[3]!]: { "keywords/$seen": true } } });
    expect(await named("The Shop")).toMatchObject({ openedEmails: 3 });
    await t.call("Email/set", { update: { [ids[3]!]: { "keywords/$seen": null, "keywords/$flagged": true } } });
    expect(await named("The Shop")).toMatchObject({ openedEmails: 2 });
  });

  test.each(["trash", "junk", "sent", "drafts"])(
    "what lies in %s does not count, and comes back with its letter",
    async (role) => {
      await move(ids[3]!, role);
      expect(await named("The Shop")).toMatchObject({ totalEmails: 3, emailId: ids[2] });
      await move(ids[3]!, "archive");
      expect(await named("The Shop")).toMatchObject({ totalEmails: 4, emailId: ids[3] });
    },
  );

  test("a mailbox that gets or loses the role of spam takes its letters along", async () => {
    const mailbox = await t.mailbox("Bin");
    await t.call("Email/set", { update: { [ids[3]!]: { mailboxIds: { [mailbox]: true } } } });
    const setRole = (role: string | null) =>
      t.store.write((tx) => tx.run("update mailbox set role = ? where id = ?", role, Number(mailbox.slice(1))));
    await t.store.write((tx) => tx.run("update mailbox set role = null where role = 'junk'"));
    await setRole("junk");
    expect(await named("The Shop")).toMatchObject({ totalEmails: 3 });
    await setRole(null);
    expect(await named("The Shop")).toMatchObject({ totalEmails: 4 });
    await t.store.write((tx) => tx.run("update mailbox set role = 'junk' where name = 'Spam'"));
  });

  test("Email/query finds the letters that it counts", async () => {
    const { id } = (await named("The Shop"))!;
    expect((await found({ inNewsletter: id })).ids).toEqual(ids.toReversed());
    expect((await found({ inNewsletter: id, before: inDays(-30) })).ids).toEqual([ids[1], ids[0]]);
    expect((await found({ operator: "AND", conditions: [{ inNewsletter: id }, { hasKeyword: "$seen" }] })).ids).toEqual(
      [ids[1], ids[0]],
    );
    expect((await found({ operator: "NOT", conditions: [{ inNewsletter: id }] })).ids).not.toContain(ids[0]);
    expect((await found({ inNewsletter: "n1" })).ids).toEqual([]);
  });

  test("a list's letters are found by its phrase, its id or its name, wherever they lie", async () => {
    for (const listId of ["Weekly.Shop", "the shop", "SHOP.example", "weekly <weekly", "WEEKLY <"])
      expect((await found({ listId })).ids).toEqual(ids.toReversed());
    expect((await found({ listId: "weekly%" })).ids).toEqual([]);
    expect((await found({ listId: "weekly_shop" })).ids).toEqual([]);
    await move(ids[3]!, "trash");
    expect((await found({ listId: "weekly.shop", hasKeyword: "$seen" })).ids).toEqual([ids[1], ids[0]]);
    expect((await found({ listId: "weekly.shop" })).ids).toHaveLength(4);
    await move(ids[3]!, "archive");
    // While older letters are still to be read, their headers are.
    const account = Number(t.accountId.slice(1));
    await t.store.write(async (tx) => {
      await tx.run("insert into newsletter_backlog (account_id, email_id) values (?, 1)", account);
      await tx.run("update newsletter set search_key = 'other'");
    });
    expect((await found({ listId: "weekly.shop" })).ids).toEqual(ids.toReversed());
    await t.store.write(async (tx) => {
      await tx.run("delete from newsletter_backlog");
      await tx.run("update newsletter set search_key = 'weekly <weekly.shop.example> the shop'");
    });
    expect((await found({ operator: "NOT", conditions: [{ listId: "weekly.shop" }] })).ids).not.toContain(ids[0]);
  });

  test("a list that is renamed is another answer of which no changes are told", async () => {
    const filter = { operator: "OR" as const, conditions: [{ listId: "Weekly deals" }] };
    const before = await found(filter);
    expect(before).toMatchObject({ ids: [], canCalculateChanges: false });
    const renamed = ["List-Id: =?utf-8?q?Weekly_D=C3=A9als?= <weekly.shop.example>", weekly[1]!];
    const id = await t.importMessage(letter("Shop <a@shop.example>", "1", ...renamed), { receivedAt: inDays(-1) });
    expect((await found(filter)).ids).toEqual([id, ...ids.toReversed()]);
    await expect(t.call("Email/queryChanges", { filter, sinceQueryState: before.queryState })).rejects.toMatchObject({
      type: "cannotCalculateChanges",
    });
    await t.call("Email/set", { destroy: [id] });
  });

  test("its state tells of every change, and it goes with its last letter", async () => {
    const { state } = await t.call("Newsletter/get", { ids: [] });
    await t.call("Email/set", { destroy: ids.slice(1) });
    expect((await t.call("Newsletter/get", { ids: [] })).state).not.toBe(state);
    expect(await all()).toHaveLength(1);
    await move(ids[0]!, "trash");
    expect(await all()).toEqual([]);
    await t.call("Email/set", { destroy: [ids[0]!] });
    const rows = await t.store.read((reader) =>
      reader.all(
        "select 1 from newsletter union all select 1 from newsletter_span union all select 1 from newsletter_email",
      ),
    );
    expect(rows).toEqual([]);
  });
});

describe("which newsletters there are", () => {
  let shop: string;
  beforeAll(async () => {
    shop = await t.importMessage(letter("Shop <a@shop.example>", "1", "List-Unsubscribe: <mailto:out@shop.example>"), {
      receivedAt: inDays(-9),
    });
    await t.importMessage(letter("SHOP <A@SHOP.example>", "2", "Precedence: bulk"), { receivedAt: inDays(-8) });
    const garden = ["List-Id: Garden friends <garden.lists.example>", "List-Post: <mailto:garden@lists.example>"];
    await t.importMessage(letter("Ivan <i@x.example>", "3", ...garden), {
      receivedAt: inDays(-1),
      keywords: ["$seen"],
    });
    await t.importMessage(letter("Ёлка <e@x.example>", "4", "List-Id: <elka.x.example>"), { receivedAt: inDays(-5) });
  });

  test("a sender without List-Id is one; the newest comes first", async () => {
    expect(await names({})).toEqual(["Garden friends", "Ёлка", "SHOP"]);
    expect(await named("SHOP")).toMatchObject({
      listId: null,
      address: "a@shop.example",
      totalEmails: 2,
      hasUnsubscribe: false,
    });
  });

  test("they are sorted by what a person sees of them", async () => {
    expect(await by("name", true)).toEqual(["Garden friends", "SHOP", "Ёлка"]);
    expect((await by("totalEmails"))[0]).toBe("SHOP");
    expect((await by("emailsPerMonth"))[0]).toBe("SHOP");
    expect((await by("openedEmails"))[0]).toBe("Garden friends");
    expect(await t.errorOf("Newsletter/query", { sort: [{ property: "address" }] })).toBe("unsupportedSort");
  });

  test("they are found by words, and by a letter", async () => {
    expect(await names({ filter: { text: "елка" } })).toEqual(["Ёлка"]);
    expect(await names({ filter: { text: "lists garden" } })).toEqual(["Garden friends"]);
    expect(await names({ filter: { emailId: shop } })).toEqual(["SHOP"]);
    expect(await t.errorOf("Newsletter/query", { filter: { operator: "AND", conditions: [] } })).toBe(
      "unsupportedFilter",
    );
  });

  test("a window of them begins where it is asked to", async () => {
    const { ids } = await t.call("Newsletter/query", {});
    const part = await t.call("Newsletter/query", { anchor: ids[1], limit: 1, calculateTotal: true });
    expect(part).toMatchObject({ ids: [ids[1]], position: 1, total: 3, canCalculateChanges: false });
  });
});
