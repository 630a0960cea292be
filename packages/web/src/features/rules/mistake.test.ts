import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inRussian } from "../../i18n/ru/mistakes.ts";

test.each([
  ['";" after "fileinto" is missing before "}"', 'перед "}" не хватает: ";" после "fileinto"'],
  ['a command or "}" is missing before the end of the script', 'до конца скрипта не хватает: команды или "}"'],
  ['"fileinto" needs require "fileinto"', 'для "fileinto" нужно require "fileinto"'],
  ['":over" lacks a number', 'у ":over" не хватает аргумента: числа'],
  ['there is no folder "Cost $2"', 'папки "Cost $2" нет'],
  [
    'letters sent on to "a@b.example" come back: it is the address of this mailbox',
    'письма, пересланные на "a@b.example", вернутся: это адрес этого же ящика',
  ],
  ["unknown command FILEINTO", undefined],
])("%s", (told, russian) => expect(inRussian(told)).toBe(russian));

const server = join(import.meta.dirname, "../../../../server/src");
const SENTENCE = /new SieveError\(\s*[^"'`;]+?,\s*(`[^`]*`|"(?:[^"\\]|\\.)*"|'[^']*')/g;

/** As it reads with something of a script in it. */
const sentenceOf = (source: string): string =>
  source
    .slice(1, -1)
    .replace(/\\\$\{\$\{\w+\}/g, "${9}")
    .replace(/\$\{(?:JSON\.stringify|quoted)\([^}]*\)\}/g, '"x"')
    .replace(/\$\{MAX_\w+\}/g, "9")
    .replace(/\$\{[^}]*\}/g, "x");

test("each of the server's sentences has its Russian one", () => {
  const sources = globSync("{sieve,ingest/rules,bridge/smtp/rules,methods/sieve-script}/**/*.ts", { cwd: server });
  const sentences = sources
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => [...readFileSync(join(server, file), "utf8").matchAll(SENTENCE)])
    .map(([, source]) => sentenceOf(source!));
  expect(sentences.length).toBeGreaterThan(50);
  expect(sentences.filter((each) => inRussian(each) === undefined)).toEqual([]);
});
