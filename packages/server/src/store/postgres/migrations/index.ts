/** All migrations in order; a database's version is the number of migrations applied. Never change a released one. */
import { initial } from "./0001-initial.ts";

export const migrations: readonly string[] = [initial];
