/** Between the editor's document and what stands in a message: HTML and plain text. */
import { DOMParser, DOMSerializer, Fragment, type Mark, type Node, Slice } from "prosemirror-model";
import { inertDocument, isTooHeavyToEdit, wordsOf } from "../../../message-html/index.ts";
import { writeDirections } from "./direction.ts";
import { schema } from "./schema.ts";
import { makeTablesRegular } from "./tables/regular-tables.ts";

/** Of blocks, which do not change: after a key one is written again, not all of a long text. */
const written = new WeakMap<Node, string>();

/** HTML of the document. */
export function toHtml(doc: Node): string {
  const fresh = doc.children.filter((block) => !written.has(block));
  for (const [index, html] of writeBlocks(fresh).entries()) written.set(fresh[index]!, html);
  return doc.children.map((block) => written.get(block)).join("");
}

/** Each as one element. Empty paragraphs get a <br>, else mail clients give them no height. */
function writeBlocks(blocks: readonly Node[]): string[] {
  const page = document.implementation.createHTMLDocument("");
  const { body } = page;
  DOMSerializer.fromSchema(schema).serializeFragment(Fragment.from(blocks), { document: page }, body);
  for (const paragraph of body.querySelectorAll("p")) {
    paragraph.style.margin = "0";
  }
  for (const line of body.querySelectorAll("p:empty, h1:empty, h2:empty, h3:empty"))
    line.append(page.createElement("br"));
  writeDirections(body);
  return [...body.children].map(({ outerHTML }) => outerHTML);
}

/**
 * A document from HTML: what the schema does not know is dropped, so nothing active comes in. Of markup that would hold
 * the page up the words.
 */
export function fromHtml(html: string): Node {
  if (isTooHeavyToEdit(html)) return fromText(wordsOf(html));
  const page = inertDocument(html);
  // What `toHtml` puts into an empty paragraph, and other programs into theirs, is no line of its own.
  for (const line of page.body.querySelectorAll("p > br:only-child, div > br:only-child")) {
    if (line.parentNode?.childNodes.length === 1) line.remove();
  }
  makeTablesRegular(page);
  const doc = DOMParser.fromSchema(schema).parse(page.body, { preserveWhitespace: false });
  // Nothing could be written below it.
  const endsWithTable = doc.lastChild?.type === schema.nodes["table"];
  return endsWithTable ? doc.copy(doc.content.addToEnd(schema.node("paragraph"))) : doc;
}

/** A document from plain text, a paragraph a line. @param marks of what stands around it */
export function fromText(text: string, marks: readonly Mark[] = []): Node {
  const paragraphs = text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => schema.node("paragraph", null, line === "" ? [] : [schema.text(line, marks)]));
  return schema.node("doc", null, paragraphs);
}

/** Pasted text: its first and last line belong to those that they stand in. Empty lines stay, as they mean something. */
export const sliceOfText = (text: string, marks: readonly Mark[]): Slice =>
  new Slice(fromText(text.replace(/(?:\r\n?|\n)$/, ""), marks).content, 1, 1);

function inlineText(node: Node): string {
  let text = "";
  node.forEach((child) => {
    if (child.type.name === "hard_break") text += "\n";
    const alt = child.attrs["alt"] as string | undefined;
    if (alt) text += `[${alt}]`;
    const href = child.marks.find((mark) => mark.type.name === "link")?.attrs["href"] as string | undefined;
    const own = child.text ?? "";
    text += href && href !== own && href !== `mailto:${own}` ? `${own} <${href}>` : own;
  });
  return text;
}

/** In characters. Deeper nesting is not marked, or the text would grow quadratically. */
const longestPrefix = 100;

/** @param first before the first line of the block @param rest before the others */
function addLines(node: Node, first: string, rest: string, lines: string[]): void {
  if (node.isTextblock) {
    // A heading stands apart from what is above it.
    if (node.type.name === "heading" && lines.length > 0 && lines.at(-1)!.trim() !== "") lines.push(rest.trimEnd());
    for (const [index, line] of inlineText(node).split("\n").entries()) lines.push((index === 0 ? first : rest) + line);
    return;
  }
  if (node.type.name === "table_row") {
    const cells = node.children.map((cell) => blockText(cell).replaceAll(/\s*\n\s*/g, " "));
    lines.push(first + cells.join(" | ").trimEnd());
    return;
  }
  const isDeep = rest.length > longestPrefix;
  const number = (node.attrs["order"] as number | undefined) ?? 1;
  node.forEach((child, _offset, index) => {
    const before = index === 0 ? first : rest;
    const sign = isDeep ? "" : signOf(node.type.name, number + index);
    const next = node.type.name === "blockquote" ? sign : " ".repeat(sign.length);
    addLines(child, before + sign, rest + next, lines);
  });
}

function signOf(type: string, number: number): string {
  if (type === "bullet_list") return "• ";
  if (type === "ordered_list") return `${number}. `;
  return type === "blockquote" ? "> " : "";
}

function blockText(node: Node): string {
  const lines: string[] = [];
  addLines(node, "", "", lines);
  return lines.join("\n");
}

/**
 * The text alternative of the document: lists by their signs, quotes by ">", rows of tables by "|" between their cells, links by their address. The line above a
 * signature ends with a space (RFC 3676 §4.3), which HTML does not keep.
 */
export const toText = (doc: Node): string => blockText(doc).replaceAll(/^-- ?$/gm, "-- ");
