/** Compares values with keys, as the tags of a test say: RFC 5228 §2.7, RFC 5231. */
import type { CheckedTest } from "../language/checked.ts";
import type { ComparatorName, relations } from "../language/meaning.ts";
import { COMPARISON } from "../language/limits.ts";
import { constantOf } from "../language/text.ts";
import { type Comparator, comparators } from "./comparator.ts";
import { finderOf } from "./contains.ts";
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

/** How a value is compared with a key, both as `read` gives them. */
interface Way {
  read(text: string): string;
  matcher(key: string): (value: string) => boolean;
}

const same = (text: string): string => text;

const wildcards = ({ foldEach }: Comparator, { name }: CheckedTest, memory: Memory): Way => ({
  read: same,
  matcher: (key) => (value) => {
    const found = glob(value, key, foldEach, memory.work);
    // RFC 5173 §6: a body sets no match variables.
    if (found && name !== "body") memory.setMatches(found);
    return found !== undefined;
  },
});

function wayOf(test: CheckedTest, comparator: Comparator, memory: Memory): Way {
  const { fold: read, compare } = comparator;
  const relation = tagText(test, "value")?.toLowerCase() as Relation | undefined;
  if (relation) return { read, matcher: (key) => (value) => holds[relation](compare(value, key)) };
  if (test.tags.has("matches")) return wildcards(comparator, test, memory);
  if (test.tags.has("contains")) return { read, matcher: finderOf };
  return { read, matcher: (key) => (value) => value === key || compare(value, key) === 0 };
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
  if (counted) {
    return keys.some((key) => {
      memory.work(COMPARISON + key.length);
      return holds[counted](comparator.compare(String(count), comparator.fold(key)));
    });
  }
  if (values.length === 0) return false;
  const { read, matcher } = wayOf(test, comparator, memory);
  const wanted = keys.map((given) => {
    const key = read(given);
    return { length: key.length, isMatch: matcher(key) };
  });
  return values.some((each) => {
    const value = read(each);
    return wanted.some(({ length, isMatch }) => {
      memory.work(COMPARISON + value.length + length);
      return isMatch(value);
    });
  });
}
