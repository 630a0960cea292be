/** Many records of one call: each is checked alone, and those that pass are written together. */
import { SetFailure } from "@pismo/jmap";
import { settled } from "./outcomes.ts";

/**
 * @param check of one record; it writes nothing, and throws SetFailure
 * @param write gives what becomes of each of those that passed
 * @returns in the order of the records
 */
export async function inBatch<Item, Checked, Result>(
  items: readonly Item[],
  check: (item: Item) => Checked | Promise<Checked>,
  write: (checked: Checked[]) => Promise<Result[]>,
): Promise<(Result | SetFailure)[]> {
  const checked: (Checked | SetFailure)[] = [];
  for (const item of items) checked.push(await settled(() => check(item)));
  const passed = checked.filter((each): each is Checked => !(each instanceof SetFailure));
  const results = passed.length > 0 ? await write(passed) : [];
  return checked.map((each) => (each instanceof SetFailure ? each : results.shift()!));
}
