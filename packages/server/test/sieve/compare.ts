/** One made-up script on one made-up letter, by Pismo's interpreter and by Pigeonhole. */
import { SieveError } from "../../src/sieve/language/sieve-error.ts";
import { letterOf } from "../../src/sieve/run/letter.ts";
import { run } from "../../src/sieve/run/run.ts";
import { compile } from "../../src/sieve/sieve.ts";
import { knownFolders, madeUpEnvelope, madeUpLetter, madeUpScript, randomFrom } from "./made-up.ts";
import { described, type Outcome, type Pigeonhole } from "./pigeonhole.ts";

function ours(script: string, letter: string, envelope: { from: string; to: string }): Outcome {
  let compiled;
  try {
    compiled = compile(script);
  } catch (error) {
    if (error instanceof SieveError) return { kind: "invalid", line: error.line };
    throw error;
  }
  try {
    const { placements, rejection } = run(compiled, {
      letter: letterOf(Buffer.from(letter), { envelope: { from: envelope.from, to: [envelope.to] } }),
      now: new Date(),
      hasMailbox: (path) => path.toLowerCase() === "inbox" || knownFolders.includes(path),
    });
    const shown = placements.map(({ folder, flags, mayCreate }) => described(folder ?? "INBOX", flags, mayCreate));
    return { kind: "done", placements: shown.toSorted(), isRejected: rejection !== undefined };
  } catch (error) {
    if (error instanceof SieveError) return { kind: "failed" };
    throw error;
  }
}

export interface Comparison {
  seed: number;
  script: string;
  letter: string;
  ours: Outcome;
  theirs: Outcome;
}

export async function compare(seed: number, pigeonhole: Pigeonhole): Promise<Comparison> {
  const random = randomFrom(seed);
  const [script, letter, envelope] = [madeUpScript(random), madeUpLetter(random), madeUpEnvelope(random)];
  return {
    seed,
    script,
    letter,
    ours: ours(script, letter, envelope),
    theirs: await pigeonhole.run(script, letter, envelope),
  };
}

export const isSame = ({ ours: a, theirs: b }: Comparison): boolean => JSON.stringify(a) === JSON.stringify(b);
