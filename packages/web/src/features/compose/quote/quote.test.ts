// @vitest-environment jsdom
import { expect, test } from "vitest";
import { fromHtml, toText } from "../editor/html.ts";
import { quoteForForward, quoteForReply, splitQuote, withQuote } from "./quote.ts";

test("a plain Email is quoted line by line and escaped in HTML", () => {
  const quote = quoteForReply("Anna wrote:", { html: null, text: "1 < 2\n> earlier\n" });
  expect(quote.text).toBe("Anna wrote:\n> 1 < 2\n>> earlier");
  expect(quote.html).toContain("1 &lt; 2");
});

test("a forwarded Email shows its fields", () => {
  const quote = quoteForForward("Forwarded", [["Subject", "<b>"]], { html: "<p>x</p>", text: "x" });
  expect(quote.text).toBe("-------- Forwarded --------\nSubject: <b>\n\nx");
  expect(quote.html).toContain("<b>Subject:</b> &lt;b&gt;");
});

test("a draft that is opened again has its quote apart from its own text", () => {
  const quote = quoteForReply("Anna wrote:", { html: "<table><tbody><tr><td>x</td></tr></tbody></table>", text: "x" });
  const message = withQuote({ html: "<p>Hello</p>", text: "Hello" }, quote);
  expect(splitQuote(message.html, message.text, (html) => toText(fromHtml(html)))).toEqual({
    html: "<p>Hello</p>",
    quote,
  });
});
