/** Letters of a mailing list in all mail: found by the list where it has few, by their dates where it has many. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { insertEmails } from "../../src/store/mail/insert-emails.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { explained } from "../support/explained.ts";
import { type Jmap, jmap, lines } from "../support/jmap.ts";
import { isOnPostgres } from "../support/memory-store.ts";

let t: Jmap;

/** The first three are of one list, the others of another. */
beforeAll(async () => {
  t = await jmap();
  await t.store.write(async (tx) => {
    const letters = [];
    for (let n = 0; n < 1100; n++) {
      const bytes = Buffer.from(
        lines("From: a@x.example", `List-Id: <${n < 3 ? "rare" : "often"}.x.example>`, "", "t"),
      );
      const { blobId } = await tx.blobs.put(bytes);
      const mailboxIds = [t.role[n === 1 ? "trash" : "inbox"]!];
      const receivedAt = new Date(Date.UTC(2026, 0, 1) + n * 1000);
      const prepared = prepareEmail(parseMessage(bytes));
      letters.push({
        accountId: t.accountId,
        blobId,
        size: bytes.length,
        prepared,
        mailboxIds,
        keywords: [],
        receivedAt,
      });
    }
    await insertEmails(tx, letters);
  });
});
afterAll(() => t.close());

const listOf = (listId: string) => ({
  filter: { listId, inMailboxOtherThan: [t.role["trash"]!] },
  sort: [{ property: "receivedAt", isAscending: false }],
  calculateTotal: true,
});

test("both have their letters, the newest first", async () => {
  const { ids } = await t.call("Email/query", { sort: [{ property: "receivedAt", isAscending: true }] });
  expect(await t.call("Email/query", { ...listOf("rare"), limit: 10 })).toMatchObject({
    ids: [ids[2], ids[0]],
    total: 2,
  });
  expect(await t.call("Email/query", { ...listOf("x.example"), position: 1095, limit: 10 })).toMatchObject({
    ids: [ids[4], ids[3], ids[2], ids[0]],
    total: 1099,
  });
  expect(await t.call("Email/query", { ...listOf("rare"), anchor: ids[0], limit: 1 })).toMatchObject({ position: 1 });
});

test.skipIf(isOnPostgres)("SQLite begins with a list that is rare, and with dates where it is not", async () => {
  await t.store.read(async (reader) => {
    const { explaining, seen } = explained(reader, "from email e");
    const firstOf = async (listId: string): Promise<(string | undefined)[]> => {
      seen.length = 0;
      await queryEmails(explaining, t.accountId, { ...listOf(listId), limit: 10 });
      return seen.map((plan) => plan.split("; ")[0]);
    };
    const byKey = "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)";
    expect(await firstOf("rare")).toEqual([byKey, byKey]);
    expect((await firstOf("often"))[0]).toMatch(/^SEARCH e USING .*INDEX \w+ \(account_id=\?/);
  });
});
