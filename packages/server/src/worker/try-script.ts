/** Runs a script on the headers of letters that were there before. What it would do is told, and not done. */
import { compile } from "../sieve/sieve.ts";
import { SieveError } from "../sieve/language/sieve-error.ts";
import { type AboutLetter, letterOf } from "../sieve/run/letter.ts";
import { run } from "../sieve/run/run.ts";

export interface TriedLetter {
  flags: string[];
  /** Why the script failed on this letter. */
  failure: string | undefined;
}

/** Other letters wait for this thread, too. A script that does as much as it may takes some tenths of a second a letter. */
const LONGEST_MS = 300;

/** What the header of a letter does not say. */
export type AboutTried = Required<Pick<AboutLetter, "size" | "hasAttachment">>;

/** @param headers of letters @returns as far as it came, and at least one */
export function tryScript(text: string, headers: readonly Uint8Array[], about: readonly AboutTried[]): TriedLetter[] {
  const script = compile(text);
  const end = performance.now() + LONGEST_MS;
  const tried: TriedLetter[] = [];
  for (const [index, header] of headers.entries()) {
    if (index > 0 && performance.now() >= end) break;
    try {
      const { placements } = run(script, {
        letter: letterOf(header, about[index]),
        now: new Date(),
        hasMailbox: () => false,
      });
      tried.push({ flags: [...new Set(placements.flatMap(({ flags }) => flags))], failure: undefined });
    } catch (error) {
      if (!(error instanceof SieveError)) throw error;
      tried.push({ flags: [], failure: error.message });
    }
  }
  return tried;
}
