/** Statements are prepared on their connections, and a release that adds columns disturbs none that is running. */
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { createToken, listTokens } from "../../src/store/auth/tokens.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { createDatabase } from "../support/memory-store.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let store: Store;
beforeEach(async () => {
  database = await createDatabase(inject("templateUrl"));
  store = await openStore({ memory: true, databaseUrl: database.url }, createLogger("silent"));
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

test("what was prepared goes on when another release adds columns", async () => {
  const accountId = await store.write(async (tx) => {
    const { id } = await createAccount(tx, { name: "Ann", email: "ann@example.org" });
    await createToken(tx, { name: "phone", accountId: id });
    return id;
  });
  const look = () =>
    store.read(async (reader) => ({
      tokens: (await listTokens(reader)).length,
      inbox: (await findMailboxByRole(reader, accountId, "inbox"))?.name,
      prepared: await reader.all<{ statement: string }>("select statement from pg_prepared_statements"),
    }));
  for (let time = 0; time < 6; time++) await look();
  const before = await look();
  expect(before).toMatchObject({ tokens: 1, inbox: "Inbox" });
  expect(before.prepared.some(({ statement }) => statement.includes("from token"))).toBe(true);

  const other = new Client({ connectionString: database.url });
  await other.connect();
  await other.query("alter table token add column label text; alter table mailbox add column label text");
  await other.end();
  expect(await look()).toMatchObject({ tokens: 1, inbox: "Inbox" });
});

test("a read of one statement is one", async () => {
  await expect(
    store.readOnce(async (reader) => {
      await reader.get("select 1 as one");
      return reader.get("select 2 as two");
    }),
  ).rejects.toThrow("need a snapshot");
  expect(await store.readOnce((reader) => reader.get("select 3 as three"))).toEqual({ three: 3 });
});
