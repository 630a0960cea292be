/** The person's signature, as mail programs set it off: under a line of "-- " (RFC 3676 §4.3), above what is quoted. */
import type { Identity } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { fromHtml, fromText } from "../editor/html.ts";
import { emptyDocument, schema } from "../editor/schema.ts";
import { takenApart } from "./signature-pictures.ts";

export type Signature = Pick<Identity, "textSignature" | "htmlSignature">;

const isRule = (block: Node | null | undefined): boolean => /^--\s*$/.test(block?.textContent ?? "");

/** The signature with the line that sets it off; none where it is empty. */
export function blocksOf(identity: Signature | undefined): readonly Node[] {
  const { textSignature: text = "", htmlSignature: html = "" } = identity ?? {};
  const own = html.trim() === "" ? text : html;
  if (own.trim() === "") return [];
  const { children } = own === html ? fromHtml(takenApart(html).html) : fromText(text.trimEnd());
  return isRule(children[0]) ? children : [schema.node("paragraph", null, [schema.text("-- ")]), ...children];
}

/**
 * The initial body of a new message: an empty paragraph, and the signature below it.
 * @param written what stands in that room already
 */
export function signedDocument(identity: Signature | undefined, written = ""): Node {
  const room = written === "" ? emptyDocument() : fromText(written);
  return schema.node("doc", null, [...room.children, ...blocksOf(identity)]);
}

/** As it stands in the text: plain text has the lines of it. */
export const signatureFor = <T extends Signature>(identity: T | undefined, isPlain: boolean): T | undefined =>
  identity && isPlain && identity.textSignature.trim() !== "" ? { ...identity, htmlSignature: "" } : identity;

/** The space at the end of the line goes when a draft is opened again. */
const isSame = (one: Node, other: Node): boolean => one.eq(other) || (isRule(one) && isRule(other));

/** The index of the first of these blocks; -1 where they do not stand there, one below the other. */
function indexOf(blocks: readonly Node[], { children }: Node): number {
  return children.findIndex((_, at) => blocks.every((block, index) => isSameAt(children[at + index], block)));
}

const isSameAt = (block: Node | undefined, other: Node): boolean => block !== undefined && isSame(block, other);

/**
 * Puts one signature in the place of another. What the person has changed is their text, and stays.
 * @returns undefined where nothing changes
 */
export function exchangeSignatures(
  { doc, tr }: EditorState,
  before: Signature | undefined,
  after: Signature,
): Transaction | undefined {
  const [old, blocks] = [blocksOf(before), blocksOf(after)];
  if (old.length === 0) return blocks.length === 0 ? undefined : tr.insert(doc.content.size, [...blocks]);
  const at = indexOf(old, doc);
  if (at === -1) return undefined;
  const start = sizeOf(doc.children.slice(0, at));
  return tr.replaceWith(start, start + sizeOf(doc.children.slice(at, at + old.length)), [...blocks]);
}

const unsigned: Signature = { textSignature: "", htmlSignature: "" };

/** The text without the signature of who writes. */
export function unsignedDocument(state: EditorState, identity: Signature | undefined, isPlain: boolean): Node {
  return exchangeSignatures(state, signatureFor(identity, isPlain), unsigned)?.doc ?? state.doc;
}

const sizeOf = (blocks: readonly Node[]): number => blocks.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
