/** The quote of a reply: the content that was displayed, as HTML and as text. */
import { quoteHtml, seenOf, unseen, wordsOf } from "../../../message-html/index.ts";
import { cautionOf, shownParts, textOf, textParts } from "../../../mail-ui/text-parts.ts";
import { getMailbox, type FullEmail } from "../../../store/index.ts";
import { fromHtml, toText } from "../editor/html.ts";
import { type Quote, type QuotedBody, textAsHtml } from "./quote.ts";

const isHtml = ({ type }: { type: string }): boolean => type === "text/html";

/** The text alternative is made of the HTML that is quoted: the Email's own may say something else. */
const textOfQuote = (html: string): string => toText(fromHtml(html));

export function quotedBody(email: FullEmail, isForward: boolean): QuotedBody {
  const mailboxes = Object.keys(email.mailboxIds).flatMap((id) => getMailbox(id) ?? []);
  // Such an Email was shown as its words.
  if (cautionOf(email, mailboxes)) {
    const words = textParts(email).map((part) => (isHtml(part) ? wordsOf(textOf(email, part)) : textOf(email, part)));
    return { html: null, text: words.join("\n") };
  }
  const parts = shownParts(email).filter(({ type }) => type.startsWith("text/"));
  if (!parts.some(isHtml)) return { html: null, text: parts.map((part) => textOf(email, part)).join("\n") };
  const bodies = parts.map((part): { html: string; text: string } => {
    const text = textOf(email, part);
    if (!isHtml(part)) return { html: textAsHtml(text), text };
    const html = quoteHtml(text, seenOf(email.id), { keepsUnseenImages: isForward });
    const words = html === undefined ? wordsOf(text) : textOfQuote(html);
    return { html: html ?? textAsHtml(words), text: words };
  });
  return { html: bodies.map(({ html }) => html).join(""), text: bodies.map(({ text }) => text).join("\n") };
}

const bareWords = (text: string): string => text.replace(/[\s>]+/g, "");

/** The quote of a draft, which another program may have written or changed: as it would be seen here. */
export function quoteOfDraft(quote: Quote): Quote {
  const html = quoteHtml(quote.html, unseen(), { keepsUnseenImages: true });
  if (html === undefined) return { html: textAsHtml(quote.text), text: quote.text };
  const text = textOfQuote(html);
  return { html, text: bareWords(text) === bareWords(quote.text) ? quote.text : text };
}
