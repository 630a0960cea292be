import { expect, test } from "vitest";
import { headerAgain, splitHeader } from "./again-header.ts";

const at = new Date("2026-03-04T05:06:07Z");
const again = { to: [{ name: "Vera", email: "vera@a.example" }], cc: [], bcc: [], at, messageId: "new@a.example" };
const lines = (...all: string[]): string => all.join("\r\n");

test("fields of the first journey give way, all others stay octet for octet", () => {
  const header = lines(
    "Received: from a.example",
    " by b.example; Wed, 1 Jan 2025 00:00:00 +0000",
    "DKIM-Signature: v=1; d=a.example;",
    "\tb=abc",
    "From: =?utf-8?B?0Y8=?= <me@a.example>",
    "To: anna@a.example,",
    " boris@a.example",
    "bcc: secret@a.example",
    "Subject: A plan of",
    "  two lines",
    "DATE: Wed, 1 Jan 2025 00:00:00 +0000",
    "Message-ID: <old@a.example>",
    "References: <first@a.example>",
    "X-\xd1\x8f: not a field",
    "Content-Type: multipart/mixed;",
    '\tboundary="b"',
  );
  expect(headerAgain(header, again)).toBe(
    lines(
      "From: =?utf-8?B?0Y8=?= <me@a.example>",
      "Subject: A plan of",
      "  two lines",
      "References: <first@a.example>",
      "Content-Type: multipart/mixed;",
      '\tboundary="b"',
      "Date: Wed, 04 Mar 2026 05:06:07 +0000",
      "Message-ID: <new@a.example>",
      'To: "Vera" <vera@a.example>',
      "",
      "",
    ),
  );
});

test("names are written as mail has them, and no word is longer than it may be", () => {
  const cc = [
    { name: 'A "b" \\ c', email: "a@a.example" },
    { name: "Вера Павловна Розальская, из романа 👩🏽‍🚀 о новых людях", email: "vera@пример.example" },
    { name: "=?utf-8?Q?x?=", email: "x@a.example" },
    { name: null, email: "bare@a.example" },
  ];
  const made = headerAgain("From: me@a.example", { ...again, to: [], cc });
  const field = made.slice(made.indexOf("Cc: "), -4);
  expect(field.startsWith(String.raw`Cc: "A \"b\" \\ c" <a@a.example>,`)).toBe(true);
  const words = [...field.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)];
  expect(words.every(([word]) => word.length <= 75)).toBe(true);
  const named = words.map(([, base64]) =>
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64!, "base64")),
  );
  expect(named.join("")).toBe(`${cc[1]!.name}${cc[2]!.name}`);
  expect(Buffer.from(field, "latin1").toString()).toContain(" <vera@пример.example>,\r\n ");
  expect(field.endsWith(",\r\n bare@a.example")).toBe(true);
});

test("the header ends at its empty line, and begins after what stands before it", () => {
  expect(splitHeader("A: 1\r\nB: 2\r\n\r\nbody\r\n\r\n")).toEqual({ header: "A: 1\r\nB: 2", bodyStart: 14 });
  expect(splitHeader("\xef\xbb\xbf\n\nA: 1\n\nbody")).toEqual({ header: "A: 1", bodyStart: 11 });
  expect(splitHeader("A: 1\r\nB: ")).toBeUndefined();
});

test("[6532 §3.2] each character is an octet, in addresses and ids outside ASCII too", () => {
  const people = [{ name: null, email: "вера@пример.рф" }];
  const made = headerAgain("From: me@a.example", {
    to: people,
    cc: people,
    bcc: people,
    at,
    messageId: "новое@пример.рф",
  });
  expect(made).toMatch(/^[\0-\xff]*$/);
  expect(() => btoa(made)).not.toThrow();
  expect(Buffer.from(made, "latin1").toString()).toContain(
    "\r\nMessage-ID: <новое@пример.рф>\r\nTo: вера@пример.рф\r\n",
  );
});
