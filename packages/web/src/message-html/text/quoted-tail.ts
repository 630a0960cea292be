/** Finds the earlier message that an answer carries at its end, so that it can be folded. */

/** What mail programs put around what they quote; a plain <blockquote> serves Mail.ru, Yandex and Apple Mail. */
const quotes =
  ".gmail_quote, .pismo-quote, .yahoo_quoted, .protonmail_quote, .moz-cite-prefix, #divRplyFwdMsg, #appendonsend, blockquote";
/** These begin the quoted part, which goes on to the end of their parent. */
const begins = ".moz-cite-prefix, #divRplyFwdMsg, #appendonsend";
const mostCandidates = 50;

/** The first and the last words of the message: by them one knows whether any stand before or after an element. */
function outerWords(body: Element): [first: Node | undefined, last: Node | undefined] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let [first, last]: [Node | undefined, Node | undefined] = [undefined, undefined];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/\S/.test(node.nodeValue ?? "")) continue;
    first ??= node;
    last = node;
  }
  return [first, last];
}

const isBefore = (words: Node | undefined, element: Element): boolean =>
  words !== undefined && (element.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;

const isAfter = (words: Node | undefined, element: Element): boolean =>
  words !== undefined &&
  (element.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
  !element.contains(words);

/** "On Monday Anna wrote:" just before the quote. */
function attributionOf(quote: Element): Element | undefined {
  let at = quote.previousElementSibling;
  while (at && (at.textContent ?? "").trim() === "" && !at.querySelector("img")) at = at.previousElementSibling;
  const text = at?.textContent?.trim() ?? "";
  return at && text.endsWith(":") && text.length < 300 ? at : undefined;
}

/** Puts `from` and all its siblings up to `to` into one element with `data-quote`. */
function wrap(from: Element, to: ChildNode | null): void {
  const box = from.ownerDocument.createElement("div");
  box.setAttribute("data-quote", "");
  from.before(box);
  for (let node: ChildNode | null = from; node;) {
    const next: ChildNode | null = node.nextSibling;
    box.append(node);
    node = node === to ? null : next;
  }
}

/** Marks the quoted end of the message with `data-quote`. Returns whether there is one. A forwarded message is what is to be read: not folded. */
export function markQuotedTail(body: Element): boolean {
  const [firstWords, lastWords] = outerWords(body);
  for (const quote of [...body.querySelectorAll(quotes)].slice(0, mostCandidates)) {
    const runsOn = quote.matches(begins);
    const last: Element = (runsOn && quote.parentElement?.lastElementChild) || quote;
    if (isAfter(lastWords, last)) continue;
    const first = attributionOf(quote) ?? quote;
    const isForward = /^\W*-{2,}\s*(?:forwarded|original|пересыла|перенаправл)/i.test((first.textContent ?? "").trim());
    if (!isBefore(firstWords, first) || isForward) return false;
    wrap(first, last);
    return true;
  }
  return false;
}
