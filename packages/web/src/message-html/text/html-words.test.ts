// @vitest-environment jsdom
import { expect, test } from "vitest";
import { wordsOf } from "./html-words.ts";

test("words stand on their lines, and each link has its target beside it", () => {
  const html =
    `<style>p{color:red}</style><h1>Your  account</h1><p>Dear\n customer,<br>please <a href="https://attack.test/in">sign in</a>.</p>` +
    `<ul><li>One</li><li>Two</li></ul><table><tr><td>A</td><td>B</td></tr></table><script>alert(1)</script>`;
  expect(wordsOf(html)).toBe(
    "Your account\n\nDear\u0020customer,\nplease sign in <https://attack.test/in> .\n\n• One\n• Two\nA B",
  );
});

test.each([
  ['<a href="https://bank.example/">bank.example</a>', "bank.example"],
  ['<a href="https://attack.test">https://bank.example</a>', "https://bank.example <https://attack.test>"],
  ['<a href="java\nscript:alert(1)">x</a>', "x <javascript:alert(1)>"],
  ['<a href="#top">up</a>', "up"],
  ['<a href="https://attack.test"><img src=x alt="Sign in"></a>', "[Sign in] <https://attack.test>"],
  ['<form action="https://attack.test/f"><input name=firstChild>Password</form>', "<https://attack.test/f>\nPassword"],
  ['<map><area href="https://attack.test"></map>', "<https://attack.test>"],
  ['<p hidden>a</p><p style="color:red; display : none">b</p>c', "c"],
  ["", ""],
])("%s", (html, words) => {
  expect(wordsOf(html)).toBe(words);
});

test("markup as deep as browsers make it is read to its end", () => {
  expect(wordsOf(`${"<div>".repeat(512)}deep`)).toBe("deep");
});
