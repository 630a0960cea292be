/** A database that Pismo cannot work with ends it with one clear line, and stays as it is. */
import { randomBytes } from "node:crypto";
import { type AddressInfo, connect, createServer } from "node:net";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { commandLine, type CommandLine } from "../support/command-line.ts";

let pismo: CommandLine;
/** Names that no other test has. */
let name: string;
let cleanUp: (() => unknown)[];

beforeEach(() => {
  pismo = commandLine();
  name = `pismo_unusable_${randomBytes(6).toString("hex")}`;
  cleanUp = [];
});
afterEach(async () => {
  await pismo.close();
  await query(`drop database if exists ${name} with (force)`);
  for (const step of cleanUp.reverse()) await step();
});

function urlOf(database: string, user?: string): string {
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${database}`;
  if (user) url.username = user;
  return url.href;
}

async function query<Row>(sql: string, database = "postgres"): Promise<Row[]> {
  const client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const tables = () =>
  query(
    "select table_schema, table_name from information_schema.tables where table_schema not like 'pg%' order by 1, 2",
    name,
  );

const secretKey = Buffer.alloc(32, 7).toString("base64");
const run = (url: string, ...args: readonly string[]) =>
  pismo.run(args, { PISMO_DATABASE_URL: url, PISMO_SECRET_KEY: secretKey });

/** With the exit code 1 and one line. */
const oneLine = (words: string) => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)),
});

describe("one clear line, and nothing is changed", () => {
  test("where the tables are another program's", async () => {
    await query(`create database ${name}`);
    await query("create table account (number int); create table schema_version (name text)", name);
    const before = await tables();
    expect(await run(urlOf(name), "serve")).toEqual(oneLine("The database holds tables of another program"));
    await query("drop table schema_version", name);
    expect(await run(urlOf(name), "mailbox", "list")).toEqual(oneLine("The database holds tables of another program"));
    expect(await tables()).toEqual(before.filter((row) => !JSON.stringify(row).includes("schema_version")));
  });

  test.each(["SQL_ASCII", "LATIN1"])("where texts are in %s", async (encoding) => {
    await query(`create database ${name} encoding '${encoding}' template template0 locale 'C'`);
    expect(await run(urlOf(name), "serve")).toEqual(
      oneLine(`Pismo needs a database in UTF8, and this one is in ${encoding}`),
    );
    expect(await tables()).toEqual(
      (await tables()).filter((row) => JSON.stringify(row).includes("information_schema")),
    );
  });

  test("where the user may make no tables, and where he may not connect", async () => {
    await query(`create role ${name} login`);
    cleanUp.push(() => query(`drop role ${name}`));
    await query(`create database ${name}`);
    await query("revoke all on schema public from public", name);
    expect(await run(urlOf(name, name), "serve")).toEqual(oneLine("The database refuses us: "));
    await query(`revoke connect on database ${name} from public`);
    expect(await run(urlOf(name, name), "serve")).toEqual(oneLine("The database refuses us: permission denied"));
  });

  test("where it may only be read, with a mailbox in it and without", async () => {
    await query(`create database ${name}`);
    await query(`alter database ${name} set default_transaction_read_only = on`);
    expect(await run(urlOf(name), "serve")).toEqual(oneLine("The database is read-only"));
    await query(`alter database ${name} reset default_transaction_read_only`);
    expect(await run(urlOf(name), "mailbox", "list")).toMatchObject({ code: 0 });
    await query(`alter database ${name} set default_transaction_read_only = on`);
    expect(await run(urlOf(name), "serve")).toEqual(oneLine("The database is read-only"));
    expect(await run(urlOf(name), "mailbox", "list")).toMatchObject({ code: 0, stdout: "you@pismo.localhost\n" });
  });

  test("where PostgreSQL is too old: its version, seen through a proxy that makes it 14", async () => {
    const upstream = new URL(urlOf(name));
    const port = Number(upstream.port);
    const [{ server_version_num: version } = { server_version_num: "" }] = await query<{ server_version_num: string }>(
      "show server_version_num",
    );
    const proxy = createServer((socket) => {
      const server = connect(port, upstream.hostname);
      socket.pipe(server);
      server.on("data", (bytes) => socket.write(bytes.toString("latin1").replace(version, "140022"), "latin1"));
      for (const [one, other] of [
        [socket, server],
        [server, socket],
      ] as const) {
        one.on("close", () => other.destroy());
        one.on("error", () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    cleanUp.push(() => proxy.close());
    await query(`create database ${name}`);
    upstream.port = String((proxy.address() as AddressInfo).port);
    expect(await run(upstream.href, "serve")).toEqual(oneLine("Pismo needs PostgreSQL 15 or newer; this one is 14"));
    expect((await tables()).filter((row) => JSON.stringify(row).includes("public"))).toEqual([]);
  });
});
