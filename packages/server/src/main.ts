#!/usr/bin/env node
/** The command line: finds the command, reads the settings, and turns what goes wrong into one clear line. */
import { readFileSync } from "node:fs";
import { runBackup } from "./cli/backup.ts";
import type { Command } from "./cli/command.ts";
import { runExport } from "./cli/export.ts";
import { helpText } from "./cli/help.ts";
import { runImport } from "./cli/import.ts";
import { runMailbox } from "./cli/mailbox.ts";
import { runRebuild } from "./cli/rebuild.ts";
import { runRestore } from "./cli/restore.ts";
import { runServe } from "./cli/serve.ts";
import { runToken } from "./cli/token.ts";
import { ConfigError, loadConfig, nearest } from "./config.ts";
import { createLogger } from "./log.ts";

const commands: Record<string, Command> = {
  serve: runServe,
  import: runImport,
  export: runExport,
  mailbox: runMailbox,
  token: runToken,
  backup: runBackup,
  restore: runRestore,
  rebuild: runRebuild,
};

const version = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;

/** Gives the exit code. */
async function run([name = "serve", ...args]: string[]): Promise<number> {
  const { stdout, stderr } = process;
  if (name === "--help" || name === "-h" || name === "help" || args.includes("--help")) {
    stdout.write(helpText());
    return 0;
  }
  if (name === "--version" || name === "-v") {
    stdout.write(`${version()}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const near = nearest(name, Object.keys(commands));
    stderr.write(`There is no command "${name}"${near ? `; did you mean ${near}?` : ""}. pismo --help lists all.\n`);
    return 2;
  }
  try {
    const config = loadConfig(process.env);
    return await command(args, { config, log: createLogger(config.logLevel), stdout, stderr });
  } catch (error) {
    if (process.env["PISMO_LOG_LEVEL"] === "debug") throw error;
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

process.exitCode = await run(process.argv.slice(2));
