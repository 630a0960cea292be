/** What the arguments of single commands and tests have to say. */
import type { CheckedTest, Value } from "./checked.ts";
import { SieveError } from "./sieve-error.ts";
import { constantOf, isConstant, variableName } from "./text.ts";

/** RFC 5228 §5.1: fields with addresses, and what mail programs put addresses into. */
export const addressHeaders: ReadonlySet<string> = new Set(
  [
    "from to cc bcc sender resent-from resent-to resent-cc resent-bcc resent-sender reply-to resent-",
    "reply-to delivered-to x-original-to x-original-from x-beenthere errors-to for-approval for-handling",
    "for-comment apparently-to return-receipt-to read-receipt-to mail-followup-to mail-reply-to abuse-",
    "reports-to x-complaints-to x-report-abuse-to",
  ].flatMap((line) => line.split(" ")),
);

export const comparators = ["i;octet", "i;ascii-casemap", "i;ascii-numeric", "i;unicode-casemap"] as const;
export type ComparatorName = (typeof comparators)[number];

export const relations = ["gt", "ge", "lt", "le", "eq", "ne"] as const;

export const dateParts: readonly string[] =
  "year month day date julian hour minute second time iso8601 std11 zone weekday".split(" ");

/** The first string, where no variable is in it. */
function constant(value: Value | null | undefined): string | undefined {
  if (value?.kind !== "strings" || !value.strings[0] || !isConstant(value.strings[0])) return undefined;
  return constantOf(value.strings[0]);
}

/** The one string of an argument that may not have variables. @throws SieveError */
function literal(value: Value, what: string): string {
  const text = constant(value);
  if (text === undefined) throw new SieveError(value.line, `${what} may not depend on variables`);
  return text;
}

function assertMatch({ tags, line }: CheckedTest, required: ReadonlySet<string>): void {
  const given = tags.get("comparator");
  const name = given ? literal(given, "the comparator") : "i;ascii-casemap";
  const isKnown = (comparators as readonly string[]).includes(name);
  const isImplied = name === "i;octet" || name === "i;ascii-casemap";
  if (!isKnown || !(isImplied || required.has(`comparator-${name}`))) {
    throw new SieveError(
      given?.line ?? line,
      isKnown ? `"${name}" needs require "comparator-${name}"` : `there is no comparator ${JSON.stringify(name)}`,
    );
  }
  const substring = ["contains", "matches"].find((each) => tags.has(each));
  if (name === "i;ascii-numeric" && substring) throw new SieveError(line, `":${substring}" is not for numbers`);
  const relation = tags.get("value") ?? tags.get("count");
  if (!relation) return;
  const text = literal(relation, "the relation");
  if (!(relations as readonly string[]).includes(text.toLowerCase())) {
    throw new SieveError(relation.line, `${JSON.stringify(text)} is none of ${relations.join(", ")}`);
  }
}

/**
 * They say who has sent a letter, how it came, and how it is to be read: people and programs rely on them. RFC 5293 §6
 * names the first two.
 */
const PROTECTED =
  /^(?:received|auto-submitted|from|sender|date|message-id|return-path|delivered-to|mime-version|(?:authentication-|arc-|dkim-|received-|resent-|content-|pismo-).*)$/i;
export const isProtectedField = (name: string): boolean => PROTECTED.test(name);

export const isFieldName = (name: string): boolean => /^[!-9;-~]{1,200}$/.test(name);

function assertEdited({ name: command, values: [name], tags, line }: CheckedTest): void {
  eachConstant(name, (field, at) => {
    if (!isFieldName(field)) throw new SieveError(at, `${JSON.stringify(field)} is no name of a header field`);
    if (isProtectedField(field)) throw new SieveError(at, `the header field "${field}" stays as it came`);
  });
  if (command !== "deleteheader") return;
  if (tags.has("last") && !tags.has("index")) throw new SieveError(line, '":last" needs ":index"');
  const index = tags.get("index");
  if (index?.kind === "number" && index.number < 1) throw new SieveError(line, '":index" begins with 1');
}

