/** Sieve's interpreter: what scripts may say, what they do, and that hostile ones end. */
import { expect, test } from "vitest";
import { SieveError } from "../../src/sieve/language/sieve-error.ts";
import { finderOf } from "../../src/sieve/run/contains.ts";
import { letterOf } from "../../src/sieve/run/letter.ts";
import { run } from "../../src/sieve/run/run.ts";
import { compile } from "../../src/sieve/sieve.ts";

const letter = letterOf(
  Buffer.from(
    "From: Ann <ann+shop@example.org>\r\nTo: you@pismo.localhost\r\nSubject: =?utf-8?B?0KHQp9CB0KI=?= 42\r\n" +
      "Date: Thu, 26 Nov 2026 10:00:00 +0300\r\nX-Long: " +
      "a".repeat(100_000) +
      "\r\n\r\nText\r\n",
  ),
  { envelope: { from: "ann@example.org", to: ["you@pismo.localhost"] } },
);
const now = new Date("2026-11-26T07:00:00Z");

/** `Folder [flags]` of each place. */
function verdictOf(script: string): string[] {
  const { placements, rejection } = run(compile(script), { letter, now, hasMailbox: (path) => path === "Known" });
  const places = placements.map(({ folder, flags }) => `${folder ?? "inbox"} [${flags.join(" ")}]`);
  return rejection === undefined ? places : [...places, `rejected: ${rejection}`];
}

function errorOf(script: string, isRun = false, on = letter): string {
  try {
    const compiled = compile(script);
    if (isRun) run(compiled, { letter: on, now, hasMailbox: () => false });
  } catch (error) {
    if (error instanceof SieveError) return error.message;
    throw error;
  }
  return "";
}

test.each([
  ["", ["inbox []"]],
  ['require "fileinto"; if header :contains "subject" "42" { fileinto "A"; }', ["A []"]],
  ['require ["fileinto", "copy"]; fileinto :copy "A";', ["A []", "inbox []"]],
  ['require "fileinto"; fileinto "INBOX"; keep;', ["inbox []"]],
  ["discard;", []],
  ["keep; stop; discard;", ["inbox []"]],
  ['require "imap4flags"; addflag "\\\\seen"; addflag "$x Y"; removeflag "y";', ["inbox [\\Seen $x]"]],
  ['require "reject"; reject "no";', ["rejected: no"]],
  [
    'require ["fileinto", "variables", "subaddress"]; if address :matches :detail "from" "*" { fileinto "b-${1}"; }',
    ["b-shop []"],
  ],
  // RFC 5051: the letters of other alphabets have a case, too.
  [
    'require ["fileinto", "comparator-i;unicode-casemap"]; if header :comparator "i;unicode-casemap" :contains "subject" "счёт" { fileinto "A"; }',
    ["A []"],
  ],
  ['require ["date", "fileinto"]; if currentdate :zone "+0300" :is "hour" "10" { fileinto "A"; }', ["A []"]],
  ['require ["mailbox", "fileinto"]; if mailboxexists "Known" { fileinto "Known"; }', ["Known []"]],
  ["keep; # the last line has no end", ["inbox []"]],
  ['require "fileinto";\r\nfileinto text:\r\nA\r\n.\r\n;', ["A\r\n []"]],
])("%s", (script, expected) => {
  expect(verdictOf(script)).toEqual(expected);
});

