/** The checks of PostgreSQL. Whether its pages are whole, it says itself (pg_amcheck, data checksums). */
import type { Reader } from "../db/reader.ts";
import { quoted, sequencesOf } from "../convert/columns.ts";
import type { EngineChecks, ForeignKey, RowCheck } from "./engine-checks.ts";

const hasNoEmail =
  "not exists (select 1 from email e where e.id = email_search.email_id and e.account_id = email_search.account_id)";

export const postgresChecks: EngineChecks = {
  index: {
    indexed: `select email_id as id from email_search where part = 0 and not ${hasNoEmail}`,
    stale: `select distinct email_id from email_search where ${hasNoEmail}`,
    removeStale: `delete from email_search where ${hasNoEmail}`,
  },
  foreignKeys,
  rowChecks: async (reader) => [await sequences(reader)],
};

/** After rows were brought in by hand, the next id may be one that is taken. */
async function sequences(reader: Reader): Promise<RowCheck> {
  const all = [...(await sequencesOf(reader))].map(([table, sequence]) => ({
    sequence,
    largest: `(select coalesce(max(id), 0) from ${quoted(table)})`,
    last: `(select case when is_called then last_value else last_value - 1 end from ${sequence})`,
  }));
  return {
    count: `select ${all.map(({ largest, last }) => `(case when ${largest} > ${last} then 1 else 0 end)`).join(" + ")} as n`,
    say: (n) => `${n} kind${n === 1 ? "" : "s"} of things whose next id is taken already`,
    repair: all.map(
      ({ sequence, largest, last }) => `select setval('${sequence}', ${largest}) where ${largest} > ${last}`,
    ),
  };
}

async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  const rows = await reader.all<{ name: string; parent: string; from: string; to: string; may_be_null: number }>(
    `select c.conrelid::regclass::text as name, c.confrelid::regclass::text as parent,
       (select json_agg(a.attname order by k.position) from unnest(c.conkey) with ordinality k (number, position)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as "from",
       (select json_agg(a.attname order by k.position) from unnest(c.confkey) with ordinality k (number, position)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as "to",
       not exists (select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attnotnull)
         as may_be_null
     from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`,
  );
  return rows.map(({ name, parent, from, to, may_be_null }) => ({
    table: name.replaceAll('"', ""),
    parent: parent.replaceAll('"', ""),
    from: JSON.parse(from) as string[],
    to: JSON.parse(to) as string[],
    mayBeNull: may_be_null === 1,
  }));
}
