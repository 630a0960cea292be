/** A data directory has one server: it lives as long as its lock is held, and needs no sign of life. */
import type { Role } from "../../roles.ts";
import { type Membership, soleMembership } from "../cluster/membership.ts";
import type { SqliteEngine } from "./engine.ts";

export async function joinAlone(engine: SqliteEngine, roles: readonly Role[]): Promise<Membership> {
  const id = await engine.transaction(async (connection) => {
    // Those of servers that were killed.
    connection.run("delete from process", []);
    const row = connection.get("insert into process (roles, seen_at) values (?, ?) returning id", [
      roles.join(),
      Date.now(),
    ]) as { id: number };
    return row.id;
  }, {});
  return { ...soleMembership, id, live: [{ id, roles }] };
}
