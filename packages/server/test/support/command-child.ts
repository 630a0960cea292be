/** `pismo import` as a process of its own, to be killed. Arguments: the data directory, then those of the command. */
import { runImport } from "../../src/cli/import.ts";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";

const [, , dataDir = "", ...args] = process.argv;
process.exitCode = await runImport(args, {
  config: loadConfig({ PISMO_DATA_DIR: dataDir }),
  log: createLogger("warn"),
  stdout: process.stdout,
  // A terminal's bar is redrawn often, so that the test sees how far it has come.
  stderr: { isTTY: true, columns: 80, write: (text) => process.stderr.write(text) },
});
