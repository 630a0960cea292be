import { expect, test } from "vitest";
import { beginNewsletterBacklog, workOffNewsletters } from "../../src/store/newsletters/backlog.ts";
import { listSearch } from "../../src/store/migrations/0075-list-search.ts";
import { jmap, lines } from "../support/jmap.ts";

const letter = (list: string): string => lines("From: Ivan <i@x.example>", `List-Id: <${list}.x.example>`, "", "text");

test("letters that were stored before newsletters were counted are counted, once, a batch at a time", async () => {
  const t = await jmap();
  const all = () => t.call("Newsletter/get", { ids: null });
  try {
    for (let number = 0; number < 120; number++) await t.importMessage(letter(number < 3 ? "rare" : "often"));
    const before = (await all()).list;
    expect(new Set(before.map(({ totalEmails }) => totalEmails))).toEqual(new Set([3, 117]));
    await t.store.write(async (tx) => {
      await tx.run("delete from newsletter_email where email_id <> 50");
      await tx.run(beginNewsletterBacklog);
    });
    expect((await all()).list).toHaveLength(1);
    let batches = 0;
    while (await workOffNewsletters(t.store)) batches++;
    expect(batches).toBe(2);
    expect((await all()).list).toEqual(before);
    expect(await workOffNewsletters(t.store)).toBe(false);
  } finally {
    await t.close();
  }
});

const weekly = (id: string): string =>
  lines("From: Shop <i@x.example>", `List-Id: "Weekly Deals ${id}" <x.example>`, "", "text");

test("lists are named once more where their phrases were not kept, by the newest letters that are left", async () => {
  const t = await jmap();
  const found = async (listId: string) => (await t.call("Email/query", { filter: { listId } })).ids;
  try {
    const ids: string[] = [];
    for (const id of ["1", "2", "3"])
      ids.push(await t.importMessage(weekly(id), { receivedAt: `2026-01-0${id}T00:00:00Z` }));
    await t.call("Email/set", { destroy: [ids[2]!] });
    expect(await found("deals 3")).toHaveLength(2);
    // As the migration leaves it.
    await t.store.write(async (tx) => {
      for (const sql of listSearch.split(";").slice(1, -1)) await tx.run(sql);
    });
    expect(await found("deals 1")).toEqual([ids[0]]);
    while (await workOffNewsletters(t.store));
    expect(await found("deals 2")).toHaveLength(2);
    expect(await found("deals 1")).toEqual([]);
  } finally {
    await t.close();
  }
});
