/** The checks of SQLite. */
import { blankHeaders, blankStructure } from "../mail/blank-content.ts";
import type { Reader } from "../db/reader.ts";
import type { EngineChecks, ForeignKey } from "./engine-checks.ts";
import { letters } from "./row-checks.ts";

export const sqliteChecks: EngineChecks = {
  index: {
    indexed: "select id from email_search_docsize",
    stale: "select id from email_search_docsize where id not in (select id from email)",
    removeStale:
      "delete from email_search where rowid in (select id from email_search_docsize where id not in (select id from email))",
  },
  foreignKeys,
  // PostgreSQL has a type for JSON, which lets nothing else in.
  rowChecks: async () => [
    {
      count: "select count(*) as n from email_content where json_valid(headers) = 0 or json_valid(structure) = 0",
      say: (n) => `${letters(n)} with a damaged subject, sender or list of parts`,
      repair: [
        // The index expression reads the damaged column.
        "drop index if exists email_content_message_id",
        `update email_content set headers = iif(json_valid(headers), headers, '${blankHeaders}'),
           structure = iif(json_valid(structure), structure, '${blankStructure}')
         where not json_valid(headers) or not json_valid(structure)`,
        "create index email_content_message_id on email_content (lower(json_extract(headers, '$.messageId[0]')))",
      ],
      needsRebuild: true,
    },
  ],
};

async function foreignKeys(reader: Reader): Promise<ForeignKey[]> {
  const rows = await reader.all<{ name: string; id: number; from: string; parent: string; to: string | null }>(
    `select m.name, f.id, f."from", f."table" as parent, f."to" from sqlite_schema m, pragma_foreign_key_list(m.name) f
     where m.type = 'table' order by m.name, f.id, f.seq`,
  );
  const columns = await reader.all<{ name: string; column: string }>(
    `select m.name, c.name as "column" from sqlite_schema m, pragma_table_info(m.name) c
     where m.type = 'table' and c."notnull" = 0`,
  );
  const nullable = new Set(columns.map(({ name, column }) => `${name} ${column}`));
  const keys = new Map<string, ForeignKey & { from: string[]; to: string[] }>();
  for (const { name, id, from, parent, to } of rows) {
    const known = keys.get(`${name} ${id}`) ?? { table: name, from: [], parent, to: [], mayBeNull: true };
    known.from.push(from);
    known.to.push(to ?? "id");
    known.mayBeNull &&= nullable.has(`${name} ${from}`);
    keys.set(`${name} ${id}`, known);
  }
  return [...keys.values()];
}
