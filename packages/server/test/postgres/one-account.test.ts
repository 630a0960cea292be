/** The account is the unit of distribution: what a request reads and writes is one account's (docs/decisions/0064). */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  accountTables,
  foundBeforeTheAccount,
  ofNoAccount,
  ofTwoAccounts,
  overAccounts,
} from "../support/account-tables.ts";
import { analyse } from "../support/one-account.ts";

let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: inject("templateUrl") });
  await client.connect();
});
afterAll(() => client.end());

const namesOf = async (sql: string): Promise<string[]> =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name).toSorted();

/** Tables with such an index without the account. */
const indexed = (condition: string): Promise<string[]> =>
  namesOf(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid
       where ${condition} and c.relnamespace = current_schema()::regnamespace and not exists (
         select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any (i.indkey))`,
  );

describe("the catalogue", () => {
  test("every table is an account's, or is not for a reason", async () => {
    const tables = await namesOf(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
    );
    const known = [...accountTables, ...Object.keys(foundBeforeTheAccount), ...ofNoAccount, ...ofTwoAccounts];
    expect(tables).toEqual(known.toSorted());
  });

  test("those of an account name it in every row", async () => {
    const named = await namesOf(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'account_id' and is_nullable = 'NO'`,
    );
    expect([...accountTables].filter((name) => !named.includes(name))).toEqual([]);
  });

  test("they have it in their primary key", async () => {
    const without = await indexed("i.indisprimary");
    expect(without.filter((name) => accountTables.has(name))).toEqual([]);
  });

  test("they have it in what is unique, but for what a former release names in `on conflict`", async () => {
    const without = await indexed("i.indisunique and i.indexrelid::regclass::text not like '%\\_former'");
    expect(without.filter((name) => accountTables.has(name))).toEqual([]);
  });

  test("what refers to one of them names the account", async () => {
    const references = await client.query<{ name: string; parent: string }>(
      `select r.conrelid::regclass::text as name, r.confrelid::regclass::text as parent from pg_constraint r
       where r.contype = 'f' and not exists (
         select 1 from pg_attribute a where a.attrelid = r.conrelid and a.attname = 'account_id' and a.attnum = any (r.conkey))`,
    );
    expect(references.rows.filter(({ parent }) => accountTables.has(parent))).toEqual([]);
  });
});

describe("statements", () => {
  const tables = new Set(["email", "mailbox", "email_keyword"]);
  const faultsOf = (sql: string): string[] => analyse(sql, tables).faults;

  test.each([
    "select 1 from email where id = $1 and account_id = $2",
    "select 1 from email e join mailbox m on m.account_id = e.account_id and m.id = $1 where e.account_id = $2",
    "select 1 from email e where account_id = cast($1 as bigint) and exists (select 1 from email_keyword k where k.account_id = e.account_id)",
    "select 1 from (select account_id from email where account_id = $1) e join mailbox m on m.account_id = e.account_id",
    "with found as (select * from email where account_id = $1) select 1 from found join mailbox m using (id) where m.account_id = found.account_id",
    "with recursive below (id) as (select id from mailbox where account_id = $1 union all select m.id from below join mailbox m on m.account_id = $1 and m.parent_id = below.id) select 1 from below",
    "select 1 from account a join email e on e.account_id = a.id where a.id = $1",
    "insert into email (id, account_id) values ($1, $2), ($3, $4)",
    "insert into email (account_id, id) select account_id, id from mailbox where account_id = $1 on conflict (account_id, id) do nothing",
    "update email set size = $1 from unnest($2::bigint[]) as differing (v1) where id = differing.v1 and account_id = $3",
    "delete from email where account_id = $1 and id in (select value from json_each($2))",
    "select 1 from another_table",
  ])("%s", (sql) => expect(faultsOf(sql)).toEqual([]));

  test.each([
    ["select 1 from email where id = $1", 1],
    ["select 1 from email where account_id = $1 or id = $2", 1],
    ["select 1 from email where not account_id = $1", 1],
    ["select 1 from email where account_id in ($1, $2)", 1],
    ["select 1 from email where account_id > $1", 1],
    ["select 1 from email e join mailbox m on m.id = e.mailbox_id where e.account_id = $1", 1],
    ["select 1 from email e join mailbox m on m.account_id = e.account_id", 2],
    ["select (select count(*) from email_keyword k where k.email_id = e.id) from email e where e.account_id = $1", 1],
    ["select 1 from email where account_id = $1 union select 1 from mailbox", 1],
    ["with found as (select id from email) select 1 from found", 1],
    ["insert into email (id) values ($1)", 1],
    ["insert into email (account_id, id) select account_id, id from mailbox", 2],
    ["insert into email (account_id, id) values ($1, $2) on conflict (id) do nothing", 1],
    ["update email set account_id = $1 where id = $2", 1],
    ["update email set size = 0 from unnest($1::bigint[]) as differing (v1) where account_id = differing.v1", 1],
    ["delete from email where id = $1", 1],
    ["select 1 from account a join email e on e.account_id = a.id where a.email = $1", 1],
  ])("%s: %i of any account", (sql, count) => expect(faultsOf(sql)).toHaveLength(count));

  test("the parameters that have to be one account are known", () => {
    const sql = "select 1 from email e join mailbox m on m.account_id = $3 where e.account_id = $1 and e.id = $2";
    expect(analyse(sql, tables).accounts.toSorted((one, other) => one - other)).toEqual([1, 3]);
  });

  test("what looks over accounts says why", () => {
    for (const { why } of overAccounts) expect(why.length).toBeGreaterThan(5);
  });
});
