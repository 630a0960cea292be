// @vitest-environment jsdom
import { expect, test } from "vitest";
import { warningsOf } from "./sender-warnings.ts";

const from = (name: string | null, email = "x@attack.test") => [{ name, email }];

test.each([
  "service@bank.example",
  "Bank <service@bank.example>",
  "serv\u200bice@bank.example",
  "Bank (service@bank.example)",
])("a name that is another address: %j", (name) => {
  expect(warningsOf({ from: from(name), replyTo: null }, undefined)).toEqual([
    { kind: "otherAddress", named: "service@bank.example", address: "x@attack.test" },
  ]);
});

test.each([null, "Anna", "X@Attack.test", "Anna @ work", "Tom & Co. @ 5.00"])(
  "a name that says nothing else: %j",
  (name) => {
    expect(warningsOf({ from: from(name), replyTo: null }, "pass")).toEqual([]);
  },
);

const warn = (email: string) =>
  warningsOf({ from: from("A", "a@mail.shop.example"), replyTo: from(null, email) }, "none");

test("answers that go elsewhere, unless it is the same site", () => {
  expect(warn("b@other.example")).toEqual([{ kind: "replyElsewhere", address: "b@other.example" }]);
  expect(warn("help@shop.example")).toEqual([]);
});

test("a check that failed", () => {
  expect(warningsOf({ from: from("A"), replyTo: null }, "fail")).toEqual([
    { kind: "notProven", address: "x@attack.test" },
  ]);
  expect(warningsOf({ from: null, replyTo: null }, "fail")).toEqual([]);
});

test.each(["help@pаypal.com", "help@xn--pypal-4ve.com"])("%s looks like another address", (email) => {
  expect(warningsOf({ from: [{ name: "PayPal", email }], replyTo: null }, "pass")).toEqual([
    { kind: "lookalike", address: email, real: "xn--pypal-4ve.com" },
  ]);
});

test("an address all in Cyrillic is no lookalike", () => {
  expect(warningsOf({ from: [{ name: null, email: "почта@пример.рф" }], replyTo: null }, "pass")).toEqual([]);
});
