// @vitest-environment jsdom
/** Parsers of messages take linear time for two million repetitions. */
import { expect, test } from "vitest";
import { cpuTime } from "../../../jmap/test/cpu-time.ts";
import { cleanHtml } from "./clean/clean.ts";
import { parsePlainText } from "./text/plain-text.ts";
import { addressIn } from "./clean/resources.ts";
import { wordsOf } from "./text/html-words.ts";
import { wordsWithoutTags } from "./text/words-without-tags.ts";

const cases: Record<string, () => void> = {
  "spaces within a plain text": () =>
    void parsePlainText(`${" ".repeat(300_000)}x`, { isFlowed: false, dropsSpace: false }),
  "spaces within an address": () => void addressIn(`https://a.example/${" ".repeat(300_000)}x`),
  "spaces within a link that is read as text": () => void wordsOf(`<a href="x${" ".repeat(150_000)}x">x</a>`),
  "media rules that never come to their block": () => void cleanHtml(`<style>${"@media ".repeat(70_000)}</style>x`),
  "comments and spaces before a rule": () => void cleanHtml(`<style>${"/**/ ".repeat(100_000)}a{color:red}</style>x`),
  "functions in functions": () =>
    void cleanHtml(`<p style="width:${"calc(1px + ".repeat(30_000)}1px${")".repeat(30_000)}">x</p>`),
  "comments that never end": () => void wordsWithoutTags("<!--".repeat(200_000)),
  "tags that never end": () => void wordsWithoutTags("<p ".repeat(200_000)),
  "line ends and references to spaces": () => void wordsWithoutTags(`${"&#32;".repeat(100_000)}x`),
};

test.each(Object.entries(cases))("%s", (_, read) => {
  expect(cpuTime(read)).toBeLessThan(2500);
});

test("functions deeper than any message has them are left out, and what stands beside them stays", () => {
  const { html } = cleanHtml(`<p style="width:${"calc(".repeat(5000)}1px${")".repeat(5000)};color:red">x</p>`);
  expect(html).toBe('<p style="color:red">x</p>');
});

test.each([
  ["text-shadow:0 0 5000px red", ""],
  [`text-shadow:${"0 0 1px red,".repeat(2000)}0 0 1px red`, ""],
  [`background:${"linear-gradient(red,blue),".repeat(2000)}red`, ""],
  ["text-shadow:0 0 4px red", ' style="text-shadow:0 0 4px red"'],
])("%.30s: what takes seconds to paint is left out", (style, kept) => {
  expect(cleanHtml(`<p style="${style}">x</p>`).html).toBe(`<p${kept}>x</p>`);
});

test("what markup says without its tags", () => {
  const words = wordsWithoutTags(
    "<!-- no --><style>p{}</style><p title='a > b'>One &amp; two</p><div>3 < 4<br>five</div><script>no</script>&lt;b&gt; <p ",
  );
  expect(words).toBe("b'>One & two\n3 < 4\nfive\n<b> <p");
});
