/** Letters that other parsers were tested with: what they found in them, we find. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { bodyLists, decodePart, leaves, partText } from "../src/mime/body.ts";
import { htmlToText } from "../src/mime/html-text.ts";
import { parseMessage } from "../src/mime/parse.ts";
import type { PartNode } from "../src/mime/part.ts";
import { scan } from "../src/mime/scan.ts";

const folder = new URL("fixtures/mime/", import.meta.url);
const read = (path: string): Buffer => readFileSync(new URL(path, folder));

/** Content by place, as the fixtures name it: "1" is the root, and an attached message has its own tree below. */
function contents(bytes: Uint8Array, node: PartNode, place: string): [string, Uint8Array][] {
  if (node.subParts) return node.subParts.flatMap((part, index) => contents(bytes, part, `${place}_${index + 1}`));
  const content = decodePart(bytes, node);
  return node.type === "message/rfc822" ? contents(content, scan(content), `${place}_1`) : [[place, content]];
}
const lines = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");

describe("mime4j: the tree and the content of the parts", () => {
  const files = readdirSync(new URL("mime4j/", folder));
  /** Where we read a broken message differently, on purpose. */
  const different: Record<string, string> = {
    "basic-plain-with-bad-header-separator": "text behind a line of one space is seen, not taken for header",
    "malformedHeader-noheader": "without a header all is text",
    "malformedHeaderStartsBody-noheader": "without a header all is text",
    "malformedHeaderStartsBody-nocrlfcrlf": "a line without a colon between fields is skipped",
    "missing-boundary": "a multipart without delimiters shows its text",
    "missing-inner-boundary": "a multipart without delimiters shows its text",
    "missing-inner-start-boundary": "a multipart without delimiters shows its text",
    multipartnopart: "a multipart without delimiters shows its text",
    multipartemptypart: "two delimiters in a row have one empty part between them",
    multipartnestedemptyparts: "the delimiter of the outer multipart ends the attached message",
    "very-long-boundary": "white space at the end of a boundary is not part of it (RFC 2046 §5.1.1)",
    "very-very-long-boundary": "white space at the end of a boundary is not part of it (RFC 2046 §5.1.1)",
    "weird-boundary": "white space at the end of a boundary is not part of it (RFC 2046 §5.1.1)",
  };

  const names = files.filter((file) => file.endsWith(".msg")).map((file) => file.slice(0, -4));
  test.each(names.filter((name) => !(name in different)))("%s", (name) => {
    const bytes = read(`mime4j/${name}.msg`);
    const found = contents(bytes, scan(bytes), "1").map(([place, content]) => [place, lines(content)]);
    const expected = files
      .filter((file) => file.startsWith(`${name}_decoded_`))
      .map((file) => [/_decoded_([\d_]+)\./.exec(file)?.[1], lines(read(`mime4j/${file}`))]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test.each(Object.entries(different))("%s: %s", (name) => {
    const bytes = read(`mime4j/${name}.msg`);
    expect(leaves(scan(bytes)).length).toBeGreaterThan(0);
  });
});

type TextRule = { how: "MATCH"; value: [string] } | { how: "COUNT"; value: [number, string] };

interface Expected {
  file: string;
  subject: string;
  from_addresses: { address: string }[];
  to_addresses: { address: string }[];
  text: TextRule;
  html: TextRule;
  attachments: { filename: string; size: number; contains: string; contains_count: number; content_type: string }[];
}

const count = (text: string, piece: string): number => text.split(piece).length - 1;

function textOf(bytes: Uint8Array, parts: PartNode[], type: string): string {
  const texts = parts.filter((part) => part.type === type).map((part) => partText(bytes, part).value);
  return texts.join("");
}

/** What a rule says and what was found, in the same shape. */
const wantedText = ({ how, value }: TextRule): unknown => (how === "MATCH" ? value[0].trim() : value[0]);
const foundText = (text: string, { how, value }: TextRule): unknown =>
  how === "MATCH" ? text.trim() : count(text, value[1].replaceAll("\r\n", "\n"));

describe("php-mime-mail-parser: header fields, texts and files", () => {
  const letters = JSON.parse(read("php-mime-mail-parser/expected.json").toString()) as Expected[];

  test.each(letters.map((letter) => [letter.file, letter] as const))("%s", (file, letter) => {
    const bytes = read(`php-mime-mail-parser/${file}`);
    const { headers, structure } = parseMessage(bytes);
    expect(headers.subject).toBe(letter.subject.trim());
    expect(headers.from?.map(({ email }) => email)).toEqual(letter.from_addresses.map(({ address }) => address));
    expect(headers.to?.map(({ email }) => email)).toEqual(letter.to_addresses.map(({ address }) => address));
    const { textBody, htmlBody, attachments } = bodyLists(structure);
    expect(foundText(textOf(bytes, textBody, "text/plain"), letter.text)).toEqual(wantedText(letter.text));
    expect(foundText(textOf(bytes, htmlBody, "text/html"), letter.html)).toEqual(wantedText(letter.html));
    const found = letter.attachments.map(({ filename, contains, content_type: wantedType }) => {
      // The other parser makes up names for files that have none
      const part = attachments.find(({ name, type }) => name === filename || (!name && type === wantedType));
      const content = part ? Buffer.from(decodePart(bytes, part)).toString("latin1") : "";
      return { filename, size: content.length, times: contains ? count(content, contains) : 0 };
    });
    expect(found).toEqual(
      letter.attachments.map((wanted) => ({
        filename: wanted.filename,
        size: wanted.size,
        times: wanted.contains_count,
      })),
    );
  });
});

/** With MIME_LETTERS, a folder, the letters in it instead of the fixtures. */
const given = process.env["MIME_LETTERS"];
const place = given ? pathToFileURL(`${resolve(given)}/`) : folder;
const isLetter = (name: string): boolean =>
  given
    ? statSync(new URL(encodeURI(name), place)).isFile() &&
      !/LICENSE|_decoded|\.(?:json|xml|out|bin|golden|md)$/i.test(name)
    : name.includes("/");
const everything = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(isLetter);

test.each(everything)("%s: offsets inside the message, true sizes, a short preview, HTML without its tags", (name) => {
  const bytes = readFileSync(new URL(encodeURI(name), place));
  const { preview, structure } = parseMessage(bytes);
  const parts = leaves(structure);
  const isPlaced = ({ headerStart, bodyStart, bodyEnd }: PartNode): boolean =>
    headerStart <= bodyStart && bodyStart <= bodyEnd && bodyEnd <= bytes.length;
  expect(preview.length).toBeLessThanOrEqual(256);
  expect(parts.filter((part) => !isPlaced(part))).toEqual([]);
  expect(parts.map((part) => decodePart(bytes, part).length)).toEqual(parts.map(({ size }) => size));
  const pages = parts.filter(({ type }) => type === "text/html").map((part) => partText(bytes, part).value);
  expect(pages.map((html) => htmlToText(html)).join("\n")).not.toMatch(/<\/?(p|div|td)\b/);
});
