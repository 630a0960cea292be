/**
 * Measures the rules that read facts, on letters made from layouts of which a third is held out.
 *   node bench/facts/run.ts [--mistakes] [--write] [--corpora FOLDER]
 * --mistakes lists what went wrong with the layouts that the rules may learn from, never with the held-out ones.
 * --corpora lists what is found in public letters and templates (newsletters/, mime/, replies/, categories/ of FOLDER).
 * --write puts the table into results.md beside this file.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { FactKind } from "@pismo/jmap";
import { factsOf } from "../../packages/server/src/facts/facts.ts";
import type { FactLetter } from "../../packages/server/src/facts/letter.ts";
import { letterDay } from "../../packages/server/src/facts/values/letter-day.ts";
import { bodyLists, walkParts } from "../../packages/server/src/mime/parse/body.ts";
import { parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { createPartDecoder } from "../../packages/server/src/mime/text/readable-text.ts";
import { mimeMessages, schemaExamples, shopMessages, templates } from "../categories/sets.ts";
import { type LabelledField, type Letter, lettersOf } from "./layouts.ts";

const { values: options } = parseArgs({
  options: { corpora: { type: "string" }, mistakes: { type: "boolean" }, write: { type: "boolean" } },
});

/** The letter as the server gives it to the rules, with the category that it finds itself. */
function toFactLetter(bytes: Uint8Array): FactLetter {
  const { headers, structure, category, searchText } = parseMessage(bytes);
  const decode = createPartDecoder();
  const { htmlBody } = bodyLists(structure);
  const html = htmlBody.find(({ type }) => type === "text/html");
  const calendars = [...walkParts(structure)].filter(({ type }) => type === "text/calendar");
  return {
    category: category?.category ?? null,
    subject: headers.subject ?? "",
    fromName: headers.from?.[0]?.name ?? "",
    sentAt: new Date(headers.sentAt ?? 0),
    today: letterDay(headers.sentAt),
    html: html ? decode(bytes, html) : null,
    text: searchText.body,
    calendars: calendars.map((part) => decode(bytes, part)),
    pdfs: [],
  };
}

/** Names are the same without quotation marks and what stands in parentheses; everything else has to be equal. */
const wordy = new Set(["from", "to", "place", "event", "carrier", "shop", "service", "item"]);
const comparable = ({ kind, name, value }: LabelledField): string => {
  const plain = wordy.has(name) ? value.replace(/\s*\([^()]*\)$/, "").replace(/[«»"“”]/g, "") : value;
  return `${kind} ${name} ${plain.replace(/\s+/g, " ").trim()}`;
};

interface Count {
  layouts: Set<string>;
  letters: number;
  right: number;
  wrong: number;
  missed: number;
}

const counts = new Map<string, Count>();
const mistakes = new Map<string, number>();
let spent = 0;

function measure(set: string, letter: Letter): void {
  const input = toFactLetter(letter.bytes);
  const before = process.cpuUsage();
  const facts = factsOf(input);
  const { user, system } = process.cpuUsage(before);
  spent += user + system;
  const found = facts.flatMap(({ kind, fields }) => fields.map(({ name, value }) => comparable({ kind, name, value })));
  const open = letter.expected.map(comparable);
  const key = `${set} | ${letter.kind ?? "none"} | ${letter.language} | ${letter.kind === null ? "–" : letter.isMarkedUp ? "marked up" : "text"}`;
  const count = counts.get(key) ?? { layouts: new Set(), letters: 0, right: 0, wrong: 0, missed: 0 };
  counts.set(key, count);
  count.layouts.add(letter.layout);
  count.letters += 1;
  const note = (what: string): void => {
    const line = `${letter.layout}: ${what}`;
    if (set !== "held out" && letter.variant < 2) mistakes.set(line, (mistakes.get(line) ?? 0) + 1);
  };
  for (const each of found) {
    const at = open.indexOf(each);
    if (at < 0) {
      count.wrong += 1;
      note(`wrong ${each}`);
    } else {
      open.splice(at, 1);
      count.right += 1;
    }
  }
  count.missed += open.length;
  for (const each of open) note(`missed ${each} (${input.category})`);
}

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

const sets = [
  ["held out", lettersOf("held-out")],
  ["learnt from", lettersOf("learnt-from")],
] as const;
for (const [set, letters] of sets) for (const letter of letters) measure(set, letter);

const order: (FactKind | "none")[] = ["order", "finance", "registration", "travel", "ticket", "fine", "none"];
const rows = [...counts].toSorted(([a], [b]) => {
  const [setA = "", kindA = "", , formA = ""] = a.split(" | ");
  const [setB = "", kindB = "", , formB = ""] = b.split(" | ");
  const byKind = order.indexOf(kindA as FactKind) - order.indexOf(kindB as FactKind);
  return setA.localeCompare(setB) || formA.localeCompare(formB) || byKind || a.localeCompare(b);
});
const line = (
  key: string,
  { layouts, letters, right, wrong, missed }: Omit<Count, "layouts"> & { layouts: number },
): string =>
  `| ${key} | ${layouts} | ${letters} | ${right + missed} | ${percent(right, right + wrong)} | ${percent(right, right + missed)} | ${wrong} |`;

const table = [
  "| set | kind | language | read from | layouts | letters | labelled fields | precision | recall | wrong fields |",
  "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
];
for (const [key, count] of rows) table.push(line(key, { ...count, layouts: count.layouts.size }));
/** Of the rows that were chosen, in one. */
function summed(title: string, chosen: typeof rows): string {
  const sum = (pick: (count: Count) => number): number => chosen.reduce((total, [, count]) => total + pick(count), 0);
  return line(title, {
    layouts: sum(({ layouts }) => layouts.size),
    letters: sum(({ letters }) => letters),
    right: sum(({ right }) => right),
    wrong: sum(({ wrong }) => wrong),
    missed: sum(({ missed }) => missed),
  });
}
for (const [set] of sets) {
  for (const form of ["marked up", "text", ""]) {
    const chosen = rows.filter(([key]) => key.startsWith(set) && (form === "" || key.endsWith(form)));
    for (const kind of form === "" ? [] : order) {
      const ofKind = chosen.filter(([key]) => key.includes(` | ${kind} | `));
      if (ofKind.length > 0) table.push(summed(`${set} | **${kind}** | both | ${form}`, ofKind));
    }
    table.push(summed(`${set} | **all${form === "" ? ", and none" : ""}** | both | ${form || "both"}`, chosen));
  }
}

const total = sets.reduce((count, [, letters]) => count + letters.length, 0);
const pace = `Processor time of the rules, on top of parsing: ${(spent / total).toFixed(0)} µs a letter.`;
console.log([...table, "", pace].join("\n"));
if (options.mistakes) console.log(["", ...mistakes.keys()].join("\n"));
if (options.corpora) {
  const { corpora } = options;
  const samples = [
    ...templates(corpora),
    ...mimeMessages(corpora),
    ...schemaExamples(corpora),
    ...shopMessages(corpora),
  ];
  console.log(`\nFound in ${samples.length} public letters, templates and examples:`);
  for (const { name, bytes } of samples) {
    for (const { kind, fields } of factsOf(toFactLetter(bytes))) {
      console.log(`${name}: ${kind} ${fields.map((field) => `${field.name}=${field.value}`).join(", ")}`);
    }
  }
}
if (options.write) {
  const text = [
    "# Facts, measured",
    "",
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. Made by \`npm run bench:facts -- --write\`; README.md says of what.`,
    "",
    ...table,
    "",
  ];
  writeFileSync(join(import.meta.dirname, "results.md"), text.join("\n"));
}
