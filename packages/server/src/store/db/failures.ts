/** What went wrong with the database and the blobs since the start, for who watches the server. */
import { StoreError, type StoreErrorCode } from "./errors.ts";

export type StorePart = "database" | "blobs";

/** Errors that an administrator has to do something about; the others are answers. */
const faults: ReadonlySet<StoreErrorCode> = new Set<StoreErrorCode>([
  "diskFull",
  "corrupt",
  "unreadable",
  "unreachable",
  "busy",
  "ended",
]);
const systemErrors = new Set(["EIO", "EMFILE", "ENFILE", "ENOMEM"]);

/** The kind of a fault, of a closed list; undefined: it is none. */
function kindOf(error: unknown): string | undefined {
  if (error instanceof StoreError) return faults.has(error.code) ? error.code : undefined;
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (systemErrors.has(code)) return "system";
  // A statement that SQLite or PostgreSQL refused: a bug, or a database that was changed from outside.
  return code === "ERR_SQLITE_ERROR" || "severity" in error ? "statement" : undefined;
}

export class Failures {
  readonly #counts = { database: new Map<string, number>(), blobs: new Map<string, number>() };
  readonly #listeners = new Set<(part: StorePart, kind: string) => void>();

  /** By kind. */
  counts(part: StorePart): ReadonlyMap<string, number> {
    return this.#counts[part];
  }

  /** For a thread with a store of its own, whose failures another thread counts. */
  onFailure(listener: (part: StorePart, kind: string) => void): void {
    this.#listeners.add(listener);
  }

  count(part: StorePart, kind: string): void {
    this.#counts[part].set(kind, (this.#counts[part].get(kind) ?? 0) + 1);
    for (const listener of this.#listeners) listener(part, kind);
  }

  /** Counts what `work` fails with. */
  async watch<T>(part: StorePart, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const kind = kindOf(error);
      if (kind !== undefined) this.count(part, kind);
      throw error;
    }
  }
}
