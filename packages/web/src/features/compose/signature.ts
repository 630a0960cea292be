/** The person's signature, as mail programs set it off: under a line of "-- " (RFC 3676 §4.3), above what is quoted. */
import type { Identity } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { fromHtml, fromText } from "./editor/html.ts";
import { emptyDocument, schema } from "./editor/schema.ts";

type Signature = Pick<Identity, "textSignature" | "htmlSignature">;

/**
 * The initial body of a new message: an empty paragraph, and the signature below it.
 * @param written what stands in that room already
 */
export function signedDocument(identity: Signature | undefined, written = ""): Node {
  const { textSignature: text = "", htmlSignature: html = "" } = identity ?? {};
  const own = html.trim() === "" ? text : html;
  const room = written === "" ? emptyDocument() : fromText(written);
  if (own.trim() === "") return room;
  const signature = own === html ? fromHtml(html) : fromText(text.trimEnd());
  const isSetOff = /^--\s*$/.test(signature.firstChild?.textContent ?? "");
  const rule = isSetOff ? [] : [schema.node("paragraph", null, [schema.text("-- ")])];
  return schema.node("doc", null, [...room.children, ...rule, ...signature.children]);
}
