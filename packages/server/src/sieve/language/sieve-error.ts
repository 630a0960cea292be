/** What is wrong with a script, or went wrong in it. */
export class SieveError extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number, text: string) {
    super(`line ${line}: ${text}`);
    this.name = "SieveError";
    this.line = line;
  }
}
