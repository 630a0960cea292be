/** Made-up scripts and letters, the same for the same seed. */

export interface Random {
  below(limit: number): number;
  of<T>(choices: readonly T[]): T;
  chance(percent: number): boolean;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (choices) => choices[below(choices.length)]!, chance: (percent) => below(100) < percent };
}

export const knownFolders = ["Known", "Lists/A"];

const people = [
  "ann@example.org",
  "Bob.Smith@Example.COM",
  "carol+shop@sub.example.net",
  "you@x.example",
  "x@y.example",
];
const names = ["Ann", "Bob Smith", "Кэрол", '"Smith, Bob"', ""];
const words = [
  "order",
  "Order",
  "invoice 42",
  "[list] news",
  "Re: hello",
  "100",
  "9",
  "a*b?c",
  "счёт",
  "",
  "re",
  "ORDER 17",
];
const encoded = (text: string): string =>
  /^[ -~]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

const mailbox = (random: Random): string => {
  const name = random.of(names);
  const address = random.of(people);
  return name === "" ? address : `${encoded(name)} <${address}>`;
};

const dates = [
  "Thu, 26 Nov 2026 10:00:00 +0300",
  "Sun, 01 Mar 2026 23:59:59 -0500",
  "Wed, 31 Dec 2025 22:30:05 +0000",
  "Mon, 29 Feb 2016 00:00:00 +0545",
];

function body(random: Random): string {
  const text = `${random.of(words)} and\r\n${random.of(["shipped", "paid", "Late"])}\r\n`.replaceAll(
    /[^\r\n -~]/g,
    "x",
  );
  if (random.chance(60)) return `Content-Type: text/plain; charset=us-ascii\r\n\r\n${text}`;
  const base64 = Buffer.from("Secret plan").toString("base64");
  return [
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\n',
    `${text}\r\n--b1\r\nContent-Type: text/csv\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n--b1--\r\n`,
  ].join("");
}

export function madeUpLetter(random: Random): string {
  const fields = [
    `From: ${mailbox(random)}`,
    `To: ${[mailbox(random), ...(random.chance(40) ? [mailbox(random)] : [])].join(",\r\n ")}`,
    ...(random.chance(30) ? [`Cc: ${mailbox(random)}`] : []),
    ...(random.chance(85) ? [`Subject: ${encoded(random.of(words))}`] : []),
    ...(random.chance(80) ? [`Date: ${random.of(dates)}`] : []),
    ...(random.chance(30) ? ["List-Id: News <news.example.org>"] : []),
    ...(random.chance(30) ? [`X-Count: ${random.of(["1", "2", "10", "abc", "007"])}`] : []),
    ...(random.chance(20) ? [`X-Tag: ${random.of(words.slice(0, 5))}`, `X-Tag: ${random.of(words.slice(0, 5))}`] : []),
    ...(random.chance(20) ? [`X-Folded: one\r\n two\r\n\tthree`] : []),
  ];
  return `${fields.join("\r\n")}\r\n${body(random)}`;
}

export const madeUpEnvelope = (random: Random): { from: string; to: string } => ({
  from: random.of(people),
  to: random.of(people),
});

const required = [
  "fileinto",
  "mailbox",
  "copy",
  "envelope",
  "imap4flags",
  "variables",
  "body",
  "date",
  "relational",
  "reject",
  "subaddress",
  "comparator-i;ascii-numeric",
  "encoded-character",
  "editheader",
];

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
const list = (texts: readonly string[]): string =>
  texts.length === 1 ? quoted(texts[0]!) : `[${texts.map(quoted).join(", ")}]`;
const some = (random: Random, choices: readonly string[]): string =>
  list(Array.from({ length: 1 + random.below(2) }, () => random.of(choices)));

const relations = ["gt", "ge", "lt", "le", "eq", "ne"];

