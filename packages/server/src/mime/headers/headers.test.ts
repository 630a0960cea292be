import { describe, expect, test } from "vitest";
import { convenienceHeaders, headerForm, headersOf, mayHaveForm } from "./headers.ts";

const headers = (text: string | Buffer): { name: string; value: string }[] => {
  const bytes = Buffer.from(text);
  return headersOf(bytes, 0, bytes.length);
};
const subject = (value: Buffer): string | undefined =>
  headers(Buffer.concat([Buffer.from("Subject:"), value, Buffer.from("\r\n\r\n")]))[0]?.value;
const form = (raw: string, kind: Parameters<typeof headerForm>[1]): unknown => headerForm([raw], kind, false);

describe("the list of fields", () => {
  test("[8621 §4.1.2.1] raw values keep their folding; names are as written; order and repeats stay", () => {
    expect(headers("Subject: a\r\n b\r\nX-A:1\r\nx-a : 2\r\n\r\nbody: no")).toEqual([
      { name: "Subject", value: " a\r\n b" },
      { name: "X-A", value: "1" },
      { name: "x-a", value: " 2" },
    ]);
  });

  test("[8621 §4.1.2.1] NUL is dropped; octets above 127 are UTF-8, else of the likeliest old charset", () => {
    expect(subject(Buffer.from("а\0б"))).toBe("аб");
    // "Привет, мир" in windows-1251 and in koi8-r, "Grüße" in latin1
    expect(subject(Buffer.from("cff0e8e2e5f22c20ece8f0", "hex"))).toBe("Привет, мир");
    expect(subject(Buffer.from("f0d2c9d7c5d42c20cdc9d2", "hex"))).toBe("Привет, мир");
    expect(subject(Buffer.from("4772fcdf65", "hex"))).toBe("Grüße");
  });
});

describe("forms", () => {
  test("[8621 §4.1.3] of several fields the last counts, or with :all each; none gives null", () => {
    expect(headerForm([" a", " b"], "asText", false)).toBe("b");
    expect(headerForm([" a", " b"], "asText", true)).toEqual(["a", "b"]);
    expect(headerForm([], "asText", false)).toBeNull();
    expect(headerForm([], "asText", true)).toEqual([]);
  });

  test.each([
    [" folded\r\n  text ", "folded  text"],
    [" =?utf-8?B?0J/RgNC40LLQtdGC?= =?utf-8?Q?=2C_=D0=BC?=\r\n =?UTF-8?Q?=D0=B8=D1=80?=", "Привет, мир"],
    ["=?koi8-r?B?8NLJ18XU?= and =?win-1251?Q?=EC=E8=F0?=", "Привет and мир"],
    // A character split over two words, their charset in two spellings
    ["=?utf-8?B?0J8=?= x =?utf-8?Q?=D0?= =?UTF-8?Q?=9F?=", "П x П"],
    ["=?iso-8859-1*de?Q?Gr=FC=DFe?=", "Grüße"],
    ["=?utf-7?Q?+BB8-?=", "П"],
    ["=?no-such-charset-at-all?X?a?=", "=?no-such-charset-at-all?X?a?="],
    ["e\u0301", "\u00e9"],
  ])("[8621 §4.1.2.2] asText %j", (raw, expected) => {
    expect(form(raw, "asText")).toBe(expected);
  });

  test.each([
    [
      ' "Smith, John" <j@a.example>, b@a.example',
      [
        ["Smith, John", "j@a.example"],
        [null, "b@a.example"],
      ],
    ],
    ["j@a.example (John)", [["John", "j@a.example"]]],
    ["=?utf-8?Q?=D0=98=D0=B2=D0=B0=D0=BD,_=D1=8F?= <i@a.example>", [["Иван, я", "i@a.example"]]],
    [
      "Team: a@a.example, B <b@a.example>;, c@a.example",
      [
        [null, "a@a.example"],
        ["B", "b@a.example"],
        [null, "c@a.example"],
      ],
    ],
    ["undisclosed-recipients:;", []],
    ["MAILER-DAEMON", [[null, "MAILER-DAEMON"]]],
    ["Mary Smith", [["Mary Smith", ""]]],
    ["<a@[192.0.2.1]>", [[null, "a@[192.0.2.1]"]]],
    ["", []],
  ])("[8621 §4.1.2.3] asAddresses %j", (raw, expected) => {
    expect(form(raw, "asAddresses")).toEqual(expected.map(([name, email]) => ({ name, email })));
  });

  test("[8621 §4.1.2.4] asGroupedAddresses: those outside a group form one without a name", () => {
    expect(form('a@a.example, "My, team": b@a.example;, c@a.example, d@a.example', "asGroupedAddresses")).toEqual([
      { name: null, addresses: [{ name: null, email: "a@a.example" }] },
      { name: "My, team", addresses: [{ name: null, email: "b@a.example" }] },
      {
        name: null,
        addresses: [
          { name: null, email: "c@a.example" },
          { name: null, email: "d@a.example" },
        ],
      },
    ]);
  });

  test.each([
    [" <a@b>\r\n <c@d>", ["a@b", "c@d"]],
    ["Your message of Monday <a@b>", ["a@b"]],
    ["a@b", ["a@b"]],
    ["nothing", null],
  ])("[8621 §4.1.2.5] asMessageIds %j", (raw, expected) => {
    expect(form(raw, "asMessageIds")).toEqual(expected);
  });

  test.each([
    [" Fri, 21 Nov 2026 14:05:06 +0300 (MSK)", "2026-11-21T14:05:06+03:00"],
    ["21 Nov 26 14:05 EST", "2026-11-21T14:05:00-05:00"],
    ["Fri, 21 Nov 99 14:05:06 GMT", "1999-11-21T14:05:06Z"],
    ["21 Nov 2026 14:05:06 -0000", "2026-11-21T14:05:06Z"],
    ["Sat Nov 21 14:05:06 2026", "2026-11-21T14:05:06Z"],
    ["2026-11-21T14:05:06.123+03:00", "2026-11-21T14:05:06+03:00"],
    ["Fri, 31 Feb 2026 14:05:06 +0000", null],
    ["yesterday", null],
  ])("[8621 §4.1.2.6] asDate %j", (raw, expected) => {
    expect(form(raw, "asDate")).toBe(expected);
  });

  test("[8621 §4.1.2.7] asURLs", () => {
    expect(form("<mailto:a@b?subject=x>,\r\n <https://a.example/\r\n b> (comment)", "asURLs")).toEqual([
      "mailto:a@b?subject=x",
      "https://a.example/b",
    ]);
    expect(form("NO", "asURLs")).toBeNull();
  });
});

