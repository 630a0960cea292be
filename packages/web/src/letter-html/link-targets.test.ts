import { expect, test } from "vitest";
import { unexpectedHost, withoutTracking } from "./link-targets.ts";

test.each([
  ["https://a.example/?utm_source=x&id=7&UTM_Medium=y&fbclid=z#part", "https://a.example/?id=7#part"],
  ["https://a.example/x?gclid=1&yclid=2&mc_eid=3&mc_cid=4&_openstat=5", "https://a.example/x"],
  ["https://a.example/?%75tm_source=1&q=a%20b&empty", "https://a.example/?q=a%20b&empty"],
  ["https://a.example/?q=utm_source=1", "https://a.example/?q=utm_source=1"],
  ["https://a.example/?%=1&a=b", "https://a.example/?%=1&a=b"],
  ["mailto:a@b.example?subject=utm_x", "mailto:a@b.example?subject=utm_x"],
  ["https://a.example/utm_source=1", "https://a.example/utm_source=1"],
])("%s is %s", (href, clean) => {
  expect(withoutTracking(href)).toBe(clean);
});

test.each([
  ["https://attack.test/", "https://www.bank.example/in", "attack.test"],
  ["https://attack.test/", "bank.example", "attack.test"],
  ["https://bank.example.attack.test/", "bank.example", "bank.example.attack.test"],
  ["https://bank.example@attack.test/", "bank.example", "attack.test"],
  ["https://attack.test/", "  ba\u200bnk.example ", "attack.test"],
  ["mailto:x@attack.test", "help@bank.example", "attack.test"],
  ["https://bаnk.example/", "Sign in", "xn--bnk-6cd.example"],
])("%s behind %j leads to %s", (href, text, host) => {
  expect(unexpectedHost(href, text)).toBe(host);
});

test.each([
  ["https://click.bank.example/x", "www.bank.example"],
  ["https://attack.test/", "Sign in"],
  ["https://files.example/", "report.final.pdf"],
  ["https://files.example/", "v1.2"],
  ["https://пример.рф/", "пример.рф"],
  ["https://xn--e1afmkfd.xn--p1ai/", "https://пример.рф/"],
  ["tel:+7495", "bank.example"],
  ["mailto:a@bank.example?subject=x", "a@bank.example"],
])("%s behind %j is as it seems", (href, text) => {
  expect(unexpectedHost(href, text)).toBeUndefined();
});
