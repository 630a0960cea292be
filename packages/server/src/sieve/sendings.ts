/** What a script sends to others, in whatever extension it is written. */
import type { Argument, Command, Test } from "./language/parser.ts";
import { parse } from "./language/parser.ts";
import { SieveError } from "./language/sieve-error.ts";

export interface Sendings {
  redirects: { address: string; line: number }[];
  /** Commands and tests that give a letter, or what it says, to others or to programs (RFC 5435, Pigeonhole). */
  others: { name: string; line: number }[];
}

const outward: ReadonlySet<string> = new Set(["notify", "pipe", "execute", "filter", "report"]);

const textsOf = (argument: Argument): readonly string[] =>
  argument.kind === "string" ? [argument.text] : argument.kind === "strings" ? argument.texts : [];

/** Commands and tests, wherever they stand. */
function* everyOne(commands: readonly (Command | Test)[]): Generator<Test> {
  for (const command of commands) {
    yield command;
    yield* everyOne(command.tests);
    yield* everyOne(("block" in command && command.block) || []);
  }
}

/** @throws SieveError no grammar of Sieve, or an address that is not written out */
export function sendingsOf(script: string): Sendings {
  const found: Sendings = { redirects: [], others: [] };
  for (const { name, args, line } of everyOne(parse(script))) {
    const command = name.toLowerCase();
    if (command === "redirect") {
      const address = args.flatMap(textsOf).at(-1) ?? "";
      if (address.includes("${")) throw new SieveError(line, "the address of a redirect is written out");
      found.redirects.push({ address, line });
    }
    if (outward.has(command)) found.others.push({ name: command, line });
  }
  return found;
}

/** Whether it answers people who write (RFC 5230). One that cannot be read here does if it requires that. */
export function answersPeople(script: string): boolean {
  try {
    return [...everyOne(parse(script))].some(({ name }) => name.toLowerCase() === "vacation");
  } catch {
    return script.includes('"vacation"');
  }
}

/** @throws SieveError no grammar of Sieve */
export const requires = (script: string, extension: string): boolean =>
  parse(script).some(({ name, args }) => name.toLowerCase() === "require" && args.flatMap(textsOf).includes(extension));
