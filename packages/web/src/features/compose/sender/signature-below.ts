/** A signature below the quote: a block of its own, as the quote above it is. */
import type { Identity } from "@pismo/jmap";
import { inertDocument, isTooHeavyToEdit } from "../../../message-html/index.ts";
import { fromHtml, toHtml, toText } from "../editor/html.ts";
import { schema } from "../editor/schema.ts";
import type { Quote } from "../quote/quote.ts";
import { blocksOf } from "./signature.ts";

/** As HTML and as text. */
export type SignatureBlock = Quote;

/** Marks the block in the message, so that a draft that is opened again finds it. */
const signatureClass = "pismo-signature";

export function signatureBlock(identity: Identity | undefined): SignatureBlock | null {
  const blocks = blocksOf(identity);
  if (blocks.length === 0) return null;
  const doc = schema.node("doc", null, [...blocks]);
  return { html: toHtml(doc), text: toText(doc) };
}

/** Puts one in the place of another, unless the person has taken it away. */
export function exchangeBelow(
  shown: SignatureBlock | null,
  before: Identity | undefined,
  after: Identity,
): SignatureBlock | null {
  const wasTaken = shown === null && signatureBlock(before) !== null;
  return wasTaken ? null : signatureBlock(after);
}

/** The message with it at its end. */
export function withSignature({ html, text }: Quote, signature: SignatureBlock | null): Quote {
  if (!signature) return { html, text };
  return {
    html: `${html}<div class="${signatureClass}" style="margin-top:16px">${signature.html}</div>`,
    text: `${text}\n\n${signature.text}`,
  };
}

/** Takes a message that `withSignature` made apart again. Another program may have changed it: it is cleaned. */
export function splitSignature(html: string, text: string): Quote & { signature: SignatureBlock | null } {
  const page = isTooHeavyToEdit(html) ? undefined : inertDocument(html);
  const block = page && [...page.querySelectorAll(`.${signatureClass}`)].at(-1);
  // In a quote it would be another person's.
  if (!page || block?.parentElement !== page.body) return { html, text, signature: null };
  block.remove();
  const doc = fromHtml(block.innerHTML);
  const at = text.lastIndexOf("\n-- ");
  return {
    html: page.body.innerHTML,
    text: at === -1 ? text : text.slice(0, at).trimEnd(),
    signature: { html: toHtml(doc), text: toText(doc) },
  };
}
