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

/** @throws SieveError no grammar of Sieve, or an address that is not written out */
export function sendingsOf(script: string): Sendings {
  const found: Sendings = { redirects: [], others: [] };
  const look = (commands: readonly (Command | Test)[]): void => {
    for (const { name, args, line, tests, ...rest } of commands) {
      const command = name.toLowerCase();
      if (command === "redirect") {
        const address = args.flatMap(textsOf).at(-1) ?? "";
        if (address.includes("${")) throw new SieveError(line, "the address of a redirect is written out");
        found.redirects.push({ address, line });
      }
      if (outward.has(command)) found.others.push({ name: command, line });
      look(tests);
      look(("block" in rest && rest.block) || []);
    }
  };
  look(parse(script));
  return found;
}

/** @throws SieveError no grammar of Sieve */
export const requires = (script: string, extension: string): boolean =>
  parse(script).some(({ name, args }) => name.toLowerCase() === "require" && args.flatMap(textsOf).includes(extension));
