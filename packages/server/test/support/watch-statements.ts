/** The statements that a test file's server sends to PostgreSQL, each held to one account. */
import { Client } from "pg";
import { analyse, type Analysis } from "./one-account.ts";
import { accountTables, overAccounts } from "./account-tables.ts";

/** The store's way to PostgreSQL, which sends what others ask. */
const way = /^store\/(?:db\/|postgres\/(?!search))/;
const frame = /packages\/server\/(src|test)\/([\w./-]+\.ts)/g;

/** The file that asks; undefined: a test itself, which may look at everything. */
function askedBy(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = "" } = new Error("asked");
  Error.stackTraceLimit = before;
  for (const [, folder, file] of stack.matchAll(frame)) {
    if (folder === "test") {
      if (!file!.startsWith("support/watch-statements")) return undefined;
    } else if (!way.test(file!)) return file;
  }
  return undefined;
}

const isWork = (sql: string): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(sql);

/** Watches from now on. @returns gives what several accounts would have to answer, each with the file that asks for it */
export function watchStatements(): () => string[] {
  const known = new Map<string, Analysis>();
  const faults = new Set<string>();
  const look = (sql: string, values: readonly unknown[]): void => {
    if (!isWork(sql)) return;
    const file = askedBy();
    if (file === undefined || overAccounts.some((each) => each.file.test(file) && (each.sql?.test(sql.trim()) ?? true)))
      return;
    const analysis = known.get(sql) ?? analyse(sql, accountTables);
    known.set(sql, analysis);
    for (const fault of analysis.faults) faults.add(`${file}: ${fault}: ${sql}`);
    const accounts = new Set(analysis.accounts.map((number) => String(values[number - 1])));
    if (accounts.size > 1) faults.add(`${file}: accounts ${[...accounts].join(" and ")}: ${sql}`);
  };
  const usual = Client.prototype.query as (...params: unknown[]) => unknown;
  Client.prototype.query = function watched(this: Client, ...params: unknown[]) {
    const [query] = params as [string | { text: string; values?: readonly unknown[] }];
    if (typeof query === "object") look(query.text, query.values ?? []);
    return usual.apply(this, params);
  } as typeof Client.prototype.query;
  return () => [...faults];
}
