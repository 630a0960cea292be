/** What each test looks at. */
import type { CheckedTest, Value } from "../language/checked.ts";
import type { Template } from "../language/text.ts";
import { addressPart } from "./addresses.ts";
import { dateOf, datePart, localOffset, type SieveDate, zoneOffset } from "./dates.ts";
import { flagsOf } from "./flags.ts";
import type { BodyPart, Letter } from "./letter.ts";
import { matches } from "./match.ts";
import type { Memory } from "./memory.ts";

export interface Surroundings {
  letter: Letter;
  now: Date;
  /** "Parent/Child". */
  hasMailbox(path: string): boolean;
}

export type Context = Surroundings & { memory: Memory };

const stringsOf = (value: Value | null | undefined): readonly Template[] =>
  value?.kind === "strings" ? value.strings : [];

const textsOf = (value: Value | null | undefined, { memory }: Context): string[] => memory.texts(stringsOf(value));

/** Names of fields, parts and types, each once. */
const namesOf = (value: Value | null | undefined, context: Context): string[] => [
  ...new Set(textsOf(value, context).map((name) => name.toLowerCase())),
];

function header(test: CheckedTest, context: Context): boolean {
  const [names, keys] = test.values;
  const { letter, memory } = context;
  const values = namesOf(names, context).flatMap((name) => letter.header(name, memory.work));
  return matches(test, values, textsOf(keys, context), memory);
}

function ofAddresses(test: CheckedTest, addresses: readonly string[], context: Context): boolean {
  const values = addresses.flatMap((address) => addressPart(test, address) ?? []);
  return matches(test, values, textsOf(test.values[1], context), context.memory);
}

const address = (test: CheckedTest, context: Context): boolean =>
  ofAddresses(
    test,
    namesOf(test.values[0], context).flatMap((name) => context.letter.addresses(name, context.memory.work)),
    context,
  );

function envelope(test: CheckedTest, context: Context): boolean {
  const { envelope: of } = context.letter;
  if (!of) return false;
  const parts = namesOf(test.values[0], context);
  const addresses = parts.flatMap((part) => (part === "from" ? [of.from] : part === "to" ? of.to : []));
  return ofAddresses(test, addresses, context);
}

const exists = ({ values: [names] }: CheckedTest, context: Context): boolean =>
  textsOf(names, context).every((name) => context.letter.has(name));

function size({ tags }: CheckedTest, { letter }: Context): boolean {
  const [over, under] = [tags.get("over"), tags.get("under")];
  if (over?.kind === "number") return letter.size > over.number;
  return under?.kind === "number" && letter.size < under.number;
}

function body(test: CheckedTest, context: Context): boolean {
  const content = test.tags.get("content");
  const part: BodyPart = content
    ? { kind: "content", types: namesOf(content, context) }
    : test.tags.has("raw")
      ? { kind: "raw" }
      : { kind: "text" };
  return matches(
    test,
    context.letter.body(part, context.memory.work),
    textsOf(test.values[0], context),
    context.memory,
  );
}

function ofDate(test: CheckedTest, found: SieveDate | undefined, values: readonly Value[], context: Context): boolean {
  const [part, keys] = values;
  const zone = textsOf(test.tags.get("zone"), context)[0];
  const [name = ""] = textsOf(part, context);
  const shown = found && {
    time: found.time,
    offset: test.tags.has("originalzone")
      ? found.offset
      : ((zone === undefined ? undefined : zoneOffset(zone)) ?? localOffset(found.time)),
  };
  const value = shown && datePart(shown, name);
  return matches(test, value === undefined ? [] : [value], textsOf(keys, context), context.memory);
}

function date(test: CheckedTest, context: Context): boolean {
  const [name, ...rest] = test.values;
  const [field] = namesOf(name, context).flatMap((each) => context.letter.header(each, context.memory.work));
  return ofDate(test, field === undefined ? undefined : dateOf(field), rest, context);
}

const currentdate = (test: CheckedTest, context: Context): boolean =>
  ofDate(test, { time: context.now, offset: 0 }, test.values, context);

function hasflag(test: CheckedTest, context: Context): boolean {
  const { memory } = context;
  const [variables, list] = test.values.length > 1 ? test.values : [undefined, test.values[0]];
  const flags = variables ? flagsOf(textsOf(variables, context).map((name) => memory.variable(name))) : memory.flags;
  const asked = textsOf(list, context);
  // A pattern, and what is compared in order, is one flag: as in Pigeonhole.
  const isWhole = ["count", "value", "matches"].some((tag) => test.tags.has(tag));
  const keys = isWhole ? asked : asked.flatMap((key) => key.split(/\s+/).filter(Boolean));
  return matches(test, flags, keys, memory);
}

function string(test: CheckedTest, context: Context): boolean {
  const [source, keys] = test.values;
  const values = textsOf(source, context);
  // RFC 5229 §5: empty strings do not count.
  const count = values.filter((value) => value !== "").length;
  return matches(test, values, textsOf(keys, context), context.memory, count);
}

const mailboxexists = ({ values: [names] }: CheckedTest, context: Context): boolean =>
  textsOf(names, context).every((name) => context.hasMailbox(name));

const byName: Readonly<Record<string, (test: CheckedTest, context: Context) => boolean>> = {
  true: () => true,
  false: () => false,
  not: ({ tests: [test] }, context) => !holds(test!, context),
  allof: ({ tests }, context) => tests.every((test) => holds(test, context)),
  anyof: ({ tests }, context) => tests.some((test) => holds(test, context)),
  header,
  address,
  envelope,
  exists,
  size,
  body,
  date,
  currentdate,
  hasflag,
  string,
  mailboxexists,
  hasattachment: (_, { letter }) => letter.hasAttachment,
};

export function holds(test: CheckedTest, context: Context): boolean {
  context.memory.line = test.line;
  context.memory.work(1);
  return byName[test.name]!(test, context);
}
