// @vitest-environment jsdom
/** Parsers of messages, links and drafts take linear time for a hundred thousand repetitions. */
import { expect, test } from "vitest";
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { fromHtml, toText } from "./editor/html.ts";
import { readMailto } from "./mailto.ts";
import { quoteForReply, splitQuote } from "./quote/quote.ts";
import { safeFileName } from "../../store/files/file-names.ts";

const cases: Record<string, () => void> = {
  "line ends within a text that is quoted": () =>
    void quoteForReply("Anna wrote:", { html: null, text: `${"\n".repeat(200_000)}x` }),
  "spaces within an address of a link": () => void readMailto(`mailto:x${" ".repeat(99_000)}x`),
  "spaces within the name of a file": () => void safeFileName(`x${" ".repeat(200_000)}x`),
};

test.each(Object.entries(cases))("%s", (_, read) => {
  expect(cpuTime(read)).toBeLessThan(1000);
});

const heavy = {
  "elements in elements": "<div>".repeat(20_000),
  "very many elements": "<i>x</i> ".repeat(40_000),
  "very many attributes": `<p ${Array.from({ length: 1000 }, (_, i) => `a${i}=1`).join(" ")}>x</p>`,
};

test.each(Object.entries(heavy))("%s: a draft or a paste is its words, to the last", (_, html) => {
  const draft = `<p>first</p>${html}<p>last</p>`;
  expect(splitQuote(draft, "", () => "")).toEqual({ html: draft, quote: null });
  let text = "";
  expect(cpuTime(() => void (text = toText(fromHtml(draft))))).toBeLessThan(2500);
  expect(text).toMatch(/^first[^]*last$/);
});

test("quotes in quotes are marked as far as one can tell them apart", () => {
  const lines = 300;
  const doc = fromHtml(`${"<blockquote>".repeat(200)}${"<p>x</p>".repeat(lines)}`);
  const text = toText(doc);
  expect(text.split("\n")).toHaveLength(lines);
  expect(text.length).toBeLessThan(lines * 110);
});

test("lists in quotes and quotes in lists keep their signs", () => {
  const html =
    "<blockquote><ol start=9><li><p>one</p><blockquote><p>said</p><p>more</p></blockquote></li><li><p>two</p></li></ol></blockquote><p>end</p>";
  expect(toText(fromHtml(html))).toBe("> 9. one\n>    > said\n>    > more\n> 10. two\nend");
});
