/** `pismo` as a process, with everything in PostgreSQL. */
import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Email, JmapClient } from "@pismo/jmap";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { commandLine, type CommandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";

vi.setConfig({ testTimeout: 60_000 });

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

async function emailsOf(url: string, token: string): Promise<Partial<Email>[]> {
  const client = new JmapClient({
    sessionUrl: `${url}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  });
  const accountId = (await client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  const { ids } = await client.call("Email/query", { accountId, sort: [{ property: "subject" }] });
  const { list } = await client.call("Email/get", { accountId, ids, properties: ["id", "subject", "preview"] });
  return list;
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

  test("one server alone runs on a database", async () => {
    await pismo.serve(env);
    const { code, stderr } = await pismo.run(["serve"], env);
    expect([code, stderr]).toEqual([1, "The database is in use by another Pismo that is running\n"]);
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
    await query("update schema_version set version = 9999");
    const newer = await pismo.run(["serve"], env);
    expect([newer.code, newer.stderr]).toEqual([1, expect.stringMatching(oneLine)]);
    expect(newer.stderr).toContain("was written by a newer version of Pismo");
  });

  test("a database that may only be read", async () => {
    await query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    const { code, stderr } = await pismo.run(["serve"], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine)]);
  });

  test.each([["backup", "file.tar"], ["restore", "file.tar"], ["check"], ["rebuild", "--from-messages"]])(
    "pismo %s, which works on a data directory",
    async (...args) => {
      const { code, stderr } = await pismo.run(args, env);
      expect([code, stderr]).toEqual([2, expect.stringMatching(oneLine)]);
      expect(stderr).toContain("pg_dump");
    },
  );
});
