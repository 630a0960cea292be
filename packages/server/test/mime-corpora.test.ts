/** Letters that other parsers were tested with: what they found in them, we find. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { bodyLists, decodePart, leaves, partText } from "../src/mime/parse/body.ts";
import { htmlToText } from "../src/mime/text/html-text.ts";
import { parseMessage } from "../src/mime/parse/parse.ts";
import type { PartNode } from "../src/mime/parse/part.ts";
import { scan } from "../src/mime/parse/scan.ts";

/**
 * With MIME_LETTERS, a folder, the letters in it instead of the fixtures, with what stands beside them: `X.msg` with the decoded
 * parts `X_decoded_…` as in mime4j, and `expected.json` as for php-mime-mail-parser. (enmime's `.golden` files are messages that
 * it writes, not what it reads.)
 */
const given = process.env["MIME_LETTERS"];
const folder = given ? resolve(given) : join(import.meta.dirname, "fixtures/mime");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
const read = (path: string): Buffer => readFileSync(join(folder, path));

/** Content by place, as the fixtures name it: "1" is the root, and an attached message has its own tree below. */
function contents(bytes: Uint8Array, node: PartNode, place: string): [string, Uint8Array][] {
  if (node.subParts) return node.subParts.flatMap((part, index) => contents(bytes, part, `${place}_${index + 1}`));
  const content = decodePart(bytes, node);
  return node.type === "message/rfc822" ? contents(content, scan(content), `${place}_1`) : [[place, content]];
}
const lines = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");

describe.skipIf(!files.some((file) => file.endsWith(".msg")))("mime4j: the tree and the content of the parts", () => {
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
    badbound: "a multipart without delimiters shows its text",
    "hdr-fakeout": "text behind a line of one space is seen, not taken for header",
    frag: "base64 that ends within a group of four gives what is there of it",
    "multi-frag": "base64 that ends within a group of four gives what is there of it",
    "weird-boundary": "white space at the end of a boundary is not part of it (RFC 2046 §5.1.1)",
  };

  const messages = files.filter(
    (file) =>
      file.endsWith(".msg") &&
      files.some((other) => other.startsWith(`${file.slice(0, -4)}_decoded`) || other === file.replace(/msg$/, "xml")),
  );
  const isDifferent = (file: string): boolean => basename(file, ".msg") in different;
  const cases = (wanted: boolean): string[] =>
    messages.filter((file) => isDifferent(file) === wanted).map((file) => file.slice(0, -4));

  test.each(cases(false))("%s", (name) => {
    const bytes = read(`${name}.msg`);
    const found = contents(bytes, scan(bytes), "1").map(([place, content]) => [place, lines(content)]);
    const expected = files
      .filter((file) => file.startsWith(`${name}_decoded_`))
      .map((file) => [/_decoded_([\d_]+)\./.exec(file)?.[1], lines(read(file))]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test.each(cases(true).map((name) => [name, different[basename(name)]]))("%s: %s", (name) => {
    const bytes = read(`${name}.msg`);
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

describe.skipIf(!files.some((file) => file.endsWith("expected.json")))(
  "php-mime-mail-parser: header fields, texts and files",
  () => {
    const letters = files
      .filter((file) => basename(file) === "expected.json")
      .flatMap((path) =>
        (JSON.parse(read(path).toString()) as Expected[]).map((letter) => {
          const besides = ["", "tests/mails"].map((place) => join(dirname(path), place, letter.file));
          return [besides.find((file) => existsSync(join(folder, file))) ?? letter.file, letter] as const;
        }),
      );

    test.each(letters)("%s", (file, letter) => {
      const bytes = read(file);
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
  },
);

const isLetter = (name: string): boolean =>
  given
    ? statSync(join(folder, name)).isFile() && !/LICENSE|_decoded|\.(?:json|xml|out|bin|golden|md)$/i.test(name)
    : name.includes("/");
const everything = files.filter(isLetter);

test.each(everything)("%s: offsets inside the message, true sizes, a short preview, HTML without its tags", (name) => {
  const bytes = read(name);
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
