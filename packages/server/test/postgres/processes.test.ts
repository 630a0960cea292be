/** Several `pismo serve` on one database: any answers, each mirror runs in one, and none of them matters. */
import { randomBytes } from "node:crypto";
import { type Id, JmapClient } from "@pismo/jmap";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { openStoreVault } from "../../src/store/auth/open-vault.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { testMessage } from "../imap/mirrored.ts";
import { canRunDovecot, startDovecot } from "../servers/dovecot.ts";
import { hasPgBouncer, startPgBouncer } from "../servers/pgbouncer.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { commandLine, type CommandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";

let pismo: CommandLine;
let database: Awaited<ReturnType<typeof createDatabase>>;
let env: { PISMO_DATABASE_URL: string; PISMO_SECRET_KEY: string };
let token: string;
let store: Store;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  pismo = commandLine();
  database = await createDatabase(inject("templateUrl"));
  const secretKey = randomBytes(32);
  env = { PISMO_DATABASE_URL: database.url, PISMO_SECRET_KEY: secretKey.toString("base64") };
  token = (await pismo.run(["token", "create"], env)).stdout.trim();
  store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url }, createLogger("silent"));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await store.close();
  await pismo.close();
  await database.drop();
});

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const clientOf = (url: string): JmapClient =>
  new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers: { authorization: `Bearer ${token}` } });

/** The number of accounts that each living process mirrors. */
async function leases(): Promise<number[]> {
  const rows = await query<{ held: string }>(
    "select count(l.account_id) as held from process p left join lease l on l.process_id = p.id group by p.id order by p.id",
  );
  return rows.map(({ held }) => Number(held));
}

async function subjectsOf(client: JmapClient, accountId: Id): Promise<string[]> {
  const { ids } = await client.call("Email/query", { accountId, sort: [{ property: "subject" }] });
  const { list } = await client.call("Email/get", { accountId, ids, properties: ["subject"] });
  return list.map(({ subject }) => subject ?? "");
}

test.each([
  { name: "the database", hasPooler: false },
  ...(hasPgBouncer ? [{ name: "a pooler that gives connections to transactions", hasPooler: true }] : []),
])(
  "over $name: what one process has acknowledged another has at once, and tells its clients",
  async ({ hasPooler }) => {
    const pooler = hasPooler ? await startPgBouncer(database.url) : undefined;
    if (pooler) closing.push(() => pooler.end());
    const settings = pooler ? { ...env, PISMO_DATABASE_URL: pooler.url, PISMO_DATABASE_LISTEN_URL: database.url } : env;
    const [one, two] = await Promise.all([pismo.serve(settings), pismo.serve(settings)]);
    // Before the pooler ends.
    closing.push(() => pismo.close());
    const [first, second] = [clientOf(one.url), clientOf(two.url)];
    const accountId = (await first.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
    expect((await second.session()).primaryAccounts["urn:ietf:params:jmap:mail"]).toBe(accountId);

    const abort = new AbortController();
    const response = await fetch(`${two.url}/jmap/eventsource?types=*&closeafter=no&ping=0`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    const reading = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) told += part.value;
    })().catch(() => {});
    closing.push(() => {
      abort.abort();
      return reading;
    });

    for (let round = 0; round < 20; round++) {
      const name = `Folder ${round}`;
      const { created, newState } = await first.call("Mailbox/set", { accountId, create: { new: { name } } });
      const { list, state } = await second.call("Mailbox/get", { accountId, ids: [created!["new"]!.id!] });
      expect([state, list]).toMatchObject([newState, [{ name }]]);
    }
    await eventually(() => expect(told).toContain("event: state"));
  },
);

test("two that start at the same time on an empty database make one account with one set of sample letters", async () => {
  const sample = { ...env, PISMO_SAMPLE: "yes" };
  await query("truncate account cascade");
  token = "";
  const servers = await Promise.all([pismo.serve(sample), pismo.serve(sample)]);
  expect(await query("select email from account")).toEqual([{ email: "you@pismo.localhost" }]);
  const [{ letters } = { letters: "0" }] = await query<{ letters: string }>("select count(*) as letters from email");
  const alone = commandLine();
  closing.push(() => alone.close());
  const server = await alone.serve({ PISMO_SAMPLE: "yes" });
  server.child.kill("SIGTERM");
  await server.ended;
  const own = await openStore({ dataDir: alone.dataDir }, createLogger("silent"));
  closing.push(() => own.close());
  const there = await own.read((snapshot) =>
    snapshot.get<{ letters: number }>("select count(*) as letters from email"),
  );
  expect(Number(letters)).toBe(there?.letters);
  for (const { child } of servers) child.kill("SIGTERM");
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
});

