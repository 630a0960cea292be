/**
 * A full disk of the database, on a server of its own: one that cannot write what it has in memory ends no checkpoint, and so
 * drops no database of other tests.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../../../scripts/postgres.mjs";
import { commandLine } from "../support/command-line.ts";
import { smallDisk } from "../support/small-disk.ts";

const probe = smallDisk(1 << 20);
probe?.remove();
const idOf = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

test.skipIf(!probe)("is named, and what was there stays", async () => {
  const disk = smallDisk(64 << 20)!;
  onTestFinished(() => disk.remove());
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const pismo = commandLine();
  onTestFinished(() => pismo.close());
  const folder = join(disk.path, "tables");
  mkdirSync(folder);
  chmodSync(disk.path, 0o755);
  chownSync(folder, idOf("-u"), idOf("-g"));
  await query(server.url, `create tablespace small location '${folder}'`);
  await query(server.url, "create database pismo tablespace small");
  const database = new URL(server.url);
  database.pathname = "/pismo";
  const secretKey = Buffer.alloc(32, 7).toString("base64");
  const run = (...args: readonly string[]) =>
    pismo.run(args, { PISMO_DATABASE_URL: database.href, PISMO_SECRET_KEY: secretKey });
  const small = join(pismo.dataDir, "../small.eml");
  writeFileSync(small, "Subject: small\n\nbody\n");
  expect(await run("import", small)).toMatchObject({ code: 0 });

  disk.fill(0);
  const large = join(pismo.dataDir, "../large.eml");
  writeFileSync(large, `Subject: large\n\n${randomBytes(4 << 20).toString("base64")}\n`);
  const { code, stderr } = await run("import", large);
  expect([code, stderr]).toEqual([1, expect.stringContaining("The disk of the database is full")]);
  expect(await query(database.href, "select count(*)::int as count from email")).toEqual([{ count: 1 }]);
});
