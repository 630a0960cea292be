/** Between the editor's document and what stands in a message: HTML and plain text. */
import { DOMParser, DOMSerializer, type Node } from "prosemirror-model";
import { inertDocument } from "../../../letter-html/index.ts";
import { schema } from "./schema.ts";

/** HTML of the document. Empty paragraphs get a <br>, else mail clients give them no height. */
export function toHtml(doc: Node): string {
  const page = document.implementation.createHTMLDocument("");
  const body = page.body;
  DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: page }, body);
  for (const paragraph of body.querySelectorAll("p")) {
    paragraph.style.margin = "0";
    if (!paragraph.hasChildNodes()) paragraph.append(page.createElement("br"));
  }
  return body.innerHTML;
}

/** A document from HTML: what the schema does not know is dropped, so nothing active comes in. */
export function fromHtml(html: string): Node {
  const page = inertDocument(html);
  // What `toHtml` puts into an empty paragraph, and other programs into theirs, is no line of its own.
  for (const line of page.body.querySelectorAll("p > br:only-child, div > br:only-child")) {
    if (line.parentNode?.childNodes.length === 1) line.remove();
  }
  return DOMParser.fromSchema(schema).parse(page.body, { preserveWhitespace: false });
}

/** A document from plain text, a paragraph a line. */
export function fromText(text: string): Node {
  const paragraphs = text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => schema.node("paragraph", null, line === "" ? [] : [schema.text(line)]));
  return schema.node("doc", null, paragraphs);
}

function inlineText(node: Node): string {
  let text = "";
  node.forEach((child) => {
    if (child.type.name === "hard_break") text += "\n";
    const href = child.marks.find((mark) => mark.type.name === "link")?.attrs["href"] as string | undefined;
    const own = child.text ?? "";
    text += href && href !== own && href !== `mailto:${own}` ? `${own} <${href}>` : own;
  });
  return text;
}

const prefixed = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join("\n");

function blockText(node: Node): string {
  if (node.isTextblock) return inlineText(node);
  const parts: string[] = [];
  node.forEach((child, _offset, index) => {
    const text = blockText(child);
    if (node.type.name === "bullet_list") parts.push(prefixed(text, "• ", "  "));
    else if (node.type.name === "ordered_list") {
      const number = `${((node.attrs["order"] as number | undefined) ?? 1) + index}. `;
      parts.push(prefixed(text, number, " ".repeat(number.length)));
    } else parts.push(text);
  });
  const joined = parts.join("\n");
  return node.type.name === "blockquote" ? prefixed(joined, "> ", "> ") : joined;
}

/**
 * The text alternative of the document: lists by their signs, quotes by ">", links by their address. The line above a
 * signature ends with a space (RFC 3676 §4.3), which HTML does not keep.
 */
export const toText = (doc: Node): string => blockText(doc).replaceAll(/^-- ?$/gm, "-- ");
