/** What every command of the command line gets. */
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { ProgressOutput } from "./progress-bar.ts";

export interface CommandContext {
  config: Config;
  log: Logger;
  /** Results. */
  stdout: ProgressOutput;
  /** Progress and errors. */
  stderr: ProgressOutput;
}

/** The exit code of a command that succeeded except for damaged or missing messages. */
export const DAMAGED = 3;

/**
 * Returns the exit code: 0, 1 when something was left out, 2 for invalid usage, 3 (DAMAGED).
 * @throws Error in one line
 */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;
