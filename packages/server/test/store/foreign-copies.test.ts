/** However many letters have gone to another server, those that came to one copy are found without reading the others. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";

import { keyOf } from "../../src/store/db/ids.ts";
import type { Transactor } from "../../src/store/db/reader.ts";
import type { SqlValue } from "../../src/store/db/sql-fragment.ts";
import { comeToCopy, isKnownCopy, passOnCopies } from "../../src/store/transfers/foreign-copies.ts";
import { type ForeignEmail, insertForeignTransfer } from "../../src/store/transfers/foreign-transfers.ts";
import { isOnPostgres } from "../support/memory-store.ts";
import { storeWithAccount, type TestStore } from "./test-store.ts";

/** So many that PostgreSQL, too, would not rather read them all. */
const MANY = 60_000;

let t: TestStore;
let transferId: Id;
beforeAll(async () => {
  t = await storeWithAccount();
  await t.store.write(async (tx) => {
    const pair = { accountId: t.accountId, toAccountId: t.accountId };
    transferId = await insertForeignTransfer(tx, { ...pair, keepsOriginals: true, emails: [] });
    await tx.run(
      `with recursive sent (n) as (select 1 union all select n + 1 from sent where n < ?)
       insert into foreign_transfer_email (transfer_id, email_id, from_mailboxes, to_mailboxes, state, copy_id, was_there, attempts, next_attempt_at)
       select ?, 'm' || n, '["a"]', '["b"]', case when n % 2 = 0 then 'done' else 'withdrawn' end, 'cm' || n, 0, 0, 0 from sent`,
      MANY,
      keyOf("x", transferId),
    );
    // As the server's own process does it in time; SQLite needs no statistics for it.
    if (isOnPostgres) await tx.run("analyze");
  });
});
afterAll(() => t.store.close());

/** The plans of the statements that name copies. */
async function plansOf(work: (tx: Transactor) => Promise<unknown>): Promise<string[]> {
  return t.store.write(async (tx) => {
    const plans: string[] = [];
    const explain = async (sql: string, params: SqlValue[]): Promise<void> => {
      if (!/\bcopy_id (?:=|in)/.test(sql.replace(/\bset [^]*? where /, ""))) return;
      const rows = await tx.all<Record<string, string>>(
        `explain ${isOnPostgres ? "" : "query plan "}${sql}`,
        ...params,
      );
      plans.push(rows.map((row) => row["detail"] ?? row["QUERY PLAN"]).join("\n"));
    };
    const explaining = new Proxy(tx, {
      get:
        (_, name: "get" | "all" | "run") =>
        async (sql: string, ...params: SqlValue[]) => {
          await explain(sql, params);
          return tx[name](sql, ...params);
        },
    });
    await work(explaining);
    return plans;
  });
}

const placing = (): ForeignEmail => ({
  transferId,
  accountId: t.accountId,
  toAccountId: t.accountId,
  keepsOriginals: true,
  emailId: "m7",
  fromMailboxIds: ["a"],
  toMailboxIds: ["b"],
  state: "placing",
  copyId: null,
  wasThere: false,
});

test.each([
  { what: "whether a copy is known", work: (tx: Transactor) => isKnownCopy(tx, t.accountId, "cm8") },
  { what: "who has made a copy from now on", work: (tx: Transactor) => passOnCopies(tx, t.accountId, ["cm8", "cm9"]) },
  { what: "whether a copy is just going", work: (tx: Transactor) => comeToCopy(tx, placing(), "cm8") },
])("$what: by the index", async ({ work }) => {
  const [plan, ...others] = await plansOf(work);
  expect(others).toEqual([]);
  expect(plan).toContain("foreign_transfer_email_copy");
  expect(plan).not.toMatch(/(?:Seq Scan on|SCAN) (?:t|foreign_transfer_email)\b/);
});
