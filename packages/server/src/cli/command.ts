/** What every command of the command line gets. */
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { ProgressOutput } from "./progress-bar.ts";

export interface CommandContext {
  config: Config;
  log: Logger;
  /** Results. */
  stdout: ProgressOutput;
  /** Progress and complaints. */
  stderr: ProgressOutput;
}

/** Gives the exit code: 0, 1 when something was left out, 2 for a command that makes no sense. @throws Error in one line */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;
