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

test("what the former release writes without the account gets it", async () => {
  const client = await connect();
  await client.query(`
    insert into account (id, name, email, created_at) values (7, 'Anna', 'anna@x.example', 0);
    insert into mailbox (id, account_id, name, sort_order, is_subscribed) values (70, 7, 'Box', 0, 1);
    insert into thread (id, account_id) values (71, 7);
    insert into email (id, account_id, thread_id, blob_id, size, received_at, has_attachment, from_key, to_key, subject_key)
      values (72, 7, 71, 'B', 1, 5000000000, 0, '', '', '');
    insert into email_content (email_id, headers, structure, preview) values (72, '{}', '{}', '');
    insert into email_mailbox (mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
      values (70, 5000000000, 72, 71, 0, 0, 0, 0, 0);
    insert into email_submission (id, account_id, identity_id, email_id, thread_id, blob_id, envelope, send_at, undo_status, created_at)
      values (73, 7, 1, 72, 71, 'B', '{}', 0, 'pending', 0);
    insert into submission_recipient (submission_id, position, address, state, smtp_reply, attempts, next_attempt_at)
      values (73, 0, 'bob@x.example', 'queued', '', 0, 0);
    insert into server_search (id, account_id, field, words, state, asked_at) values (74, 7, 'text', 'words', 'asked', 0);
    insert into server_search_hit (search_id, email_id) values (74, 72);
    insert into vacation_due (email_id) values (72);
    insert into imap_folder (mailbox_id, account_id, path, base_name, is_selectable) values (70, 7, 'Box', 'Box', 1)`);
  for (const emails of [1, 2]) {
    await client.query(
      `insert into thread_mailbox (thread_id, mailbox_id, total_emails, unread_emails) values (71, 70, ${emails}, 0)
       on conflict (thread_id, mailbox_id) do update set total_emails = excluded.total_emails`,
    );
    await client.query(
      `insert into email_category (email_id, found, reason, is_chosen) values (72, null, null, ${emails})
       on conflict (email_id) do update set is_chosen = excluded.is_chosen`,
    );
    await client.query(
      `insert into imap_message (mailbox_id, uid, email_id, keywords, mark) values (70, 1, 72, '[]', '${emails}')
       on conflict (mailbox_id, uid) do update set mark = excluded.mark`,
    );
  }
  const tables =
    "email_category email_content email_mailbox imap_message mailbox_span server_search_hit submission_recipient thread_mailbox vacation_due";
  for (const table of tables.split(" ")) {
    expect([table, (await client.query(`select distinct account_id from ${table}`)).rows]).toEqual([
      table,
      [{ account_id: "7" }],
    ]);
  }
  await client.query("delete from email where id = 72");
  expect((await client.query("select 1 from email_content union all select 1 from email_mailbox")).rows).toEqual([]);
});

test("two that start at once migrate an empty database once", async () => {
  const [one, two] = [await connect(), await connect()];
  await one.query("drop schema public cascade; create schema public");
  await Promise.all([one, two].map((client) => migrate(new PostgresConnection(client))));
  const { rows } = await one.query("select version from schema_version");
  expect(rows).toEqual([{ version: String(migrations.length) }]);
});
