/**
 * How well a search finds: precision and recall over the queries of queries.json, which are not changed because of it.
 *   node bench/search/run.ts --corpora FOLDER [--queries FILE] [--mistakes] [--write]
 * FOLDER holds the public data; --queries takes others that make-queries.ts made; --mistakes lists what was found wrongly or
 * not; --write keeps the table in results.md.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { canRunXapian, dovecot } from "./dovecot.ts";
import { pismo, type SearchEngine } from "./engines.ts";
import { searchedLetters } from "./letters.ts";
import { readQueries, type SearchQuery } from "./queries.ts";

const { values: options } = parseArgs({
  options: {
    corpora: { type: "string" },
    queries: { type: "string" },
    mistakes: { type: "boolean" },
    write: { type: "boolean" },
  },
});
if (options.corpora === undefined) throw new Error("--corpora FOLDER is needed");

const { letters: names, queries } = readQueries(options.queries);
const byName = new Map(searchedLetters(options.corpora).map((letter) => [letter.name, letter]));
const letters = names.map((name) => {
  const letter = byName.get(name);
  if (!letter) throw new Error(`there is no letter ${name}: the queries are of other data`);
  return letter;
});

interface Score {
  precision: number;
  recall: number;
}

/** What finds nothing has found nothing wrong. */
function scoreOf(found: readonly number[], expected: readonly number[]): Score {
  const right = found.filter((place) => expected.includes(place)).length;
  return { precision: found.length === 0 ? 1 : right / found.length, recall: right / expected.length };
}
const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

const lines = [
  "| search | language | queries of | number | precision | recall |",
  "| --- | --- | --- | ---: | ---: | ---: |",
];

function addRow(name: string, language: string, kind: string, scores: readonly Score[]): void {
  const precision = mean(scores.map((score) => score.precision));
  const recall = mean(scores.map((score) => score.recall));
  lines.push(`| ${name} | ${language} | ${kind} | ${scores.length} | ${precision} | ${recall} |`);
}

async function measure(engine: SearchEngine): Promise<void> {
  const scored: { query: SearchQuery; score: Score }[] = [];
  for (const query of queries) {
    const found = await engine.search(query.q);
    scored.push({ query, score: scoreOf(found, query.expected) });
    const wrong = found.filter((place) => !query.expected.includes(place));
    const missed = query.expected.filter((place) => !found.includes(place));
    if (!options.mistakes || wrong.length + missed.length === 0) continue;
    const list = (places: readonly number[]): string => places.map((place) => `\n    ${names[place]}`).join("");
    process.stdout.write(`${engine.name}: ${query.q}\n  wrong: ${list(wrong)}\n  missed: ${list(missed)}\n`);
  }
  const of = (fits: (query: SearchQuery) => boolean): Score[] =>
    scored.filter(({ query }) => fits(query)).map(({ score }) => score);
  for (const [language, title] of [
    ["ru", "Russian"],
    ["en", "English"],
  ] as const) {
    for (const kind of ["word", "words", "phrase"] as const) {
      const title2 = { word: "a word", words: "two words", phrase: "a phrase" }[kind];
      addRow(
        engine.name,
        title,
        title2,
        of((query) => query.language === language && query.kind === kind),
      );
    }
  }
  addRow(
    engine.name,
    "both",
    "**all**",
    of(() => true),
  );
}

for (const open of canRunXapian ? [pismo, dovecot] : [pismo]) {
  const engine = await open(letters);
  try {
    await measure(engine);
  } finally {
    await engine.close();
  }
}
if (!canRunXapian) process.stdout.write("Dovecot is not measured: dovecot-fts-xapian is not installed\n");
process.stdout.write(`${lines.join("\n")}\n`);
if (options.write) {
  const made = `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, Node ${process.versions.node}`;
  const text = `# How well a search finds, measured\n\n${made}. Made by \`node bench/search/run.ts --corpora FOLDER --write\`, over ${letters.length} letters.\n\n${lines.join("\n")}\n`;
  writeFileSync(join(import.meta.dirname, "results.md"), text);
}
