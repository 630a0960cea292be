/** Commands that work on the files of a data directory. */
import { type Config, ConfigError } from "../config.ts";

/** @throws ConfigError the mail lies in PostgreSQL */
export function requireSqlite({ databaseUrl }: Config, command: string): void {
  if (databaseUrl === undefined) return;
  throw new ConfigError(
    `pismo ${command} works on a data directory alone, and PISMO_DATABASE_URL is set: pg_dump saves that database, and pg_restore brings it back`,
  );
}
