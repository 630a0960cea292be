/** `pismo` as a process, with everything in PostgreSQL. */
import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Email, JmapClient } from "@pismo/jmap";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { commandLine, type CommandLine } from "../support/command-line.ts";
import { keys, startS3 } from "../support/s3-server.ts";
import { createDatabase } from "../support/memory-store.ts";

const oneLine = /^[^\n]+\n$/;
let pismo: CommandLine;
let database: Awaited<ReturnType<typeof createDatabase>>;
let env: { PISMO_DATABASE_URL: string; PISMO_SECRET_KEY: string };

beforeEach(async () => {
  pismo = commandLine();
  database = await createDatabase(inject("templateUrl"));
  env = { PISMO_DATABASE_URL: database.url, PISMO_SECRET_KEY: randomBytes(32).toString("base64") };
});
afterEach(async () => {
  await pismo.close();
  await database.drop();
});

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const clientOf = (url: string, token: string): JmapClient =>
  new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers: { authorization: `Bearer ${token}` } });

async function emailsOf(url: string, token: string): Promise<Partial<Email>[]> {
  const client = clientOf(url, token);
  const accountId = (await client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  const { ids } = await client.call("Email/query", { accountId, sort: [{ property: "subject" }] });
  const { list } = await client.call("Email/get", { accountId, ids, properties: ["id", "subject", "preview"] });
  return list;
}

async function emailState(url: string, token: string): Promise<string> {
  const client = clientOf(url, token);
  const accountId = (await client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  return (await client.call("Email/get", { accountId, ids: [] })).state;
}

async function changesOf(url: string, token: string, sinceState: string) {
  const client = clientOf(url, token);
  const accountId = (await client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  return client.call("Email/changes", { accountId, sinceState });
}

describe("a mailbox in PostgreSQL", () => {
  test("letters that a command imports, a server serves, also after it was killed; the data directory stays empty", async () => {
    const letters = Array.from({ length: 30 }, (_, n) =>
      [
        `From anna@example.com Mon Nov 23 10:00:${n + 10} 2026`,
        `From: anna@example.com`,
        `Subject: Letter ${n + 10}`,
        "",
        `Text ${n}`,
        "",
        "",
      ].join("\n"),
    );
    const file = join(pismo.dataDir, "../letters.mbox");
    writeFileSync(file, letters.join(""));
    const imported = await pismo.run(["import", file], env);
    expect([imported.code, imported.stderr.includes("rror")]).toEqual([0, false]);
    const token = (await pismo.run(["token", "create"], env)).stdout.trim();

    const first = await pismo.serve(env);
    expect(first.stdout).toContain("Your mail lies in the database pismo_test_");
    expect(first.stdout).not.toContain(new URL(database.url).password || "no password");
    const emails = await emailsOf(first.url, token);
    expect(emails.map(({ subject }) => subject)).toEqual(Array.from({ length: 30 }, (_, n) => `Letter ${n + 10}`));
    expect(emails[7]?.preview).toBe("Text 7");
    first.child.kill("SIGKILL");
    await first.ended;

    const second = await pismo.serve(env);
    expect(await emailsOf(second.url, token)).toEqual(emails);
    const target = join(pismo.dataDir, "../exported.mbox");
    expect((await pismo.run(["export", target], env)).stdout).toContain("Exported 30 letters");
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(readdirSync(join(pismo.dataDir, "..")).toSorted()).toEqual(["exported.mbox", "letters.mbox"]);
  });
});

/** Resolves when a statement of another process waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
      await client.end();
      return rows.length;
    })
    .toBeGreaterThan(0);
}

describe("backup and restore", () => {
  const letter = "From anna@example.com Mon Nov 23 10:00:10 2026\nFrom: anna@example.com\nSubject: Moved\n\nText\n\n";

  async function importedTo(settings: Record<string, string>): Promise<string> {
    const file = join(pismo.dataDir, "../letters.mbox");
    writeFileSync(file, letter);
    expect((await pismo.run(["import", file], settings)).code).toBe(0);
    return (await pismo.run(["token", "create"], settings)).stdout.trim();
  }

  test("a mailbox of a data directory is served from PostgreSQL, and back; a token and a client's state are good in both", async () => {
    const token = await importedTo({});
    const first = await pismo.serve();
    const emails = await emailsOf(first.url, token);
    const state = await emailState(first.url, token);
    const file = join(pismo.dataDir, "../pismo.tar");
    expect(await pismo.run(["backup", file])).toMatchObject({ code: 0, stderr: "" });
    first.child.kill("SIGTERM");
    await first.ended;

    const restored = await pismo.run(["restore", file], env);
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(restored.stdout).toContain("Restored 1 messages and the database to the database");
    const second = await pismo.serve(env);
    expect(await emailsOf(second.url, token)).toEqual(emails);
    expect(await changesOf(second.url, token, state)).toMatchObject({ created: [], updated: [], destroyed: [] });
    const again = await pismo.run(["restore", file], env);
    expect([again.code, again.stderr]).toEqual([1, "The database is in use by another Pismo that is running\n"]);
    const other = join(pismo.dataDir, "../other.tar");
    expect(await pismo.run(["backup", other], env)).toMatchObject({ code: 0, stderr: "" });
    second.child.kill("SIGTERM");
    await second.ended;
    const full = await pismo.run(["restore", file], env);
    expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(full.stderr).toContain("The database holds mail already");

    const back = { PISMO_DATA_DIR: join(pismo.dataDir, "../back") };
    expect(await pismo.run(["restore", other], back)).toMatchObject({ code: 0, stderr: "" });
    const third = await pismo.serve(back);
    expect(await emailsOf(third.url, token)).toEqual(emails);
    expect(await changesOf(third.url, token, state)).toMatchObject({ created: [], updated: [], destroyed: [] });
  });

  test("a restore that is killed leaves an empty database, into which the next one goes", async () => {
    const token = await importedTo({});
    const file = join(pismo.dataDir, "../pismo.tar");
    await pismo.run(["backup", file]);
    // It has written all rows, and gets as far as the search index.
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("begin; lock table email_search");
    const killed = pismo.start(["restore", file], env);
    await untilSomebodyWaits();
    killed.child.kill("SIGKILL");
    await killed.ended;
    await holder.query("rollback");
    await holder.end();
    await expect.poll(() => pismo.run(["restore", file], env)).toMatchObject({ code: 0, stderr: "" });
    const server = await pismo.serve(env);
    expect((await emailsOf(server.url, token)).map(({ subject }) => subject)).toEqual(["Moved"]);
  });
});

describe("what cannot be used ends a command with one clear line", () => {
  test("another key than the one that the passwords are sealed with", async () => {
    const server = await pismo.serve(env);
    server.child.kill("SIGTERM");
    await server.ended;
    const other = { ...env, PISMO_SECRET_KEY: randomBytes(32).toString("base64") };
    const { code, stderr } = await pismo.run(["serve"], other);
    expect([code, stderr]).toEqual([
      1,
      "PISMO_SECRET_KEY is not the key with which this database's passwords are sealed\n",
    ]);
  });

  test("a server that does not answer", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const url = `postgres://pismo:hidden@127.0.0.1:${port}/pismo`;
    const { code, stderr } = await pismo.run(["serve"], { ...env, PISMO_DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(oneLine);
    expect(stderr).not.toContain("hidden");
  });

  test("a database that is not there, and one of a newer release, which stays as it is", async () => {
    const missing = new URL(database.url);
    missing.pathname = "/nothing";
    const none = await pismo.run(["mailbox", "list"], { ...env, PISMO_DATABASE_URL: missing.href });
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    await query("update schema_version set version = 9999, needs = 9999");
    const newer = await pismo.run(["serve"], env);
    expect([newer.code, newer.stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(newer.stderr).toContain("was written by a newer version of Pismo");
  });

  test("a database that may only be read", async () => {
    await query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    const { code, stderr } = await pismo.run(["serve"], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
  });
});

describe("check and rebuild", () => {
  test("damage is named and repaired, and a whole database is said to be whole", async () => {
    const file = join(pismo.dataDir, "../letters.mbox");
    writeFileSync(file, "From a@example.com Mon Nov 23 10:00:10 2026\nFrom: a@example.com\nSubject: One\n\nText\n\n");
    await pismo.run(["import", file], env);
    expect(await pismo.run(["check"], env)).toEqual({
      code: 0,
      stdout: "the database is whole: 1 letters\n",
      stderr: expect.anything() as string,
    });
    await query("update mailbox set total_emails = 99");
    const found = await pismo.run(["check"], env);
    expect([found.code, found.stdout]).toEqual([3, expect.stringMatching(/^Wrong: \d folders whose counts are not/)]);
    const repaired = await pismo.run(["check", "--repair"], env);
    expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining("What was wrong is repaired\n")]);
    const rebuilt = await pismo.run(["rebuild"], env);
    expect([rebuilt.code, rebuilt.stdout]).toEqual([0, "Rebuilt 1 letters\n"]);
  });

  test("the database is lost, and the bucket is there: its messages become letters", async () => {
    const bucket = await startS3();
    const other = await createDatabase(inject("templateUrl"));
    try {
      const blobs = {
        PISMO_BLOBS: bucket.setting,
        PISMO_BLOBS_ACCESS_KEY_ID: keys.s3AccessKeyId,
        PISMO_BLOBS_SECRET_ACCESS_KEY: keys.s3SecretAccessKey,
      };
      const file = join(pismo.dataDir, "../letters.mbox");
      writeFileSync(
        file,
        [1, 2, 3]
          .map(
            (n) =>
              `From a@example.com Mon Nov 23 10:00:1${n} 2026\nFrom: a@example.com\nSubject: Letter ${n}\n\nText\n\n`,
          )
          .join(""),
      );
      expect((await pismo.run(["import", file], { ...env, ...blobs })).code).toBe(0);
      const lost = { ...env, ...blobs, PISMO_DATABASE_URL: other.url };
      const recovered = await pismo.run(["rebuild", "--from-messages"], lost);
      expect([recovered.code, recovered.stdout]).toEqual([0, expect.stringContaining("Made 3 letters of messages")]);
      const token = (await pismo.run(["token", "create"], lost)).stdout.trim();
      const server = await pismo.serve(lost);
      const subjects = (await emailsOf(server.url, token)).map(({ subject }) => subject);
      expect(subjects).toEqual(["Letter 1", "Letter 2", "Letter 3"]);
      const refused = await pismo.run(["rebuild", "--from-messages"], lost);
      expect([refused.code, refused.stderr]).toEqual([1, "The database is in use by another Pismo that is running\n"]);
      server.child.kill("SIGKILL");
      await server.ended;
    } finally {
      await bucket.close();
      await other.drop();
    }
  });
});
