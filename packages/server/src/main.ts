#!/usr/bin/env node
/** The command line: finds the command, reads the settings, and turns errors into one clear line. */
import { readFileSync } from "node:fs";
import type { Command } from "./cli/command.ts";
import { helpText } from "./cli/commands/help.ts";
import type { CommandName } from "./cli/usage.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { nearest } from "./suggestion.ts";

/** Loaded on demand: a command starts at once, and an old Node still gets a clear error. */
const commands: Record<CommandName, () => Promise<Command>> = {
  serve: async () => (await import("./cli/commands/serve.ts")).runServe,
  open: async () => (await import("./cli/commands/open.ts")).runOpen,
  import: async () => (await import("./cli/commands/import.ts")).runImport,
  export: async () => (await import("./cli/commands/export.ts")).runExport,
  mailbox: async () => (await import("./cli/commands/mailbox.ts")).runMailbox,
  account: async () => (await import("./cli/commands/account.ts")).runAccount,
  audit: async () => (await import("./cli/commands/audit.ts")).runAudit,
  person: async () => (await import("./cli/commands/person.ts")).runPerson,
  token: async () => (await import("./cli/commands/token.ts")).runToken,
  backup: async () => (await import("./cli/commands/backup.ts")).runBackup,
  restore: async () => (await import("./cli/commands/restore.ts")).runRestore,
  check: async () => (await import("./cli/commands/check.ts")).runCheck,
  rebuild: async () => (await import("./cli/commands/rebuild.ts")).runRebuild,
};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const version = (): string =>
  (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version;

/** node:sqlite as the store uses it. */
function isOldNode(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major < 24 || (major === 24 && minor < 15);
}

/** Returns the exit code. */
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
  if (!isCommand(name)) {
    const near = nearest(name, Object.keys(commands));
    stderr.write(`There is no command "${name}"${near ? `; did you mean ${near}?` : ""}. pismo --help lists all.\n`);
    return 2;
  }
  if (isOldNode()) {
    stderr.write(
      `Pismo needs Node 24.15 or newer, and this is ${process.versions.node}: see https://nodejs.org, or start it with npm start.\n`,
    );
    return 1;
  }
  try {
    const config = loadConfig(process.env);
    const log = createLogger(config.logLevel, stderr, config.logFormat);
    const command = await commands[name]();
    return await command(args, { config, log, stdout, stderr });
  } catch (error) {
    const isMisuse = error instanceof ConfigError;
    // At the level "debug" with the stack.
    if (!isMisuse && process.env["PISMO_LOG_LEVEL"] === "debug") throw error;
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return isMisuse ? 2 : 1;
  }
}

// Only the owner may read files that Pismo writes: the mailbox, exports, backups.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2));
