import { expect, test } from "vitest";
import { bodyLists, findPart, hasAttachment, partText } from "./body.ts";
import { scan } from "./scan.ts";

/** A tree in short: [type, …parts] is a multipart; a leaf is "type", "type name" or "type name disposition". */
type Sketch = string | MultipartSketch;
interface MultipartSketch extends ReadonlyArray<Sketch> {
  0: string;
}

function write(sketch: Sketch, depth = 0): string {
  if (typeof sketch === "string") {
    const [type, name, disposition] = sketch.split(" ");
    const parameter = name && name !== "-" ? `; name=${name}` : "";
    return `Content-Type: ${type}${parameter}\n${disposition ? `Content-Disposition: ${disposition}\n` : ""}\nx`;
  }
  const [subtype, parts] = [sketch[0], sketch.slice(1)];
  const boundary = `b${depth}`;
  const body = parts.map((part) => `--${boundary}\n${write(part, depth + 1)}\n`).join("");
  return `Content-Type: multipart/${subtype}; boundary=${boundary}\n\n${body}--${boundary}--`;
}

function listsOf(sketch: Sketch): Record<string, string> {
  const lists = bodyLists(scan(Buffer.from(write(sketch))));
  return {
    text: lists.textBody.map(({ partId }) => partId).join(" "),
    html: lists.htmlBody.map(({ partId }) => partId).join(" "),
    files: lists.attachments.map(({ partId }) => partId).join(" "),
    has: String(hasAttachment(lists)),
  };
}

const PLAIN = "text/plain";
const HTML = "text/html";

test.each<[string, Sketch, string, string, string, string]>([
  ["plain text alone", PLAIN, "1", "1", "", "false"],
  ["HTML alone", HTML, "1", "1", "", "false"],
  ["both", ["alternative", PLAIN, HTML], "1", "2", "", "false"],
  ["text and a file", ["mixed", PLAIN, "application/pdf a.pdf attachment"], "1", "1", "2", "true"],
  ["a file alone", "application/pdf", "", "", "1", "true"],
  ["named text behind the first is a file", ["mixed", PLAIN, "text/plain a.txt"], "1", "1", "2", "true"],
  ["text around an image", ["mixed", PLAIN, "image/png", PLAIN], "1 2 3", "1 2 3", "", "false"],
  [
    "an image that the HTML displays",
    ["alternative", PLAIN, ["related", HTML, "image/png a.png inline"]],
    "1",
    "2.1",
    "2.2",
    "false",
  ],
  ["HTML in one branch only", ["mixed", ["alternative", HTML], "image/gif - attachment"], "1.1", "1.1", "2", "true"],
  [
    "a branch of several parts is text alone from its first text on",
    ["alternative", ["mixed", PLAIN, "image/png", PLAIN], HTML],
    "1.1 1.2 1.3",
    "2",
    "1.2",
    "true",
  ],
  ["a calendar as an alternative", ["alternative", PLAIN, HTML, "text/calendar"], "1", "2", "3", "true"],
])("[8621 §4.1.4] %s", (_, sketch, text, html, files, has) => {
  expect(listsOf(sketch)).toEqual({ text, html, files, has });
});

test("[8621 §4.1.4] the example of the RFC", () => {
  const lists = listsOf([
    "mixed",
    "text/plain - inline",
    [
      "mixed",
      [
        "alternative",
        ["mixed", "text/plain - inline", "image/jpeg - inline", "text/plain - inline"],
        ["related", HTML, "image/jpeg"],
      ],
      "image/jpeg - attachment",
      "application/x-excel",
      "message/rfc822",
    ],
    "text/plain - inline",
  ]);
  // A is 1, B C D are 2.1.1.1 to 2.1.1.3, E F are 2.1.2.1 and 2.1.2.2, G H J are 2.2 to 2.4, K is 3
  expect(lists).toMatchObject({
    text: "1 2.1.1.1 2.1.1.2 2.1.1.3 3",
    html: "1 2.1.2.1 3",
    files: "2.1.1.2 2.1.2.2 2.2 2.3 2.4",
  });
});

test("parts are found by id, at any depth", () => {
  const structure = scan(Buffer.from(write(["mixed", PLAIN, ["alternative", PLAIN, HTML]])));
  expect(findPart(structure, "2.2")?.type).toBe(HTML);
  expect(findPart(structure, "2")).toBeUndefined();
});

test("[8621 §4.1.4] CRLF becomes LF; an unknown transfer encoding is a problem", () => {
  const plain = Buffer.from("Content-Type: text/plain; charset=utf-8\r\n\r\na\r\nb\n");
  const odd = Buffer.from("Content-Transfer-Encoding: odd\r\n\r\na\r\nb\n");
  expect(partText(plain, scan(plain))).toEqual({ value: "a\nb\n", isEncodingProblem: false });
  expect(partText(odd, scan(odd))).toEqual({ value: "a\nb\n", isEncodingProblem: true });
});

test("HTML may name its own charset", () => {
  const bytes = Buffer.concat([
    Buffer.from('Content-Type: text/html\r\n\r\n<meta http-equiv="Content-Type" content="text/html; charset=cp866">'),
    Buffer.from("afe0a8a2a5e2", "hex"),
  ]);
  expect(partText(bytes, scan(bytes)).value).toMatch(/привет$/);
});
