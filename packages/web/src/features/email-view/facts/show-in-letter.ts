/** Marks the words of the letter where a fact was read, and brings them into sight. */
import type { Id } from "@pismo/jmap";
import { flushSync } from "react-dom";
import { hideQuote, showQuote } from "../../../store/facts/shown-quote.ts";

const isAfter = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The first mark behind the card: in the text itself, or in the still of a message's frame. */
function firstMark(card: Element): { element: Element; top: number } | undefined {
  for (const element of card.parentElement?.querySelectorAll("mark, iframe") ?? []) {
    if (!isAfter(card, element)) continue;
    if (!(element instanceof HTMLIFrameElement)) return { element, top: 0 };
    const mark = element.contentDocument?.querySelector("mark[data-match]");
    if (mark) return { element, top: mark.getBoundingClientRect().top };
  }
  return undefined;
}

/** What scrolls around an element. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}

/** Of the height in which the letter is seen. */
const SHARE_ABOVE = 1 / 3;

/** @param button that stands in the card @returns whether the words stand in the letter as it is shown */
export function showInLetter(emailId: Id, quote: string, button: Element): boolean {
  // The frame's still is written while the page is drawn.
  flushSync(() => showQuote(emailId, quote));
  const card = button.closest("[data-facts]");
  const found = card && firstMark(card);
  if (!found) {
    hideQuote(emailId);
    return false;
  }
  const scroller = scrollerOf(found.element);
  const top = found.element.getBoundingClientRect().top + found.top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += top - scroller.clientHeight * SHARE_ABOVE;
  return true;
}
