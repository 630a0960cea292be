/** `pismo import` in a process to be killed. Arguments: the data directory, then those of the command. */
import { runImport } from "../../src/cli/commands/import.ts";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";

const [, , dataDir = "", ...args] = process.argv;
process.exitCode = await runImport(args, {
  config: loadConfig({ PISMO_DATA_DIR: dataDir }),
  log: createLogger("warn"),
  stdout: process.stdout,
  // A terminal's bar is redrawn often, so that the test sees the progress.
  stderr: { isTTY: true, columns: 80, write: (text) => process.stderr.write(text) },
});
