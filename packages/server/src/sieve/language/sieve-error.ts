/** What is wrong with a script, or went wrong in it. The web client has each sentence in Russian (i18n/ru/mistakes.ts). */
export class SieveError extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number, text: string) {
    super(`line ${line}: ${text}`);
    this.name = "SieveError";
    this.line = line;
  }
}
