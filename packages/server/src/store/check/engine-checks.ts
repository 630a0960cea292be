/** What a check has to know of the engine. */
import type { Reader } from "../db/reader.ts";

/** A rule between rows. */
export interface RowCheck {
  /** SQL that returns the number of violations as `n`. */
  count: string;
  /** "3 letters are …". */
  say(n: number): string;
  /** SQL statements that repair it. */
  repair: readonly string[];
  /** Everything derived from messages has to be derived again. */
  needsRebuild?: boolean;
}

/** Columns of a table that refer to those of another. */
export interface ForeignKey {
  table: string;
  from: readonly string[];
  parent: string;
  to: readonly string[];
  /** A broken one is set to null, instead of deleting the row. */
  mayBeNull: boolean;
}

/** SQL of an engine's search index. */
export interface IndexSql {
  /** Emails that it has, as `id`. */
  indexed: string;
  /** Entries of Emails that are not there. */
  stale: string;
  removeStale: string;
}

export interface EngineChecks {
  index: IndexSql;
  foreignKeys(reader: Reader): Promise<ForeignKey[]>;
  /** Rules of this engine's own. */
  rowChecks(reader: Reader): Promise<RowCheck[]>;
}
