import { expect, test } from "vitest";
import { authenticationOf, believedResults, parseAuthenticationResults } from "./authentication-results.ts";

const trusted = new Set(["mx.home.example"]);
const header = (...fields: [name: string, value: string][]) => fields.map(([name, value]) => ({ name, value }));
const results = (...values: string[]) =>
  header(...values.map((value): [string, string] => ["Authentication-Results", value]));
const verdict = (...values: string[]) =>
  authenticationOf(believedResults(results(...values), { names: trusted }), "Anna@shop.example");

test("[8601 §2.2] the server, the methods and their properties, without comments", () => {
  expect(
    parseAuthenticationResults(
      ' mx.home.example 1; spf=pass (sender is\r\n known) smtp.mailfrom=a@b.example;\r\n dkim/1=FAIL reason="bad" header.d=B.example header.i="@b.example"',
    ),
  ).toEqual({
    server: "mx.home.example",
    results: [
      { method: "spf", result: "pass", properties: { "smtp.mailfrom": "a@b.example" } },
      { method: "dkim", result: "fail", properties: { "header.d": "b.example", "header.i": "@b.example" } },
    ],
  });
  expect(parseAuthenticationResults("mx.home.example; none")?.results).toEqual([]);
  expect(parseAuthenticationResults("mx.home.example 2; spf=pass")).toBeUndefined();
  expect(parseAuthenticationResults("")).toBeUndefined();
});

test.each([
  ["pass", "mx.home.example; dmarc=pass header.from=shop.example"],
  ["pass", "mx.home.example; dkim=pass header.d=mail.shop.example"],
  ["pass", "mx.home.example; spf=pass smtp.mailfrom=bounce@shop.example; dkim=fail header.d=list.example"],
  ["fail", "mx.home.example; dmarc=fail header.from=shop.example; spf=pass smtp.mailfrom=x@shop.example"],
  ["fail", "mx.home.example; spf=fail smtp.mailfrom=shop.example"],
  ["none", "mx.home.example; dkim=pass header.d=other.example; spf=pass smtp.mailfrom=other.example"],
  ["none", "mx.home.example; dkim=pass header.d=example"],
  ["none", "mx.home.example; dmarc=pass header.from=other.example"],
  ["none", "mx.home.example; none"],
  ["none", "mx.home.example.attack.example; dmarc=pass header.from=shop.example"],
])("%s: %s", (expected, value) => {
  expect(verdict(value)).toBe(expected);
});

test("[8601 §5] fields that the sender wrote below do not count", () => {
  const forged = "mx.home.example; dmarc=pass header.from=shop.example";
  expect(verdict("mx.home.example; dmarc=fail header.from=shop.example", forged)).toBe("fail");
  expect(verdict("mx.home.example; spf=none", "other.example; x=y", forged)).toBe("none");
  expect(believedResults(results(forged), { names: new Set() })).toEqual([]);
});

const pass = "dmarc=pass header.from=shop.example";
const by = (host: string): [string, string] => [
  "Received",
  ` from (by away.example) x.example by ${host} with LMTP; x`,
];
const ar = (server: string): [string, string] => ["Authentication-Results", `${server}; ${pass}`];
const believed = (mailServer: string | undefined, ...fields: [string, string][]) =>
  believedResults(header(["Return-Path", "<a@shop.example>"], ...fields), { names: new Set(), mailServer }).length > 0;

const isBelieved = (server: string, receiver = "mail.home.example") =>
  believed("imap.home.example", ar(server), by(receiver));

test("[8601 §5] in a mirrored message, fields above every Received field are its server's", () => {
  expect(isBelieved("mx1.home.example")).toBe(true);
  expect(isBelieved("home.example")).toBe(true);
  expect(isBelieved("mx.hoster.example", "MX.hoster.example")).toBe(true);
  expect(isBelieved("mx.hoster.example")).toBe(false);
  expect(isBelieved("mx.nothome.example")).toBe(false);
});

test("[8601 §5] fields below a Received field may be the sender's, and do not count", () => {
  const own = ar("mx.home.example");
  expect(believed("imap.home.example", by("mail.home.example"), own)).toBe(false);
  expect(believed("imap.home.example", by("mail.home.example"), own, by("mx.home.example"))).toBe(false);
  expect(believed("imap.home.example", own)).toBe(false);
  // A message received here has no such server.
  expect(believed(undefined, own, by("mail.home.example"))).toBe(false);
});

test("[8601 §5] a server that always writes the field is trusted by its name, in the topmost field only", () => {
  const gmail = (...fields: [string, string][]) =>
    believedResults(header(by("2002:a05:6000::1"), ...fields), { names: new Set(), mailServer: "imap.gmail.com" });
  expect(gmail(ar("mx.google.com"))).toHaveLength(1);
  expect(gmail(["Authentication-Results", "mx.google.com; dmarc=fail"], by("x"), ar("mx.google.com"))).toMatchObject([
    { result: "fail" },
  ]);
  expect(gmail(ar("mx.gmail.com"))).toEqual([]);
});
