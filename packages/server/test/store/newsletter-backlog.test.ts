import { expect, test } from "vitest";
import { beginNewsletterBacklog, workOffNewsletters } from "../../src/store/newsletters/backlog.ts";
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