function match(random: Random): string {
  const kind = random.below(12);
  if (kind < 3) return ":is";
  if (kind < 6) return ":contains";
  if (kind < 8) return ":matches";
  if (kind === 8) return `:value ${quoted(random.of(relations))} :comparator "i;ascii-numeric"`;
  if (kind === 9) return `:value ${quoted(random.of(relations))}`;
  if (kind === 10) return `:count ${quoted(random.of(relations))} :comparator "i;ascii-numeric"`;
  return random.of(["", ':comparator "i;octet"', ':comparator "i;ascii-casemap" :contains']);
}

const headers = ["subject", "Subject", "x-tag", "X-Count", "list-id", "x-folded", "missing", "to", "from"];
const patterns = [
  "*",
  "*order*",
  "?rder",
  "re: *",
  "[*] *",
  "*e*o*",
  "a\\*b\\?c",
  "*42",
  "10",
  "2",
  "",
  "order",
  "Smith",
  "news",
  "${word}",
  "*${1}*",
  "one*three",
  "${hex:6f}rder",
  "счёт",
  "${",
  "007",
  "*@*",
  "hello",
];
const addressKeys = [...people, "*@example.*", "example", "ann", "shop", "carol", "sub.example.net", "*+*", "you", ""];
const addressHeaders = ["from", "to", "cc", "From", "reply-to"];
const dateKeys = [
  "2026",
  "11",
  "26",
  "2026-11-26",
  "10:00:00",
  "4",
  "0",
  "+0300",
  "23",
  "61370",
  "12",
  "2026-11-26T07:00:00+00:00",
];
const dateParts = [
  "year",
  "month",
  "day",
  "date",
  "julian",
  "hour",
  "minute",
  "second",
  "time",
  "iso8601",
  "zone",
  "weekday",
];
const flags = ["\\Seen", "\\flagged", "$label", "Work", "\\Seen $label", "\\answered", "WORK"];

const tests: readonly ((random: Random, depth: number) => string)[] = [
  (random) => `header ${match(random)} ${some(random, headers)} ${some(random, patterns)}`,
  (random) => `header ${match(random)} ${some(random, headers)} ${some(random, patterns)}`,
  (random) =>
    `address ${random.of([":all", ":localpart", ":domain", ":user", ":detail", ""])} ${match(random)} ${some(random, addressHeaders)} ${some(random, addressKeys)}`,
  (random) =>
    `envelope ${random.of([":all", ":localpart", ":domain", ":detail", ""])} ${match(random)} ${some(random, ["from", "to"])} ${some(random, addressKeys)}`,
  (random) => `exists ${some(random, headers)}`,
  (random) => `size ${random.of([":over", ":under"])} ${random.of(["100", "10K", "1M", "0", "2G"].slice(0, 4))}`,
  (random) =>
    `body ${random.of([":raw", ":text", ':content "text"', ':content "text/csv"'])} ${random.of([":contains", ":matches"])} ${some(random, ["order", "secret", "*paid*", "*and*", "nothing"])}`,
  (random) =>
    `date ${random.of([':zone "+0000"', ':zone "-0330"', ":originalzone"])} ${match(random)} "date" ${quoted(random.of(dateParts))} ${some(random, dateKeys)}`,
  (random) => `hasflag ${match(random)} ${random.of(["", '"mine" '])}${some(random, flags)}`,
  (random) =>
    `string ${match(random)} ${some(random, ["${word}", "${1}", "${0}", "order", "${none}"])} ${some(random, patterns)}`,
  (random) => `mailboxexists ${some(random, ["Known", "Lists/A", "INBOX", "Nowhere"])}`,
  (random) => random.of(["true", "false"]),
  (random, depth) => `not ${test(random, depth + 1)}`,
  (random, depth) => `${random.of(["allof", "anyof"])} (${test(random, depth + 1)}, ${test(random, depth + 1)})`,
];

const test = (random: Random, depth: number): string =>
  (depth > 3 ? tests[random.below(tests.length - 2)]! : random.of(tests))(random, depth);

const folders = ["Known", "Lists/A", "New", "Deep/Er", "x ${word}", "n-${1}"];

