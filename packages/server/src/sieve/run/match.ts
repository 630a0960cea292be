/** Compares values with keys, as the tags of a test say: RFC 5228 §2.7, RFC 5231. */
import type { CheckedTest } from "../language/checked.ts";
import type { ComparatorName, relations } from "../language/meaning.ts";
import { constantOf } from "../language/text.ts";
import { type Comparator, comparators } from "./comparator.ts";
import { glob } from "./glob.ts";
import type { Memory } from "./memory.ts";

type Relation = (typeof relations)[number];

const holds: Record<Relation, (order: number) => boolean> = {
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
};

function tagText({ tags }: CheckedTest, name: string): string | undefined {
  const value = tags.get(name);
  return value?.kind === "strings" ? constantOf(value.strings[0]!) : undefined;
}

type Matcher = (value: string, key: string) => boolean;

function wildcards({ foldEach }: Comparator, { name }: CheckedTest, memory: Memory): Matcher {
  return (value, key) => {
    const found = glob(value, key, foldEach, (steps) => memory.work(steps));
    // RFC 5173 §6: a body sets no match variables.
    if (found && name !== "body") memory.setMatches(found);
    return found !== undefined;
  };
}

function matcherOf(test: CheckedTest, comparator: Comparator, memory: Memory): Matcher {
  const relation = tagText(test, "value")?.toLowerCase() as Relation | undefined;
  if (relation) return (value, key) => holds[relation](comparator.compare(value, key));
  if (test.tags.has("matches")) return wildcards(comparator, test, memory);
  if (test.tags.has("contains")) return (value, key) => comparator.fold(value).includes(comparator.fold(key));
  return (value, key) => comparator.compare(value, key) === 0;
}

/**
 * @param values what the letter has @param keys what the test asks for
 * @param count of the values, where it is another than their number
 */
export function matches(
  test: CheckedTest,
  values: readonly string[],
  keys: readonly string[],
  memory: Memory,
  count = values.length,
): boolean {
  const comparator = comparators[(tagText(test, "comparator") ?? "i;ascii-casemap") as ComparatorName];
  const counted = tagText(test, "count")?.toLowerCase() as Relation | undefined;
  if (counted) return keys.some((key) => holds[counted](comparator.compare(String(count), key)));
  const isMatch = matcherOf(test, comparator, memory);
  return values.some((value) =>
    keys.some((key) => {
      memory.work(value.length + key.length + 1);
      return isMatch(value, key);
    }),
  );
}