describe.skipIf(!canRunDovecot)("mirrors", () => {
  const ACCOUNTS = 6;

  async function addAccounts(): Promise<{ accountIds: Id[]; append(index: number, name: string): Promise<void> }> {
    const dovecot = await startDovecot();
    closing.push(() => dovecot.stop());
    const secretKey = Buffer.from(env.PISMO_SECRET_KEY, "base64");
    const vault = await openStoreVault({ dataDir: "/nowhere", secretKey }, store);
    const clients = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, index) => foreignClient(dovecot.port, `ann${index}`)),
    );
    closing.push(() => clients.forEach((client) => client.close()));
    const accountIds = await store.write(async (tx) => {
      const ids: Id[] = [];
      for (let index = 0; index < ACCOUNTS; index++) {
        const { id } = await createAccount(tx, { name: "Ann", email: `ann${index}@example.org` });
        const at = { host: "127.0.0.1", port: dovecot.port, security: "plain", smtpUrl: null } as const;
        await putImapServer(tx, id, { ...at, username: `ann${index}`, password: "secret" }, vault);
        ids.push(id);
      }
      return ids;
    });
    const append = async (index: number, name: string): Promise<void> => {
      await clients[index]!.append("INBOX", testMessage(name));
    };
    for (let index = 0; index < ACCOUNTS; index++) await append(index, "before");
    return { accountIds, append };
  }

  test("each runs in one process, moves when one joins, is killed or ends, and loses nothing", async () => {
    const { accountIds, append } = await addAccounts();
    const first = await pismo.serve(env);
    await eventually(async () => expect(await leases()).toEqual([ACCOUNTS]));
    const second = await pismo.serve(env);
    const client = clientOf(second.url);
    await eventually(async () => {
      const held = await leases();
      expect(held).toHaveLength(2);
      expect(held[0]! + held[1]!).toBe(ACCOUNTS);
      expect(Math.min(...held)).toBeGreaterThan(0);
    });
    for (let index = 0; index < ACCOUNTS; index++) await append(index, "both");
    for (const accountId of accountIds) {
      await eventually(async () => expect(await subjectsOf(client, accountId)).toEqual(["before", "both"]));
    }
    // Whichever process mirrors it, either opens its letters.
    for (const accountId of accountIds) {
      for (const url of [first.url, second.url]) {
        const { list } = await clientOf(url).call("Email/get", {
          accountId,
          properties: ["bodyValues", "subject"],
          fetchTextBodyValues: true,
        });
        expect(list).toHaveLength(2);
      }
    }

    first.child.kill("SIGKILL");
    await first.ended;
    await eventually(async () => expect(await leases()).toEqual([ACCOUNTS]));
    for (let index = 0; index < ACCOUNTS; index++) await append(index, "killed");
    for (const accountId of accountIds) {
      await eventually(async () => expect(await subjectsOf(client, accountId)).toEqual(["before", "both", "killed"]));
    }

    const third = await pismo.serve(env);
    await eventually(async () => expect(Math.min(...(await leases()))).toBeGreaterThan(0));
    second.child.kill("SIGTERM");
    await eventually(async () => expect(Math.max(...(await leases()))).toBe(ACCOUNTS));
    expect(await second.ended).toBe(0);
    for (let index = 0; index < ACCOUNTS; index++) await append(index, "later");
    for (const accountId of accountIds) {
      await eventually(async () =>
        expect(await subjectsOf(clientOf(third.url), accountId)).toEqual(["before", "both", "killed", "later"]),
      );
    }
  });

  test("a process without the role mirrors nothing, and one without pages answers probes alone", async () => {
    const { accountIds } = await addAccounts();
    const web = await pismo.serve({ ...env, PISMO_ROLES: "web" });
    const bridge = await pismo.serve({ ...env, PISMO_ROLES: "bridge, jobs" });
    await eventually(async () => expect(await leases()).toEqual([0, ACCOUNTS]));
    const client = clientOf(web.url);
    await eventually(async () => expect(await subjectsOf(client, accountIds[0]!)).toEqual(["before"]));
    expect((await fetch(`${bridge.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${bridge.url}/jmap/session`)).status).toBe(404);
    const wrong = await pismo.run(["serve"], { ...env, PISMO_ROLES: "web,cook" });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^PISMO_ROLES [^\n]+\n$/)]);
  });
});
