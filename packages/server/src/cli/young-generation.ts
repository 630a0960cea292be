/**
 * Limits V8's young generation. V8 lets that of a busy thread grow to 100 MB, where parsing messages needs a few: garbage
 * is collected as cheaply, only earlier.
 */
import { setFlagsFromString } from "node:v8";

/** For a command that does one thing and ends: this thread's limit stays, later threads start with a little more. */
export function keepYoungMemorySmall(): void {
  // In MB, and set before a thread is created: otherwise it stays at the minimum.
  setFlagsFromString("--min-semi-space-size=4");
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}