test.each([
  ["keep;\nkeeep;", 'line 2: there is no command "keeep"'],
  ["if true {\n  keep\n}", 'line 3: ";" after "keep" is missing before "}"'],
  ['fileinto "A";', 'line 1: "fileinto" needs require "fileinto"'],
  ['\n\nrequire "x-new";', 'line 3: the extension "x-new" is not offered here'],
  ['keep;\nrequire "fileinto";', 'line 2: "require" stands before all other commands'],
  ["else { keep; }", 'line 1: "else" follows "if" or "elsif" only'],
  ['\nredirect "Ann <a@b.example>";', 'line 2: "Ann <a@b.example>" is no address'],
  [
    'require "variables";\nset "a" "a@b.example";\nredirect "${a}";',
    "line 3: the address of redirect may not depend on variables",
  ],
  ['require "editheader";\naddheader "From" "a@b";', 'line 2: the header field "From" stays as it came'],
  ['require "editheader";\ndeleteheader "arc-seal";', 'line 2: the header field "arc-seal" stays as it came'],
  ['require "editheader"; deleteheader "a b";', 'line 1: "a b" is no name of a header field'],
  ['require "editheader"; deleteheader :last "x-a";', 'line 1: ":last" needs ":index"'],
  ['require "editheader"; addheader "x-a";', 'line 1: "addheader" lacks a string'],
  ['require "vacation";\nvacation :days "a" "away";', 'line 2: ":days" takes a number here'],
  ['if header "subject" {}', 'line 1: "header" lacks a list of strings'],
  ['if header :is :contains "subject" "a" {}', 'line 1: ":contains" is one too many'],
  ['keep;\n"a', "line 2: this string has no end"],
  ["/* a\n\n", "line 1: this comment has no end"],
  ["if size :over 3G {}", "line 1: the number 3G is too large"],
  ['if address "subject" "a" {}', 'line 1: the header field "subject" has no addresses'],
  ['if header :comparator "i;x" "subject" "a" {}', 'line 1: there is no comparator "i;x"'],
  ["if not (true) {}", 'line 1: "not" needs one test'],
  ["keep", 'line 1: ";" after "keep" is missing before the end of the script'],
  ['require ["variables"]; set "a" "${99}";', "line 1: there are match variables up to ${32}"],
  ["constructor;", 'line 1: there is no command "constructor"'],
  ["if __proto__ {}", 'line 1: there is no test "__proto__"'],
])("%j is wrong: %s", (script, expected) => {
  expect(errorOf(script)).toBe(expected);
});

test.each([
  ['require "reject"; keep;\nreject "no";', "line 2: a letter is kept or rejected, not both, and once"],
  [
    'require ["reject"];\nredirect "a@b.example";\nreject "no";',
    "line 3: a letter is kept or rejected, not both, and once",
  ],
  [
    'require ["vacation"];\nvacation "a";\nvacation "b";',
    "line 3: a letter is answered once, and not where it is rejected",
  ],
  ['require ["vacation"];\nvacation :mime "a";', "line 2: the reason is no MIME entity"],
  ["abcde".replaceAll(/./g, 'redirect "$&@b.example";'), "line 1: a letter is sent on to 4 addresses at most"],
  ['require ["fileinto", "variables"];\nfileinto "${none}";', 'line 2: "" is no name of a folder'],
])("%j fails: %s", (script, expected) => {
  expect(errorOf(script, true)).toBe(expected);
});

const matching = 'if header :matches "x-long" "*a*a*a*a*a*a*a*a*b" { keep; }\n';

/** A key of 49 kB of which each half is nearly everywhere in the value. */
const repeating = `if header :contains "x-long" "${"${a}".repeat(6)}b${"${a}".repeat(6)}" { keep; }\n`;

test.each([
  ["words that repeat themselves", `require "variables";\nset "a" "${"a".repeat(4096)}";\n${repeating.repeat(1000)}`],
  ["blocks", "if true {".repeat(100_000 / 9)],
  ["tests", `if ${"not ".repeat(50_000)}true { keep; }`],
  ["a script", "keep;".repeat(60_000)],
  ["wildcards", matching.repeat(1000)],
  [
    "values",
    `require "variables";\nset "a" "${"x".repeat(4096)}";\n${'set "a" "${a}${a}${a}${a}${a}${a}";\n'.repeat(5000)}`,
  ],
  ["variables", `require "variables";\n${Array.from({ length: 300 }, (_, n) => `set "v${n}" "x";\n`).join("")}`],
  ["folders", `require "fileinto";\n${Array.from({ length: 40 }, (_, n) => `fileinto "f${n}";\n`).join("")}`],
  ["flags", `require "imap4flags";\n${Array.from({ length: 80 }, (_, n) => `addflag "k${n}";\n`).join("")}`],
])("%s have an end", (_, script) => {
  const before = process.cpuUsage();
  expect(errorOf(script, true)).toMatch(/^line \d+: /);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});

