import { expect, test } from "vitest";
import { walkParts } from "../../../mime/parse/body.ts";
import { scan } from "../../../mime/parse/scan.ts";
import { partsOf } from "./body-structure.ts";
import { isFetchAnswer, readFetchAnswer } from "../pull/fetch-answer.ts";

const read = (text: string, ...literals: string[]) =>
  readFetchAnswer(
    Buffer.from(text, "latin1"),
    literals.map((literal) => Buffer.from(literal, "latin1")),
  );

test("[9051 §7.5.2] an answer is read with its strings, lists, literals and sections in any order", () => {
  const line =
    '* 12 FETCH (BODY[HEADER] {9}\r\n FLAGS (\\Seen $a) UID 7 INTERNALDATE " 2-Nov-2026 10:00:00 +0000" BODY[TEXT]<0> "a \\"b\\"" X (NIL "NIL" {3}\r\n))';
  expect(isFetchAnswer(Buffer.from(line))).toBe(true);
  const { items, bodies } = read(line, "Subject: ", "abc");
  expect([...items]).toEqual([
    ["FLAGS", ["\\Seen", "$a"]],
    ["UID", "7"],
    ["INTERNALDATE", " 2-Nov-2026 10:00:00 +0000"],
    ["X", [null, "NIL", "abc"]],
  ]);
  expect(bodies.get("BODY[HEADER]")?.toString()).toBe("Subject: ");
  expect(bodies.get("BODY[TEXT]<0>")?.toString()).toBe('a "b"');
  expect(isFetchAnswer(Buffer.from("* 12 EXPUNGE"))).toBe(false);
});

test("an answer that makes no sense is an error, however deep it nests", () => {
  for (const line of ["* 1 FETCH (UID", '* 1 FETCH (X "a', "* 1 FETCH (X ((a", `* 1 FETCH (X ${"(".repeat(5000)}`]) {
    expect(() => read(line)).toThrow(SyntaxError);
  }
});

const mixed =
  '((("text" "plain" ("charset" "utf-8") NIL NIL "quoted-printable" 10 1 NIL NIL NIL NIL)("text" "html" ("charset" "utf-8") NIL NIL "base64" 780 10 NIL NIL NIL NIL) "alternative" ("boundary" "b") NIL NIL NIL)("image" "png" ("name" "=?utf-8?Q?=D1=84=D0=BE=D1=82=D0=BE=2Epng?=") "<logo@example.org>" NIL "base64" 7800 NIL ("attachment" ("filename*" "utf-8\'\'%D1%84%D0%BE%D1%82%D0%BE.png")) NIL NIL)("message" "rfc822" NIL NIL NIL "7bit" 300 ("d" "s" NIL NIL NIL NIL NIL NIL NIL "<i>") ("text" "plain" NIL NIL NIL "7bit" 3 1) 9 NIL NIL NIL NIL) "mixed" ("boundary" "a") NIL ("de" "fr") NIL)';

const message = [
  "Content-Type: multipart/mixed; boundary=a",
  "Content-Language: de, fr",
  "",
  "--a",
  "Content-Type: multipart/alternative; boundary=b",
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "text",
  "--b",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  "PGI+",
  "--b--",
  "--a",
  'Content-Type: image/png; name="=?utf-8?Q?=D1=84=D0=BE=D1=82=D0=BE=2Epng?="',
  "Content-ID: <logo@example.org>",
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment; filename*=utf-8''%D1%84%D0%BE%D1%82%D0%BE.png",
  "",
  "AAAA",
  "--a",
  "Content-Type: message/rfc822",
  "",
  "Subject: s",
  "",
  "x",
  "--a--",
  "",
].join("\r\n");

test("parts have the numbers, types and names that the scanner finds when the message is here", () => {
  const described = partsOf(read(`* 1 FETCH (BODYSTRUCTURE ${mixed})`).items.get("BODYSTRUCTURE"))!;
  const facts = (structure: typeof described) =>
    [...walkParts(structure)].map(({ partId, type, charset, name, disposition, cid, language, location, encoding }) => [
      partId,
      type,
      charset,
      name,
      disposition,
      cid,
      language,
      location,
      encoding,
    ]);
  expect(facts(described)).toEqual(facts(scan(Buffer.from(message))));
  const [, , , html, png] = [...walkParts(described)];
  expect([html?.size, png?.size]).toEqual([570, 5700]);
});

test("what is no structure is none", () => {
  expect(partsOf(undefined)).toBeNull();
  expect(partsOf(null)).toBeNull();
  expect(partsOf([])).toBeNull();
});
