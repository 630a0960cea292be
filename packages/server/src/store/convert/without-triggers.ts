/** Triggers count what is inserted; a copy brings the counts along. */
import type { Connection } from "../sqlite/connection.ts";

/** Runs `work` on a database without its triggers, which are there again when it has succeeded. */
export async function withoutTriggers(target: Connection, work: () => Promise<void>): Promise<void> {
  const triggers = target.all<{ name: string; sql: string }>(
    "select name, sql from sqlite_schema where type = 'trigger'",
  );
  for (const { name } of triggers) target.exec(`drop trigger "${name}"`);
  await work();
  for (const { sql } of triggers) target.exec(sql);
}
