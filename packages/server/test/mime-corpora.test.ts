/** Letters that other parsers were tested with: what they found in them, we find. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bodyLists, decodePart, leaves, partText } from "../src/mime/body.ts";
import { htmlToText } from "../src/mime/html-text.ts";
import { parseMessage } from "../src/mime/parse.ts";
import type { PartNode } from "../src/mime/part.ts";
import { scan } from "../src/mime/scan.ts";

const folder = new URL("fixtures/mime/", import.meta.url);
const read = (path: string): Buffer => readFileSync(new URL(path, folder));

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

  /** Content by place, as the fixtures name it: "1" is the root, and an attached message has its own tree below. */
  function contents(bytes: Uint8Array, node: PartNode, place: string): [string, Uint8Array][] {
    if (node.subParts) return node.subParts.flatMap((part, index) => contents(bytes, part, `${place}_${index + 1}`));
    const content = decodePart(bytes, node);
    return node.type === "message/rfc822" ? contents(content, scan(content), `${place}_1`) : [[place, content]];
  }
  const lines = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");

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

interface Expected {
  file: string;
  subject: string;
  from_addresses: { address: string }[];
  to_addresses: { address: string }[];
  text: { how: "MATCH"; value: [string] } | { how: "COUNT"; value: [number, string] };
  html: Expected["text"];
  attachments: { filename: string; size: number; contains: string; contains_count: number; content_type: string }[];
}

describe("php-mime-mail-parser: header fields, texts and files", () => {
  const expected = JSON.parse(read("php-mime-mail-parser/expected.json").toString()) as Expected[];

  const textOf = (bytes: Uint8Array, parts: PartNode[], type: string): string =>
    parts
      .filter((part) => part.type === type)
      .map((part) => partText(bytes, part).value)
      .join("");
  const count = (text: string, piece: string): number => text.split(piece).length - 1;

  function check(found: string, rule: Expected["text"]): void {
    if (rule.how === "MATCH") expect(found.trim()).toBe(rule.value[0].trim());
    else expect(count(found, rule.value[1].replaceAll("\r\n", "\n"))).toBe(rule.value[0]);
  }

  test.each(expected.map((letter) => [letter.file, letter] as const))("%s", (file, letter) => {
    const bytes = read(`php-mime-mail-parser/${file}`);
    const { headers, structure } = parseMessage(bytes);
    expect(headers.subject).toBe(letter.subject.trim());
    expect(headers.from?.map(({ email }) => email)).toEqual(letter.from_addresses.map(({ address }) => address));
    expect(headers.to?.map(({ email }) => email)).toEqual(letter.to_addresses.map(({ address }) => address));
    const { textBody, htmlBody, attachments } = bodyLists(structure);
    check(textOf(bytes, textBody, "text/plain"), letter.text);
    check(textOf(bytes, htmlBody, "text/html"), letter.html);
    const files = attachments.map((part) => ({
      name: part.name,
      type: part.type,
      text: Buffer.from(decodePart(bytes, part)).toString("latin1"),
    }));
    for (const wanted of letter.attachments) {
      const part = files.find(({ name, type }) => name === wanted.filename || (!name && type === wanted.content_type));
      expect(part, wanted.filename).toBeDefined();
      expect(part?.text.length, wanted.filename).toBe(wanted.size);
      if (wanted.contains) expect(count(part?.text ?? "", wanted.contains)).toBe(wanted.contains_count);
    }
  });
});

test("every letter gives a preview of at most 256 characters, offsets inside the message and true sizes", () => {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.includes("/")) continue;
    const bytes = read(name);
    const { preview, structure } = parseMessage(bytes);
    expect(preview.length).toBeLessThanOrEqual(256);
    for (const part of leaves(structure)) {
      expect(part.headerStart <= part.bodyStart && part.bodyStart <= part.bodyEnd && part.bodyEnd <= bytes.length).toBe(
        true,
      );
      expect(decodePart(bytes, part).length, `${name} ${part.partId}`).toBe(part.size);
      if (part.type === "text/html") expect(htmlToText(partText(bytes, part).value)).not.toMatch(/<\/?(p|div|td)\b/);
    }
  }
});