/** 100 names of fields, each 3000 times, and text that is decoded. */
const large = Buffer.from(
  Array.from({ length: 300_000 }, (_, n) => `x${n % 100}:\n`).join("") +
    `content-type: text/plain; charset=utf-8\n\n${"aя".repeat(300_000)}`,
);
const names = (count: number, of = 100): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => `x${n % of}`));
const lists = (count: number, list: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `if body :count "gt" :content ${list(n)} "5" { stop; }\n`).join("");

test.each([
  ["comparisons", `if header :is ${names(40)} ["1", "2", "3"] { stop; }\n`.repeat(400)],
  ["fields that are counted", `if header :count "gt" ${names(100)} "400000" { stop; }\n`.repeat(400)],
  ["one field, named often", `if header :count "gt" ${names(2000, 1)} "400000" { stop; }\n`.repeat(20)],
  ["addresses", `if address :count "gt" ["from", "to", "cc"] "5" { stop; }\n`.repeat(4000)],
  ["texts", lists(600, (n) => `["text/plain", "x${n}"]`)],
  ["types", lists(4, () => names(6000, 6000))],
  [
    "flags of variables",
    `require ["variables", "imap4flags"];\nset "a" "${"x ".repeat(2000)}";\n${`if hasflag ${JSON.stringify(Array.from({ length: 6000 }, () => "a"))} "y" { stop; }\n`.repeat(3)}`,
  ],
])("%s of a large letter neither take long nor much memory", (_, tests) => {
  const script = `require ["body", "relational"];\n${tests}`;
  const on = letterOf(large);
  const [before, bytes] = [process.cpuUsage(), process.memoryUsage().heapUsed];
  expect(errorOf(script, true, on)).toMatch(/^(?:line \d+: the script does too much for one letter)?$/);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
  expect(process.memoryUsage().heapUsed - bytes).toBeLessThan(200_000_000);
  // What it knows of the letter is still there.
  expect(on.size).toBe(large.length);
});

test.each([
  ["Subject: a", "X-A: b\r\nSubject: a\r\nX-C: d\r\n"],
  ["Subject: a\n\nbody", "X-A: b\r\nSubject: a\nX-C: d\r\n\n"],
  ["From ann Thu Nov 26\nSubject: a\n\nbody", "From ann Thu Nov 26\nX-A: b\r\nSubject: a\nX-C: d\r\n\n"],
  ["\r\nbody", "X-A: b\r\nX-C: d\r\n\r\n"],
])("[5293] fields are added to %j", (text, expected) => {
  const script = compile('require "editheader"; addheader "X-A" "b"; addheader :last "X-C" "d";');
  const { edited } = run(script, { letter: letterOf(Buffer.from(text)), now, hasMailbox: () => false });
  expect(edited?.header.toString()).toBe(expected);
});

test("[5293] letters at a mail server stay as they came", () => {
  expect(() => compile('require "editheader";', ["fileinto"])).toThrow(
    'line 1: the extension "editheader" is not offered here: a mail server has its letters already, and they stay as they came',
  );
});

test("a field is counted once, however often a test names it", () => {
  const script =
    'require ["fileinto", "relational"]; if header :count "eq" ["Subject", "subject"] "1" { fileinto "A"; }';
  expect(verdictOf(script)).toEqual(["A []"]);
});

test.each(["", "a", "b", "aab"])("a long text is found in a longer one, or is not (%j)", (end) => {
  for (let length = 1; length < 60; length++) {
    for (const unit of ["a", "ab", "aab", "abaabab"]) {
      const key = unit.repeat(length).slice(0, length) + end;
      for (const value of [
        `xx${key}y`,
        unit.repeat(60),
        `${key.slice(1)}${key}`,
        `${key.slice(0, -1)}c${key.slice(1)}`,
      ]) {
        expect([value, key, finderOf(key)(value)]).toEqual([value, key, value.includes(key)]);
      }
    }
  }
});

test("what looks like the beginning of something is read in linear time", () => {
  const before = process.cpuUsage();
  for (const piece of ["${hex:", "${a.", "text:", "/*", '"\\', "[[", "${unicode: 1 "]) {
    errorOf(`require ["variables", "encoded-character"];\nkeep :flags "${piece.repeat(40_000)}`);
    errorOf(`require ["variables", "encoded-character"];\nset "a" "${piece.replace('"\\', "").repeat(40_000)}";`);
  }
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});
