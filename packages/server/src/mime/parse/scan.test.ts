import { expect, test } from "vitest";
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import type { PartNode } from "./part.ts";
import { MAX_DEPTH, MAX_PARTS, scan } from "./scan.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll("\n", "\r\n"), "latin1");

/** The tree as text: "mixed(1 text/plain, alternative(2.1 text/plain))". */
function outline(node: PartNode): string {
  if (!node.subParts) return `${node.partId} ${node.type}`;
  return `${node.type.slice("multipart/".length)}(${node.subParts.map(outline).join(", ")})`;
}

function contents(bytes: Buffer, node: PartNode): string[] {
  if (node.subParts) return node.subParts.flatMap((part) => contents(bytes, part));
  return [bytes.toString("latin1", node.bodyStart, node.bodyEnd).replaceAll("\r\n", "\n")];
}

const type = (value: string): string => `Content-Type: ${value}\n\n`;

test("[8621 §4.1.4] part ids are the path of positions, none for a multipart", () => {
  const message = bytesOf(
    `${type("multipart/mixed; boundary=o")}--o\n${type("multipart/alternative; boundary=i")}--i\n\na\n--i\n${type("text/html")}b\n--i--\n--o\n${type("image/png")}c\n--o--\n`,
  );
  expect(outline(scan(message))).toBe("mixed(alternative(1.1 text/plain, 1.2 text/html), 2 image/png)");
  expect(contents(message, scan(message))).toEqual(["a", "b", "c"]);
  expect(outline(scan(bytesOf("Subject: x\n\ntext")))).toBe("1 text/plain");
});

test("[2046 §5.1.5] a part of a digest is a message unless it says otherwise", () => {
  const message = bytesOf(
    `${type("multipart/digest; boundary=b")}--b\n\nSubject: x\n\ny\n--b\n${type("text/plain")}z\n--b--`,
  );
  expect(outline(scan(message))).toBe("digest(1 message/rfc822, 2 text/plain)");
});

test("[8621 §4.1.4] an attached message is a leaf, and its own boundaries are ignored", () => {
  const inner = `${type("multipart/mixed; boundary=i")}--i\n\na\n--i--`;
  const message = bytesOf(`${type("multipart/mixed; boundary=o")}--o\n${type("message/rfc822")}${inner}\n--o--\n`);
  expect(outline(scan(message))).toBe("mixed(1 message/rfc822)");
  expect(contents(message, scan(message))).toEqual([inner]);
});

test.each([
  ["the final delimiter is missing", `${type("multipart/mixed; boundary=b")}--b\n\na\n--b\n\nb`, ["a", "b"]],
  [
    "an inner multipart is not closed",
    `${type("multipart/mixed; boundary=o")}--o\n${type("multipart/mixed; boundary=i")}--i\n\na\n--o\n\nb\n--o--`,
    ["a", "b"],
  ],
  [
    "one boundary is the beginning of another",
    `${type("multipart/mixed; boundary=b")}--b\n${type("multipart/mixed; boundary=bb")}--bb\n\na\n--bb--\n--b\n\nc\n--b--`,
    ["a", "c"],
  ],
  ["white space follows the boundary", `${type("multipart/mixed; boundary=b")}--b \t\n\na\n--b--  \n`, ["a"]],
  ["a footer is glued to the delimiter", `${type("multipart/mixed; boundary=b")}--b\n\na\n--b--footer\nmore`, ["a"]],
  ["the boundary parameter is missing", `${type("multipart/mixed")}--b\nContent-Type: text/plain\n\na\n--b--`, ["a"]],
  ["no delimiter is there at all", `${type("multipart/mixed; boundary=b")}only text`, ["only text"]],
  ["the boundary has brackets in quotes", `${type('multipart/mixed; boundary="=_(b)"')}--=_(b)\n\na\n--=_(b)--`, ["a"]],
  ["a part has neither header nor content", `${type("multipart/mixed; boundary=b")}--b\n--b\n\na\n--b--`, ["", "a"]],
  ["the empty line behind the header is missing", "Subject: x\nhello there\nworld", ["hello there\nworld"]],
  ["there is no header", "hello\nworld", ["hello\nworld"]],
  ["an mbox line and an empty line come first", "\n\nFrom: a@b\n\ntext", ["text"]],
  ["the folding of a field was lost", "Received: a\nby b\nwith c\nSubject: x\n\ntext", ["text"]],
])("%s", (_, message, expected) => {
  const bytes = bytesOf(message);
  expect(contents(bytes, scan(bytes))).toEqual(expected);
});

