/** The same verdicts as Pigeonhole, over made-up scripts and letters. `npm run test:sieve` runs thousands. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compare, isSame } from "./compare.ts";
import { knownFolders } from "./made-up.ts";
import { canRunPigeonhole, openPigeonhole, type Pigeonhole } from "./pigeonhole.ts";

const scripts = Number(process.env["SIEVE_SCRIPTS"] ?? 300);
const firstSeed = Number(process.env["SIEVE_SEED"] ?? 1);
/** Each is a process. */
const AT_ONCE = 2;

let pigeonhole: Pigeonhole;
beforeAll(() => {
  if (canRunPigeonhole) pigeonhole = openPigeonhole(knownFolders);
});
afterAll(() => pigeonhole?.close());

test.skipIf(!canRunPigeonhole)(
  `${scripts} scripts from seed ${firstSeed} do what they do in Pigeonhole`,
  { timeout: 60_000 + scripts * 200 },
  async () => {
    const kinds = new Map<string, number>();
    let next = firstSeed;
    const work = async (): Promise<void> => {
      while (next < firstSeed + scripts) {
        const comparison = await compare(next++, pigeonhole);
        kinds.set(comparison.theirs.kind, (kinds.get(comparison.theirs.kind) ?? 0) + 1);
        const { seed, script, letter, ours, theirs } = comparison;
        expect(isSame(comparison), `seed ${seed}\n${script}\n${letter}\n${JSON.stringify({ ours, theirs })}`).toBe(
          true,
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // Scripts that do something, that fail, and that are wrong are all among them.
    expect(scripts < 300 || ["done", "failed", "invalid"].every((kind) => kinds.has(kind))).toBe(true);
  },
);
