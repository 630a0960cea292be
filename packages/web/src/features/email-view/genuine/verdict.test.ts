import { expect, test } from "vitest";
import type { SenderChecks } from "@pismo/jmap";
import { verdictOf, type VerdictFacts } from "./verdict.ts";

const server = { server: "mx.home.example", results: [] };
const refusing: SenderChecks = { ...server, results: [{ method: "dmarc", result: "fail", domain: "shop.example" }] };
const quiet: VerdictFacts = {
  address: "news@shop.example",
  checks: server,
  authentication: "pass",
  warnings: [],
  resemblance: undefined,
  misleading: [],
  nearHosts: [],
  reported: 0,
  caution: undefined,
};
const link = { named: "bank.example", host: "attack.test" };

test.each<[string, string, Partial<VerdictFacts>]>([
  ["fine", "proven", {}],
  ["doubt", "unproven", { authentication: "none" }],
  ["doubt", "unchecked", { authentication: "none", checks: null }],
  ["doubt", "untold", { authentication: "none", checks: undefined }],
  ["doubt", "noSender", { address: undefined }],
  ["danger", "misleading", { address: undefined, authentication: "none", misleading: [link] }],
  [
    "danger",
    "otherAddress",
    { address: undefined, warnings: [{ kind: "otherAddress", named: "a@bank.example", address: "x@y.test" }] },
  ],
  ["danger", "phishing", { address: undefined, caution: "phishing" }],
  ["danger", "failed", { authentication: "fail", checks: refusing }],
  ["doubt", "unproven", { authentication: "fail" }],
  ["danger", "failed", { authentication: "fail", checks: refusing, caution: "phishing", misleading: [link] }],
  ["danger", "phishing", { caution: "phishing" }],
  ["danger", "reported", { reported: 1, misleading: [link] }],
  ["danger", "misleading", { misleading: [link] }],
  ["danger", "misleading", { misleading: [link], checks: null, authentication: "none" }],
  ["doubt", "nearHost", { nearHosts: [{ host: "bamk.example", known: "bank.example" }], caution: "spam" }],
  ["doubt", "spam", { caution: "spam" }],
  ["danger", "lookalike", { warnings: [{ kind: "lookalike", address: "a@pаypal.com", real: "xn--pypal-4ve.com" }] }],
  ["danger", "otherAddress", { warnings: [{ kind: "otherAddress", named: "a@bank.example", address: "x@y.test" }] }],
  ["fine", "proven", { warnings: [{ kind: "replyElsewhere", address: "a@other.example" }] }],
  ["danger", "nearAddress", { resemblance: { kind: "nearAddress", known: "news@shops.example" } }],
  ["doubt", "knownName", { resemblance: { kind: "knownName", name: "Anna Low", known: "anna@home.example" } }],
])("%s: %s", (tone, reason, facts) => {
  expect(verdictOf({ ...quiet, ...facts })).toMatchObject({ tone, reason });
});

test("fine is only what a believed server has proven, whatever else is known", () => {
  for (const authentication of ["none", "fail"] as const) {
    for (const checks of [server, null, undefined]) {
      for (const caution of [undefined, "spam", "phishing"] as const) {
        const { tone } = verdictOf({ ...quiet, authentication, checks, caution });
        expect(tone).not.toBe("fine");
      }
    }
  }
});

test("the sentence names whose word it is", () => {
  expect(verdictOf(quiet).values).toEqual({
    address: "news@shop.example",
    host: "shop.example",
    server: "mx.home.example",
  });
  expect(verdictOf({ ...quiet, misleading: [link] }).values).toEqual(link);
});