test.each(["\n", "\r\n", "\r", "\r\r\n"])("line ends may be %j", (end) => {
  const text = `${type("multipart/mixed; boundary=b")}--b\n\na\n--b\n\nb\n--b--\n`;
  const bytes = Buffer.from(text.replaceAll("\n", end));
  expect(contents(bytes, scan(bytes)).map((content) => content.trim())).toEqual(["a", "b"]);
});

test("a Content-Type that cannot be read counts as absent [2045 §5.2]; of two the first counts", () => {
  expect(scan(bytesOf(type("nonsense"))).type).toBe("text/plain");
  expect(scan(bytesOf(`Content-Type: text/html\n${type("image/png")}`)).type).toBe("text/html");
});

test("[8621 §4.1.4] charset, name, disposition, cid, language and location", () => {
  const node = scan(
    bytesOf(
      'Content-Type: Text/Plain; charset=KOI8-R; name=old.txt\nContent-Disposition: ATTACHMENT; filename="new name.txt"\n' +
        "Content-ID: < a@b >\nContent-Language: ru, en (English)\nContent-Location: http://a/\n b\nContent-Transfer-Encoding: Base64\n\nYQ==\n",
    ),
  );
  expect(node).toMatchObject({
    type: "text/plain",
    charset: "KOI8-R",
    name: "new name.txt",
    disposition: "attachment",
    cid: "a@b",
    language: ["ru", "en"],
    location: "http://a/b",
    encoding: "base64",
    size: 1,
  });
  expect(scan(bytesOf("\n")).charset).toBe("us-ascii");
  expect(scan(bytesOf(type("image/png"))).charset).toBeNull();
});

test("depth and number of parts are bounded", () => {
  const nested = Array.from(
    { length: 3 * MAX_DEPTH },
    (_, at) => `${type(`multipart/mixed; boundary=b${at}`)}--b${at}\n`,
  );
  let depth = 0;
  for (let node: PartNode | undefined = scan(bytesOf(nested.join(""))); node; node = node.subParts?.[0]) depth++;
  expect(depth).toBe(MAX_DEPTH + 1);
  const many = scan(bytesOf(`${type("multipart/mixed; boundary=b")}${"--b\n\na\n".repeat(2 * MAX_PARTS)}`));
  expect(many.subParts?.length).toBe(MAX_PARTS - 1);
});

test.each([
  ["a line of many megabytes", `\n\n${"a".repeat(10_000_000)}`],
  ["a line of dashes", `${type("multipart/mixed; boundary=b")}${"-".repeat(10_000_000)}`],
  ["lines that nearly are delimiters", `${type("multipart/mixed; boundary=b")}${"\n--c".repeat(500_000)}`],
  ["a header of a megabyte", `Content-Type: ${"(".repeat(1_000_000)}\n\n`],
  ["a parameter in very many pieces", `Content-Type: text/plain${"; name*1=a".repeat(50_000)}\n\n`],
  ["one boundary again and again", `${type("multipart/mixed; boundary=b")}--b\n`.repeat(20_000)],
])("time grows with the size alone: %s", (_, message) => {
  const bytes = bytesOf(message);
  expect(cpuTime(() => scan(bytes))).toBeLessThan(3000);
});
