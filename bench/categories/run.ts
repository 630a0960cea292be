/**
 * Measures the rules of flag categories on messages that they were not written from.
 *   node bench/categories/run.ts [--corpora FOLDER] [--mistakes] [--write]
 * FOLDER holds public test data (categories/, newsletters/, mime/, replies/); without it the held-out messages alone are
 * measured. --write puts the table into results.md beside this file.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { categories, type Category } from "@pismo/jmap";
import { categorize } from "../../packages/server/src/mime/categorize/categorize.ts";
import { headersOf } from "../../packages/server/src/mime/headers/headers.ts";
import { parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { heldOut, learntFrom, mimeMessages, type Sample, schemaExamples, shopMessages, templates } from "./sets.ts";

const { values: options } = parseArgs({
  options: { corpora: { type: "string" }, mistakes: { type: "boolean" }, write: { type: "boolean" } },
});

interface Count {
  right: number;
  wrong: number;
  missed: number;
}

const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

/** Of each category and of all together; a message in the wrong category is wrong there and missed here. */
function count(samples: readonly Sample[]): { counts: Map<Category, Count>; mistakes: string[] } {
  const counts = new Map<Category, Count>(categories.map((category) => [category, { right: 0, wrong: 0, missed: 0 }]));
  const mistakes: string[] = [];
  for (const { name, bytes, expected } of samples) {
    const found = parseMessage(bytes).category;
    const got = found?.category ?? null;
    if (got === expected) {
      if (got) counts.get(got)!.right += 1;
      continue;
    }
    if (got) counts.get(got)!.wrong += 1;
    if (expected) counts.get(expected)!.missed += 1;
    mistakes.push(`${expected ?? "none"} → ${got ?? "none"}: ${name} ${JSON.stringify(found?.reason ?? null)}`);
  }
  return { counts, mistakes };
}

function rows(title: string, samples: readonly Sample[]): { lines: string[]; mistakes: string[] } {
  const { counts, mistakes } = count(samples);
  const all = [...counts.values()];
  const sum = (key: keyof Count): number => all.reduce((total, each) => total + each[key], 0);
  const line = (name: string, { right, wrong, missed }: Count): string =>
    `| ${title} | ${name} | ${right + missed} | ${percent(right, right + wrong)} | ${percent(right, right + missed)} |`;
  const negatives = samples.filter(({ expected }) => expected === null).length;
  const lines = [...counts]
    .filter(([, { right, wrong, missed }]) => right + wrong + missed > 0)
    .map(([category, each]) => line(category, each));
  const total = { right: sum("right"), wrong: sum("wrong"), missed: sum("missed") };
  return { lines: [...lines, line(`**all**, and ${negatives} of none`, total)], mistakes };
}

/** Processor time per message, without parsing. */
function speed(samples: readonly Sample[]): string {
  const messages = samples.map(({ bytes }) => {
    const { headers, structure, searchText } = parseMessage(bytes);
    const fields = headersOf(bytes, structure.headerStart, structure.bodyStart);
    return { headers, fields, type: structure.type, text: searchText.body, html: "" };
  });
  const rounds = Math.ceil(20_000 / messages.length);
  for (const message of messages) categorize(message);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) for (const message of messages) categorize(message);
  const { user, system } = process.cpuUsage(before);
  return `${((user + system) / rounds / messages.length).toFixed(0)} µs`;
}

const { corpora } = options;
const sets: [title: string, samples: Sample[]][] = [
  ["held out, Russian", heldOut.ru()],
  ["held out, English", heldOut.en()],
  ["learnt from, Russian", learntFrom.ru()],
  ["learnt from, English", learntFrom.en()],
];
if (corpora) {
  sets.push(["schema.org examples", schemaExamples(corpora)]);
  sets.push(["a shop's strings, Russian", shopMessages(corpora)]);
  sets.push(["templates, English", templates(corpora)]);
  sets.push(["letters of MIME tests", mimeMessages(corpora)]);
}

const table = ["| set | category | letters | precision | recall |", "| --- | --- | ---: | ---: | ---: |"];
const mistakes: string[] = [];
for (const [title, samples] of sets) {
  const measured = rows(title, samples);
  table.push(...measured.lines);
  mistakes.push(...measured.mistakes.map((each) => `${title}: ${each}`));
}
const pace = ["| set | time for a letter |", "| --- | ---: |"];
for (const [title, samples] of sets) pace.push(`| ${title} | ${speed(samples)} |`);

console.log([...table, "", ...pace].join("\n"));
if (options.mistakes) console.log(["", ...mistakes].join("\n"));
if (options.write) {
  const day = new Date().toISOString().slice(0, 10);
  const text = [
    "# Flag categories, measured",
    "",
    `${day}, ${cpus()[0]?.model ?? "?"}, Node ${process.versions.node}. Made by \`node bench/categories/run.ts --corpora FOLDER --write\`.`,
    "",
    ...table,
    "",
    "Processor time of the rules, on top of parsing:",
    "",
    ...pace,
    "",
  ];
  writeFileSync(join(import.meta.dirname, "results.md"), text.join("\n"));
}
