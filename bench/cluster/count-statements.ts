/** Loaded into a server before its own code (--import): counts what it sends to its database, and tells its parent. */
import { DatabaseSync, StatementSync } from "node:sqlite";
import { Client } from "pg";

let statements = 0;

function count(prototype: object, names: readonly string[]): void {
  const methods = prototype as Record<string, (...params: unknown[]) => unknown>;
  for (const name of names) {
    const usual = methods[name]!;
    methods[name] = function counted(this: unknown, ...params: unknown[]) {
      statements++;
      return usual.apply(this, params);
    };
  }
}

count(StatementSync.prototype, ["all", "get", "run", "iterate"]);
count(DatabaseSync.prototype, ["exec"]);
count(Client.prototype, ["query"]);

process.on("message", () => process.send?.(statements));
// The server ends by itself.
process.channel?.unref();
