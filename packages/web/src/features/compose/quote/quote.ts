/** The quoted original: a block of its own under the editor, because pasting it into the text would drop its tables and colours. */
import type { Email } from "@pismo/jmap";
import { inertDocument, isTooHeavyToEdit } from "../../../message-html/index.ts";

/** A quote, ready to be inserted into a message. Its HTML is sanitized. */
export interface Quote {
  html: string;
  text: string;
}

/** Marks the block in the message, so that a draft that is opened again finds it. */
const quoteClass = "pismo-quote";

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Not by a regular expression: one that looks for an end tries each run of line ends on its way. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}

const quoteLines = (text: string): string =>
  withoutLastLineEnds(text.replaceAll("\r\n", "\n"))
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`))
    .join("\n");

/** The bodies of the Email that is answered. `html` has been cleaned; where there is none, the text stands for it. */
export interface QuotedBody {
  html: string | null;
  text: string;
}

/** Lines of text as a quote's HTML shows them. */
export const textAsHtml = (text: string): string => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;

/** @param attribution "On …, Anna wrote:" in the interface's language */
export function quoteForReply(attribution: string, body: QuotedBody): Quote {
  const inner = body.html ?? textAsHtml(body.text);
  return {
    html: `<p style="margin:16px 0 8px">${escapeHtml(attribution)}</p><blockquote type="cite" style="margin:0;padding-left:12px;border-left:2px solid #8c8e94">${inner}</blockquote>`,
    text: `${attribution}\n${quoteLines(body.text)}`,
  };
}

/** @param fields label and value of each field that a forwarded Email shows, in order */
export function quoteForForward(heading: string, fields: [label: string, value: string][], body: QuotedBody): Quote {
  const inner = body.html ?? textAsHtml(body.text);
  const rows = fields.map(([label, value]) => `<div><b>${escapeHtml(label)}:</b> ${escapeHtml(value)}</div>`).join("");
  const lines = fields.map(([label, value]) => `${label}: ${value}`);
  return {
    html: `<p style="margin:16px 0 8px">-------- ${escapeHtml(heading)} --------</p>${rows}<br>${inner}`,
    text: [`-------- ${heading} --------`, ...lines, "", body.text].join("\n"),
  };
}

/** The Email's own text and, under it, what is quoted. */
export function withQuote(own: Quote, quote: Quote | null): Quote {
  if (!quote) return own;
  return { html: `${own.html}<div class="${quoteClass}">${quote.html}</div>`, text: `${own.text}\n\n${quote.text}` };
}

/** Takes a message that `withQuote` made apart again. The text of the quote begins where the own text ends. */
export function splitQuote(
  html: string,
  text: string,
  ownText: (html: string) => string,
): { html: string; quote: Quote | null } {
  if (isTooHeavyToEdit(html)) return { html, quote: null };
  const page = inertDocument(html);
  const block = page.querySelector(`.${quoteClass}`);
  if (!block) return { html, quote: null };
  block.remove();
  const own = page.body.innerHTML;
  return { html: own, quote: { html: block.innerHTML, text: text.slice(ownText(own).length).replace(/^\s+/, "") } };
}

/** "Anna <anna@mail.example>, …" for the fields of a forwarded Email. */
export const formatPeople = (people: Email["from"]): string =>
  (people ?? []).map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", ");
