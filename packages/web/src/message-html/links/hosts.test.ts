import { expect, test } from "vitest";
import { isDeceptiveHost, isSameSite, readableHost } from "./hosts.ts";

test.each([
  ["xn--e1afmkfd.xn--p1ai", "пример.рф"],
  ["xn--80ak6aa92e.com", "аррӏе.com"],
  ["xn--bcher-kva.example", "bücher.example"],
  ["xn--fiqs8s", "中国"],
  ["example.org", "example.org"],
  ["xn--\u0000.example", "xn--\u0000.example"],
  ["xn--99999999.example", "xn--99999999.example"],
])("[3492] %s is %s", (host, readable) => {
  expect(readableHost(host)).toBe(readable);
});

test.each([
  "pаypal.com",
  "gооgle.com",
  "xn--pypal-4ve.com",
  "соре.com",
  "ехо.ru",
  "αρρ.com",
  "xn--80ak6aa92e.com",
  "bank.exampłе.com",
  // Whole words of letters that look like others: Cyrillic with the palochka, Greek, Armenian, Cherokee, Coptic, Lisu.
  "раураӏ.com",
  "гѡѵҽ.com",
  "γσωη.com",
  "օոսց.com",
  "ꮖꮪꮯ.com",
  "ⲟⲣⲉⲛ.com",
  "ꓑꓮꓬꓑꓮꓡ.com",
  // Latin letters of phonetic alphabets, letters and digits of other scripts among Latin ones.
  "ɡoogle.com",
  "ɑpple.com",
  "ᴘaypal.com",
  "googǀe.com",
  "lınkedin.com",
  "gဝဝgle.com",
  "g०gle.com",
  "g٥gle.com",
  "bankꓸexample.com",
])("%s is not what it looks like", (host) => {
  expect(isDeceptiveHost(readableHost(host))).toBe(true);
});

test.each([
  "example.com",
  "пример.рф",
  "почта.com",
  "bücher.example",
  "中国.cn",
  "日本語ひらがな.jp",
  "t-shirt日本.jp",
  "한국abc.kr",
  "việtnam.example",
  "kapı.com.tr",
  "alışveriş.com",
  "ısı.az",
  "погода.com",
  "ελλάδα.gr",
  "१२३.com",
  "xn--p1ai",
  "1.2.3.4",
])("%s is", (host) => {
  expect(isDeceptiveHost(readableHost(host))).toBe(false);
});

test("a site is known by its last names", () => {
  expect(isSameSite("www.shop.example", "click.mail.shop.example")).toBe(true);
  expect(isSameSite("shop.co.uk", "bank.co.uk")).toBe(false);
  expect(isSameSite("shop.example", "shop.example.attack.test")).toBe(false);
});