const actions: readonly ((random: Random, depth: number) => string)[] = [
  (random) => `keep${random.chance(30) ? ` :flags ${some(random, flags)}` : ""};`,
  (random) =>
    `fileinto ${random.chance(40) ? ":copy " : ""}${random.chance(30) ? ":create " : ""}${random.chance(30) ? `:flags ${some(random, flags)} ` : ""}${quoted(random.of(folders))};`,
  (random) => `fileinto ${quoted(random.of(folders))};`,
  (random) =>
    `${random.of(["setflag", "addflag", "removeflag"])} ${random.of(["", "", '"mine" '])}${some(random, [...flags, "bad flag(", "\\\\nonsense"])};`,
  (random) =>
    `set ${random.of(["", ":lower ", ":upper ", ":upperfirst :lower ", ":lowerfirst ", ":length ", ":quotewildcard "])}${quoted(random.of(["word", "Word", "other"]))} ${quoted(random.of(["order", "A*B", "${1}-${0}", "${word}x", "", "Hello", "${other}"]))};`,
  (random) => (random.chance(20) ? "discard;" : "keep;"),
  (random) => (random.chance(15) ? 'reject "no\r\nthanks";' : "# nothing\n"),
  (random) => (random.chance(25) ? "stop;" : "/* nothing */"),
  branch,
  branch,
  branch,
];

function branch(random: Random, depth: number): string {
  if (depth > 3) return "keep;";
  const elsif = random.chance(30) ? ` elsif ${test(random, 0)} {\n${commands(random, depth + 1)}}` : "";
  const last = random.chance(30) ? ` else {\n${commands(random, depth + 1)}}` : "";
  return `if ${test(random, 0)} {\n${commands(random, depth + 1)}}${elsif}${last}`;
}

const edited = ["Subject", "X-Tag", "x-count", "X-New", "X-Folded"];

/** Before all else: here a letter is changed before it is put anywhere. */
function edit(random: Random): string {
  const name = quoted(random.of(edited));
  if (random.chance(50))
    return `addheader ${random.chance(40) ? ":last " : ""}${name} ${quoted(random.of(words.filter((word) => word !== "")))};\n`;
  const place = random.chance(30) ? `:index ${1 + random.below(3)} ${random.chance(40) ? ":last " : ""}` : "";
  const way = random.of([":is", ":contains", ":matches", ""]);
  return random.chance(50)
    ? `deleteheader ${place}${name};\n`
    : `deleteheader ${place}${way} ${name} ${some(random, ["*", "*order*", "order", "10", "1", "[list] news", "счёт"])};\n`;
}

const edits = (random: Random): string =>
  random.chance(40) ? Array.from({ length: 1 + random.below(3) }, () => edit(random)).join("") : "";

const commands = (random: Random, depth: number): string =>
  Array.from({ length: 1 + random.below(depth === 0 ? 6 : 3) }, () => `${random.of(actions)(random, depth)}\n`).join(
    "",
  );

/** Something that a person might get wrong, at a line that both should name. */
const mistakes: readonly ((line: string) => string)[] = [
  (line) => line.replace(/;$/, ""),
  (line) => line.replace(/"[^"]*"/, "Name"),
  (line) => line.replace("fileinto", "filein"),
  (line) => line.replace(":contains", ":contain"),
  (line) => line.replace("keep", "keep 1"),
  (line) => `${line} redirekt "a@b.example";`,
  (line) => line.replace(/\{/, ""),
];

/** A tenth of them has a mistake. */
export function madeUpScript(random: Random): string {
  const script = `require [${required.map(quoted).join(", ")}];\n${edits(random)}${commands(random, 0)}`;
  if (!random.chance(10)) return script;
  // What a constant test leaves out Pigeonhole does not look at.
  const lines = script.replaceAll(/\b(?:true|false)\b/g, 'exists "from"').split("\n");
  const at = 1 + random.below(Math.max(1, lines.length - 2));
  return lines.map((line, index) => (index === at ? random.of(mistakes)(line) : line)).join("\n");
}
