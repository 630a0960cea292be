import { expect, test } from "vitest";
import { workOffBacklog, beginBacklog } from "../../src/store/files/backlog.ts";
import { jmap, lines } from "../support/jmap.ts";

const letter = (number: number): string =>
  lines(
    "From: Ivan <i@x.example>",
    `Subject: Letter ${number}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "text",
    "--b",
    `Content-Disposition: attachment; filename="note${number}.txt"`,
    "",
    "note",
    "--b--",
  );

test("Emails that were stored before the table of files get theirs, once, with what finds them", async () => {
  const t = await jmap();
  try {
    const ids = [];
    for (let number = 0; number < 5; number++) ids.push(await t.importMessage(letter(number)));
    await t.call("Email/set", { update: { [ids[1]!]: { mailboxIds: { [t.role["trash"]!]: true } } } });
    const before = await t.call("File/query", {});
    expect(before.ids).toHaveLength(4);
    await t.store.write(async (tx) => {
      await tx.run("delete from file where email_id < 4");
      await tx.run("delete from file_search");
      await tx.run(beginBacklog);
    });
    expect((await t.call("File/query", {})).ids.length).toBeLessThan(4);
    while (await workOffBacklog(t.store));
    expect((await t.call("File/query", {})).ids).toEqual(before.ids);
    expect((await t.call("File/query", { filter: { text: "ivan note0" } })).ids).toHaveLength(1);
    expect(await workOffBacklog(t.store)).toBe(false);
  } finally {
    await t.close();
  }
});
