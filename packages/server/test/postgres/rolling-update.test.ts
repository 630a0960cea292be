/** A new release beside the one before it, on one database, with a column renamed between them. */
import { randomBytes } from "node:crypto";
import { JmapClient } from "@pismo/jmap";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { PostgresConnection } from "../../src/store/postgres/connection.ts";
import { migrate } from "../../src/store/postgres/migrate.ts";
import type { Migration } from "../../src/store/postgres/migration.ts";
import { migrations } from "../../src/store/postgres/migrations/index.ts";
import { commandLine, type CommandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";

let pismo: CommandLine;
let database: Awaited<ReturnType<typeof createDatabase>>;
let env: { PISMO_DATABASE_URL: string; PISMO_SECRET_KEY: string };
const clients: Client[] = [];

beforeEach(async () => {
  pismo = commandLine();
  database = await createDatabase(inject("templateUrl"));
  env = { PISMO_DATABASE_URL: database.url, PISMO_SECRET_KEY: randomBytes(32).toString("base64") };
});
afterEach(async () => {
  await pismo.close();
  for (const client of clients.splice(0)) await client.end();
  await database.drop();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

/** The next release calls a token's name its label. */
const expand: Migration = `
alter table token add column label text;
update token set label = name;
create function token_label() returns trigger language plpgsql as $$ begin
  -- Whichever of the two a release writes, the other has it.
  if tg_op = 'INSERT' then
    new.label := coalesce(new.label, new.name);
    new.name := coalesce(new.name, new.label);
  elsif new.label is distinct from old.label then new.name := new.label;
  else new.label := new.name;
  end if;
  return new;
end $$;
create trigger token_label before insert or update on token for each row execute function token_label();
`;
/** The one after it drops the former name. */
const contract: Migration = {
  contract: "drop trigger token_label on token; drop function token_label; alter table token drop column name",
  needs: migrations.length + 1,
};
const next = [...migrations, expand];
const afterNext = [...next, contract];

/** Makes a token and a folder with it. @returns the token */
async function use(url: string): Promise<string> {
  const token = (await pismo.run(["token", "create", "phone"], env)).stdout.trim();
  const client = new JmapClient({
    sessionUrl: `${url}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  });
  const accountId = (await client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]!;
  const name = `Folder ${token.slice(-5)}`;
  const { created } = await client.call("Mailbox/set", { accountId, create: { one: { name } } });
  expect(created).toMatchObject({ one: {} });
  return token;
}

test("the former release runs on, and starts again, beside the next; the schema is contracted when it is gone", async () => {
  const server = await pismo.serve(env);
  await use(server.url);
  const client = await connect();
  const connection = new PostgresConnection(client);
  await migrate(connection, next);
  await use(server.url);
  const again = await pismo.serve(env);
  await use(again.url);
  const { rows } = await client.query<{ name: string; label: string }>("select name, label from token");
  expect(rows).toHaveLength(3);
  for (const { name, label } of rows) expect(label).toBe(name);

  const before = await client.query("select version, needs from schema_version");
  await expect(migrate(connection, afterNext)).rejects.toMatchObject({ code: "olderServers" });
  expect((await client.query("select version, needs from schema_version")).rows).toEqual(before.rows);
  await use(again.url);

  for (const { child, ended } of [server, again]) {
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  }
  await migrate(connection, afterNext);
  const refused = await pismo.run(["serve"], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^[^\n]*newer version of Pismo[^\n]*\n$/)]);
});

test("two that start at once migrate an empty database once", async () => {
  const [one, two] = [await connect(), await connect()];
  await one.query("drop schema public cascade; create schema public");
  await Promise.all([one, two].map((client) => migrate(new PostgresConnection(client))));
  const { rows } = await one.query("select version from schema_version");
  expect(rows).toEqual([{ version: String(migrations.length) }]);
});
