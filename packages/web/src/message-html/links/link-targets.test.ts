import { expect, test } from "vitest";
import { misleadingLink, withoutTracking } from "./link-targets.ts";

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
  ["https://attack.test/", "Log in at www.bank.example now", "attack.test"],
  ["https://attack.test/", "Log in at mybank.com.", "attack.test"],
  ["https://attack.test/", "Войдите на сайт сбербанк.рф", "attack.test"],
  ["https://attack.test/", "www.bank.example (attack.test)", "attack.test"],
  ["https://attack.test/", "(https://bank.example)", "attack.test"],
  ["https://attack.test/", "Write to help@bank.example", "attack.test"],
  ["https://attack.test/", "www．bank．example", "attack.test"],
  ["https://attack.test/", "ｗｗｗ。ｂａｎｋ｡ｅｘａｍｐｌｅ", "attack.test"],
  ["https://attack.test/", "www․bank․example", "attack.test"],
  ["https://attack.test/", "www.ba\u00adnk.exam\u2060ple", "attack.test"],
  ["https://attack.test/", "www.ba\u034fnk.exam\u3164ple", "attack.test"],
  ["https://attack.test/", "WWW.BANK.EXAMPLE", "attack.test"],
  ["https://attack.test/", "www.bank.example\nSign in", "attack.test"],
  ["https://www.bank.example@attack.test/", "Sign in", "attack.test"],
  ["https://www.bank.example%2Fin@attack.test/", "Sign in", "attack.test"],
  ["https://bank.example\u2215in.attack.test/", "Sign in", "bank.xn--examplein-rg4e.attack.test"],
  ["https://mallory.github.io/", "alice.github.io", "mallory.github.io"],
  ["https://attack.test/", "http://192.168.0.1/admin", "attack.test"],
  ["https://attack.test/", "Your router: https://10.0.0.1", "attack.test"],
])("%s behind %j leads to %s", (href, text, host) => {
  expect(misleadingLink(href, text)?.host).toBe(host);
});

test.each([
  ["https://click.bank.example/x", "www.bank.example"],
  ["https://attack.test/", "Sign in"],
  ["https://files.example/", "report.final.pdf"],
  ["https://files.example/", "v1.2"],
  ["https://files.example/", "Version 10.2.3.4"],
  ["http://192.168.0.1/", "http://192.168.0.1/admin"],
  ["https://пример.рф/", "пример.рф"],
  ["https://xn--e1afmkfd.xn--p1ai/", "https://пример.рф/"],
  ["tel:+7495", "bank.example"],
  ["mailto:a@bank.example?subject=x", "a@bank.example"],
  ["https://attack.test/", "Learn ASP.NET and Node.js"],
  ["https://attack.test/", "It was today.It is over"],
  ["https://attack.test/", "See README.md and setup.py"],
  ["https://attack.test/", "i.e. at 9 a.m."],
  ["https://attack.test/", "Why Booking.com raises its prices for the summer"],
  ["https://attack.test/", "Банки.ру"],
  ["https://user:word@bank.example/", "Sign in"],
  ["https://bank.example@bank.example/", "Sign in"],
  ["http://192.0.2.1:8080/", "Router"],
  ["http://[2001:db8::1]/", "Router"],
])("%s behind %j is as it seems", (href, text) => {
  expect(misleadingLink(href, text)).toBeUndefined();
});
