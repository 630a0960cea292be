/** All migrations in order; a database's version is the number of those it has seen. Never change one that was released. */
import { initial } from "./0001-initial.ts";

export const migrations: readonly string[] = [initial];