test("[8621 §4.1.2] a field of RFC 5322 or 2369 has its own forms, any other has all", () => {
  expect(mayHaveForm("SUBJECT", "asText")).toBe(true);
  expect(mayHaveForm("Subject", "asAddresses")).toBe(false);
  expect(mayHaveForm("Resent-To", "asGroupedAddresses")).toBe(true);
  expect(mayHaveForm("List-Post", "asURLs")).toBe(true);
  expect(mayHaveForm("Received", "asText")).toBe(false);
  expect(mayHaveForm("X-Own", "asDate")).toBe(true);
});

test.each([
  ["=?iso-8859-1?Q?Fr\xf6sche?=", "Frösche"],
  ["=?koi8-r?q?\xf0\xd2\xc9\xd7\xc5\xd4?= =?koi8-r?Q?,_\xcd\xc9\xd2?=", "Привет, мир"],
  ["=?iso-8859-1?Q?\xd0\x9f\xd1\x80\xd0\xb8?=", "При"],
  ["=?utf-8?Q?\xd0?= =?utf-8?Q?\x9f?=", "П"],
])("[RFC 2047 §4.2] octets that stand unencoded in a Q word are of its charset: %o", (raw, expected) => {
  const bytes = Buffer.from(`Subject: ${raw}\r\nFrom: ${raw} <a@b.example>\r\n\r\n`, "latin1");
  const read = convenienceHeaders(headersOf(bytes, 0, bytes.length));
  expect(read.subject).toBe(expected);
  expect(read.from).toEqual([{ name: expected, email: "a@b.example" }]);
});

test("an encoded word with an unknown label is guessed, and its specials are not parsed as an address", () => {
  const [field] = headersOf(Buffer.from("To: =?x-nobody?B?z/Do4uXy?= <a@b.example>\r\n\r\n"), 0, 50);
  expect(headerForm([field!.value], "asAddresses", false)).toEqual([{ name: "Привет", email: "a@b.example" }]);
  const forged = `=?x-nobody?B?${Buffer.from('x" <evil@c.example>, "').toString("base64")}?= <a@b.example>`;
  expect(headerForm([forged], "asAddresses", false)).toMatchObject([{ email: "a@b.example" }]);
  const utf7 = `=?utf-7?B?${Buffer.from("<evil+AEA-c.example>,").toString("base64")}?= <a@b.example>`;
  expect(headerForm([utf7], "asAddresses", false)).toMatchObject([{ email: "a@b.example" }]);
});
