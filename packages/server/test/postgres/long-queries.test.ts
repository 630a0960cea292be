/** Long queries on PostgreSQL end when their caller is gone, also through a pooler, and accounts take turns. */
import type { Id } from "@pismo/jmap";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { withReader } from "../../src/store/db/snapshot.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { openPostgres } from "../../src/store/postgres/engine.ts";
import { postgresLongQueries } from "../../src/store/postgres/long-queries.ts";
import type { LongQueries, LongQueryTimeouts } from "../../src/store/query/long/long-queries.ts";
import { hasPgBouncer, startPgBouncer } from "../servers/pgbouncer.ts";
import { createDatabase } from "../support/memory-store.ts";
import { insertTestEmail, log } from "../store/test-store.ts";

/** Each condition looks at the whole thread for each Email: all of it has the keyword. */
const slow = {
  filter: {
    operator: "OR" as const,
    conditions: Array.from({ length: 100 }, () => ({
      operator: "NOT" as const,
      conditions: [{ allInThreadHaveKeyword: "k" }],
    })),
  },
};
const search = { filter: { text: "garden" }, calculateTotal: true };

const ways = [
  { name: "directly", hasPooler: false },
  ...(hasPgBouncer ? [{ name: "through a pooler that gives connections to transactions", hasPooler: true }] : []),
];

const failure = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "answered",
    (error: Error) => error.message,
  );

describe.each(ways)("a query that would take an hour, $name", ({ hasPooler }) => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  let store: Store;
  let engine: Awaited<ReturnType<typeof openPostgres>>;
  let watcher: Client;
  const accounts: Id[] = [];
  let other: Id;

  beforeAll(async () => {
    database = await createDatabase(inject("templateUrl"));
    pooler = hasPooler ? await startPgBouncer(database.url) : undefined;
    const urls = { url: pooler?.url ?? database.url, listenUrl: database.url };
    store = await openStore({ memory: true, databaseUrl: urls.url, listenUrl: urls.listenUrl }, log);
    engine = await openPostgres(urls, log);
    watcher = new Client({ connectionString: database.url });
    await watcher.connect();
    await store.write(async (tx) => {
      for (let n = 0; n < 5; n++) {
        const { id } = await createAccount(tx, { name: "", email: `n${n}@pismo.localhost` });
        const inbox = (await findMailboxByRole(tx, id, "inbox"))!;
        accounts.push(id);
        if (n > 0) continue;
        await insertTestEmail(tx, id, [inbox.id], { subject: "The garden" });
      }
    });
    other = accounts.shift()!;
    // Threads of thousands, made by the database.
    await watcher.query(`
      with made as (insert into thread (account_id, total_emails) select id, 1 from account where id <> ${other.slice(1)} returning id, account_id),
      added as (insert into email (account_id, thread_id, blob_id, size, received_at, has_attachment, from_key, to_key, subject_key, is_partial)
      select account_id, id, 'b' || id || '-' || n, 1, n, 0, '', '', '', 0 from made, generate_series(1, 4000) as n returning id, account_id, received_at)
      insert into email_keyword (account_id, keyword, received_at, email_id) select account_id, 'k', received_at, id from added`);
  });
  afterAll(async () => {
    await watcher?.end();
    await engine?.close();
    await store?.close();
    await pooler?.end();
    await database?.drop();
  });

  let longQueries: LongQueries;
  const open = (times: Partial<LongQueryTimeouts>): LongQueries => {
    longQueries = postgresLongQueries(
      (work, onStart) => engine.longSnapshot((connection) => withReader(connection, store.blobs, work), onStart),
      times,
    );
    return longQueries;
  };
  afterEach(() => longQueries.close());

  /** The number of its queries that the database works at. */
  async function active(): Promise<number> {
    const { rows } = await watcher.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%keyword%' and pid <> pg_backend_pid()`,
    );
    return rows[0]!.n;
  }
  test("ends in the database when its caller disconnects", async () => {
    open({ graceMs: 0 });
    const gone = new AbortController();
    const running = failure(longQueries.query(accounts[0]!, slow, gone.signal));
    const next = failure(longQueries.query(accounts[0]!, slow, gone.signal));
    await eventually(async () => expect(await active()).toBe(1));
    gone.abort();
    expect(await Promise.all([running, next])).toEqual(["The caller is gone", "The caller is gone"]);
    await eventually(async () => expect(await active()).toBe(0));
    expect(await longQueries.query(accounts[0]!, search)).toMatchObject({ total: 0 });
  });

  test("ends after its time, and when the store closes", async () => {
    open({ limitMs: 300 });
    expect(await failure(longQueries.query(accounts[0]!, slow))).toBe("The query took too long");
    await eventually(async () => expect(await active()).toBe(0));
    await longQueries.close();
    open({});
    const running = failure(longQueries.query(accounts[0]!, slow));
    await eventually(async () => expect(await active()).toBe(1));
    await longQueries.close();
    expect(await running).toBe("The store is closed");
    expect(await active()).toBe(0);
  });

  test("of as many accounts as may at a time leaves a turn for one more", async () => {
    open({ shareMs: 100 });
    const running = accounts.map((id) => failure(longQueries.query(id, slow)));
    await eventually(async () => expect(await active()).toBe(4));
    expect(await longQueries.query(other, search)).toMatchObject({ total: 1 });
    expect(longQueries.load()).toEqual({ running: 3, waiting: 0 });
    await longQueries.close();
    expect((await Promise.all(running)).toSorted()).toEqual([
      "The query took too long while others waited",
      ...Array.from({ length: 3 }, () => "The store is closed"),
    ]);
  });
});