/** Every string of a value that has no variables. */
function eachConstant(value: Value | undefined, visit: (text: string, line: number) => void): void {
  if (value?.kind !== "strings") return;
  for (const template of value.strings) if (isConstant(template)) visit(constantOf(template), value.line);
}

function assertHeaders(value: Value | undefined, onlyAddresses: boolean): void {
  eachConstant(value, (name, line) => {
    if (!/^[!-9;-~]+$/.test(name)) throw new SieveError(line, `${JSON.stringify(name)} is no name of a header field`);
    if (onlyAddresses && !addressHeaders.has(name.toLowerCase())) {
      throw new SieveError(line, `the header field "${name}" has no addresses`);
    }
  });
}

function assertDatePart(value: Value | undefined): void {
  eachConstant(value, (part, line) => {
    if (dateParts.includes(part.toLowerCase())) return;
    throw new SieveError(line, `${JSON.stringify(part)} is no part of a date`);
  });
}

function assertZone({ tags }: CheckedTest): void {
  eachConstant(tags.get("zone") ?? undefined, (zone, line) => {
    if (!/^[+-]\d{4}$/.test(zone)) throw new SieveError(line, `${JSON.stringify(zone)} is no time zone like "+0300"`);
  });
}

/** An address alone: without a name, quotes or a route. */
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}@[^\s\p{Cc}<>()[\]\\,;:@"]{1,255}$/u;
export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** The person has to have allowed it before it is met: it may not come from a letter. */
function assertTarget(value: Value): void {
  const text = literal(value, "the address of redirect");
  if (!isAddress(text)) throw new SieveError(value.line, `${JSON.stringify(text)} is no address`);
}

function assertFolder(value: Value | undefined): void {
  eachConstant(value, (name, line) => {
    if (name.trim() === "" || name.split("/").some((part) => part === "")) {
      throw new SieveError(line, `${JSON.stringify(name)} is no name of a folder`);
    }
  });
}

const byName: Readonly<Record<string, (test: CheckedTest) => void>> = {
  header: ({ values: [names] }) => assertHeaders(names, false),
  exists: ({ values: [names] }) => assertHeaders(names, false),
  address: ({ values: [names] }) => assertHeaders(names, true),
  envelope: ({ values: [parts] }) =>
    eachConstant(parts, (part, line) => {
      if (part.toLowerCase() !== "from" && part.toLowerCase() !== "to") {
        throw new SieveError(line, `${JSON.stringify(part)} is no part of the envelope that is known here`);
      }
    }),
  date(test) {
    const [name, part] = test.values;
    assertZone(test);
    assertHeaders(name, false);
    assertDatePart(part);
  },
  currentdate(test) {
    assertZone(test);
    assertDatePart(test.values[0]);
  },
  size({ tags, line }) {
    if (tags.size === 0) throw new SieveError(line, '"size" needs :over or :under');
  },
  addheader: assertEdited,
  deleteheader: assertEdited,
  fileinto: ({ values: [folder] }) => assertFolder(folder),
  redirect: ({ values: [target] }) => assertTarget(target!),
  set({ values: [name] }) {
    variableName(literal(name!, "the name of a variable"), name!.line);
  },
};

const flagCommands: ReadonlySet<string> = new Set(["setflag", "addflag", "removeflag", "hasflag"]);

/** @throws SieveError */
export function assertMeaning(test: CheckedTest, required: ReadonlySet<string>): void {
  const { name, values } = test;
  if (
    ["header", "address", "envelope", "body", "date", "currentdate", "hasflag", "string", "deleteheader"].includes(name)
  ) {
    assertMatch(test, required);
  }
  if (flagCommands.has(name) && values.length === 2) {
    eachConstant(values[0], (variable, line) => variableName(variable, line));
  }
  if (Object.hasOwn(byName, name)) byName[name]!(test);
}
