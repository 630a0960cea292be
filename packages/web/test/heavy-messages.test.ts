// @vitest-environment node
/** Messages that would hold the page up are known by counts before they can, and real ones are far from the limits. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appPolicy, type MessageBrowser, openMessageBrowser } from "./support/message-browser.ts";

let browser: MessageBrowser;
beforeAll(async () => void (browser = await openMessageBrowser(appPolicy)), 60_000);
afterAll(() => browser.close());

const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join("");
const sheet = (css: string): string => `<style>${css}</style>`;
const last = "<p>the last words</p>";

const heavy: Record<string, string> = {
  "very many elements": "<i>x</i>".repeat(40_000),
  "elements in elements": "<div>".repeat(20_000),
  "formatting in formatting": "<b>".repeat(20_000),
  "half a megabyte of open elements": "<div>".repeat(100_000),
  "formatting that every paragraph repeats": `<div>${many(400, (i) => `<font color="#${i + 100}">`)}</div>${"<p>x</p>".repeat(20_000)}`,
  "formatting that a table throws out": `<table>${many(5000, (i) => `<b id="${i}">`)}${"<p>x</p>".repeat(10_000)}`,
  "elements in the content of a template": `<template>${"<div>".repeat(20_000)}`,
  "an element with very many attributes": `<p ${many(100_000, (i) => `a${i}=1 `)}>x</p>`,
  "very many attributes": many(15_000, () => `<p a b c d e f g h>`),
  "unknown elements, each of which is unwrapped by copying": "<x>".repeat(450) + "<i>a</i>".repeat(15_000),
  "cells that span everything": `<table>${"<tr><td colspan=1000 rowspan=65000>1</td></tr>".repeat(1000)}</table>`,
  "selectors for all elements":
    sheet(many(3000, (i) => `div div div :not(.a${i}) * ~ * + *{color:red}`)) + "<p><i>x</i><i>y</i></p>".repeat(1000),
  "selectors that try each sibling for each sibling":
    sheet(many(100, (i) => `.z${i} + i ~ i + i ~ i{color:red}`)) + "<i>x</i>".repeat(1000),
  "selectors that try each ancestor for each ancestor":
    sheet(many(10, (i) => `.z${i} > b b > b b > b b > b b{color:red}`)) + "<div><b>".repeat(200) + "x",
};

test.each(Object.entries(heavy))("%s: shown as text, to the last word", async (_, html) => {
  const message = html + last;
  const [isShown, words] = await browser.page.evaluate(
    (given) => [window.harness.isWithin(given), window.harness.words(given)] as const,
    message,
  );
  expect(isShown).toBe(false);
  expect(words.trim()).toMatch(/the last words$/);
});

test("an answer has no markup of such a message to quote: its words are quoted", async () => {
  const quote = await browser.page.evaluate(
    (html) => window.harness.quote(html),
    `<p>first</p>${heavy["elements in elements"]!}<p>last &lt;words&gt;</p>`,
  );
  expect(quote).toBeUndefined();
});

const folder = new URL("./fixtures/newsletters/", import.meta.url);
const newsletters = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

test.each(newsletters)("%s asks for less than a tenth of what a message may", async (name) => {
  const html = readFileSync(new URL(name, folder), "utf8");
  expect(await browser.page.evaluate((message) => window.harness.isWithin(message, 0.1), html)).toBe(true);
});

test("an answer in a thread of eighty messages, each quoting the one before, is shown as it is", async () => {
  const html = '<div dir="ltr">Yes</div><div class="gmail_quote"><blockquote><div dir="ltr"><p>'.repeat(80) + "</p>";
  expect(await browser.page.evaluate((message) => window.harness.isWithin(message), html)).toBe(true);
});

test("a report of a thousand rows is shown as it is", async () => {
  const row = `<tr>${'<td style="padding:4px;border:1px solid #ccc">1,234.50</td>'.repeat(12)}</tr>`;
  const html = `<table>${row.repeat(1000)}</table>`;
  expect(await browser.page.evaluate((message) => window.harness.isWithin(message), html)).toBe(true);
});

test("a message in pieces is the same document as one at once", async () => {
  const name = newsletters.find((each) => each.endsWith("shop.html"))!;
  const html = readFileSync(new URL(name, folder), "utf8") + "<p>🐚 – ёлка</p>".repeat(2000);
  expect(html.length).toBeGreaterThan(20_000);
  const [pieces, whole] = await browser.page.evaluate((message) => window.harness.bothParsed(message), html);
  expect(pieces).toBe(whole);
});

const frames = () => browser.page.locator("#root iframe");

describe("what is wanted all the same", () => {
  test.each(["very many elements", "an element with very many attributes", "elements in elements"])(
    "%s: in one frame of the screen's height, which the page does not lay out",
    async (name) => {
      await browser.page.evaluate((html) => void window.harness.showHeavy(html), heavy[name]! + last);
      await expect.poll(() => frames().count()).toBe(1);
      expect(await frames().getAttribute("sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox");
      expect((await frames().boundingBox())!.height).toBeLessThanOrEqual(700);
      expect(browser.events()).toEqual([]);
    },
  );
});

test("a message of ten million pixels stands in a frame of the screen's height and scrolls there", async () => {
  const html = `<div style="height:10000000px">top</div><p>bottom</p>`;
  await browser.page.evaluate((message) => window.harness.show(message), html);
  await expect.poll(() => browser.page.locator("#root iframe").count()).toBe(1);
  expect((await browser.page.locator("#root > div").boundingBox())!.height).toBeLessThanOrEqual(700);
  const bottom = browser.page.frameLocator("#root iframe").getByText("bottom");
  await bottom.scrollIntoViewIfNeeded();
  expect((await bottom.boundingBox())!.y).toBeLessThan(700);
});

test("boxes with columns in one another have none: each would double the time of their layout", async () => {
  const html = '<div style="column-count:3;columns:3">'.repeat(40) + "words";
  const { text } = await browser.page.evaluate((message) => window.harness.showAtOnce(message), html);
  expect(text.trim()).toBe("words");
});
