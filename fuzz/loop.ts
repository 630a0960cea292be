/** One target in a process of its own, which run.ts ends when it hangs. */
import { writeFileSync } from "node:fs";
import { randomFrom } from "../packages/server/test/store/random.ts";
import { Coverage } from "./coverage.ts";
import { mutate } from "./mutate.ts";
import { isTargetName, openTarget } from "./targets.ts";

const [name = "", seconds = "60", inputs = "0", seed = "1", current = ""] = process.argv.slice(2);
if (!isTargetName(name)) throw new Error(`There is no target ${name}`);

const target = await openTarget(name);
const random = randomFrom(Number(seed));
const coverage = await Coverage.of(target.sources);
const pool = [...target.seeds];
const end = Date.now() + Number(seconds) * 1000;
const most = Number(inputs) || Infinity;
let tried = 0;

async function isBroken(input: Uint8Array): Promise<boolean> {
  writeFileSync(current, input);
  tried++;
  try {
    await target.run(input);
  } catch (error) {
    process.send?.({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    return true;
  }
  if (tried % 20 === 0) process.send?.({});
  return false;
}

let broken = false;
for (const input of target.seeds) broken ||= await isBroken(input);
await coverage.hasGrown();
while (!broken && tried < most && Date.now() < end) {
  const input = mutate(pool, target.words, random);
  broken = await isBroken(input);
  if (await coverage.hasGrown()) pool.push(input);
}
console.log(`${name}: ${tried} inputs, ${pool.length - target.seeds.length} of them reached something new`);
coverage.close();
await target.close?.();
process.exit(0);
