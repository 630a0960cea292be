/** Derives an input from others. */
import type { randomFrom } from "../packages/server/test/store/random.ts";

type Random = ReturnType<typeof randomFrom>;

const LONGEST = 100_000;

type Mutation = (input: Buffer, random: Random, pool: readonly Uint8Array[], words: readonly string[]) => Buffer;

const splice = (input: Buffer, at: number, remove: number, add: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, at), add, input.subarray(at + remove)]);

/** Where lines begin: structure is cut and moved there more often than in the middle. */
function offsetIn(input: Buffer, random: Random): number {
  const at = random.below(input.length + 1);
  const line = input.indexOf(10, at);
  return random.below(2) === 0 && line !== -1 ? line + 1 : at;
}

function piece(input: Uint8Array, random: Random): Uint8Array {
  const start = offsetIn(Buffer.from(input), random);
  return input.subarray(start, start + 1 + random.below(random.pick([4, 64, 1024])));
}

const mutations: Mutation[] = [
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy[random.below(copy.length)] = random.pick([0, 9, 10, 13, 32, 34, 60, 127, 128, 255]);
    return copy;
  },
  (input, random) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  (input, random, _pool, words) => splice(input, offsetIn(input, random), 0, Buffer.from(random.pick(words))),
  (input, random, _pool, words) => {
    const at = offsetIn(input, random);
    return splice(input, at, 1 + random.below(16), Buffer.from(random.pick(words)));
  },
  (input, random) => splice(input, offsetIn(input, random), 1 + random.below(random.pick([2, 32, 512])), Buffer.of()),
  (input, random) => splice(input, offsetIn(input, random), 0, piece(input, random)),
  (input, random, pool) => splice(input, offsetIn(input, random), 0, piece(random.pick(pool), random)),
  (input, random, pool) =>
    Buffer.concat([input.subarray(0, offsetIn(input, random)), piece(random.pick(pool), random)]),
  // Superlinear growth appears only with large inputs.
  (input, random, _pool, words) => {
    const some = random.below(2) === 0 ? piece(input, random) : Buffer.from(random.pick(words));
    const times = Math.min(random.pick([10, 100, 3000]), Math.floor(LONGEST / Math.max(1, some.length)));
    return splice(input, offsetIn(input, random), 0, Buffer.concat(Array.from({ length: times }, () => some)));
  },
];

export function mutate(pool: readonly Uint8Array[], words: readonly string[], random: Random): Uint8Array {
  let input: Buffer = Buffer.from(random.pick(pool));
  for (let left = 1 + random.below(4); left > 0; left--) input = random.pick(mutations)(input, random, pool, words);
  return input.subarray(0, LONGEST);
}
