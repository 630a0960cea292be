/** The document schema of the editor: paragraphs, headings, lists, quotes, tables, links, bold, italic, underline and colours. */
import { type MarkSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";
import { nodes as basicNodes } from "prosemirror-schema-basic";
import { alignAttrs, alignmentOf, alignStyle, colour, only } from "./looks.ts";
import { bulletList, listItem, orderedList } from "prosemirror-schema-list";
import { tableNodes } from "./tables/table-nodes.ts";

/** The targets a link may have; anything else (javascript:, data:, relative) is dropped on the way in. */
export function safeHref(href: string): string | undefined {
  const trimmed = href.trim();
  return /^(https?:\/\/|mailto:|tel:)/i.test(trimmed) ? trimmed : undefined;
}

const link: MarkSpec = {
  attrs: { href: { validate: only((value) => typeof value === "string" && safeHref(value) === value) } },
  inclusive: false,
  parseDOM: [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const href = safeHref(element.getAttribute("href") ?? "");
        return href ? { href } : false;
      },
    },
  ],
  toDOM: (mark) => ["a", { href: mark.attrs["href"] as string, rel: "noopener noreferrer" }, 0],
};

const CONTENT_ID = String.raw`[^\s"'<>]+`;
const contentId = new RegExp(`^${CONTENT_ID}$`);
const contentIdUrl = new RegExp(`^cid:(${CONTENT_ID})$`, "i");

/** A picture of the message itself (RFC 2392); others would be loaded from elsewhere, and are dropped. */
const image: NodeSpec = {
  inline: true,
  group: "inline",
  draggable: true,
  attrs: {
    cid: { validate: only((value) => typeof value === "string" && contentId.test(value)) },
    alt: { default: "", validate: "string" },
  },
  parseDOM: [
    {
      tag: "img[src]",
      getAttrs: (element) => {
        const cid = contentIdUrl.exec(element.getAttribute("src") ?? "")?.[1];
        return cid === undefined ? false : { cid, alt: element.getAttribute("alt") ?? "" };
      },
    },
  ],
  toDOM: ({ attrs }) => [
    "img",
    { src: `cid:${attrs["cid"] as string}`, alt: attrs["alt"] as string, style: "max-width:100%" },
  ],
};

const strong: MarkSpec = {
  parseDOM: [
    { tag: "strong" },
    { tag: "b", getAttrs: (element) => element.style.fontWeight !== "normal" && null },
    { style: "font-weight", getAttrs: (value) => /^(bold(er)?|[5-9]\d{2,})$/.test(value) && null },
  ],
  toDOM: () => ["b", 0],
};

const em: MarkSpec = {
  parseDOM: [{ tag: "em" }, { tag: "i" }, { style: "font-style=italic" }],
  toDOM: () => ["i", 0],
};

const underline: MarkSpec = {
  parseDOM: [{ tag: "u" }, { style: "text-decoration=underline" }, { style: "text-decoration-line=underline" }],
  toDOM: () => ["u", 0],
};

const paragraph: NodeSpec = {
  ...basicNodes.paragraph,
  attrs: alignAttrs,
  parseDOM: [{ tag: "p", getAttrs: (element) => ({ align: alignmentOf(element) ?? null }) }],
  toDOM: ({ attrs }) => ["p", attrs["align"] ? { style: alignStyle(attrs["align"]) } : {}, 0],
};

/** Deeper ones are seldom told apart. */
const levels = [1, 2, 3];
const MAX_LEVEL = levels.at(-1)!;
const sizes = ["1.5em", "1.25em", "1.1em"];

const heading: NodeSpec = {
  content: "inline*",
  group: "block",
  defining: true,
  attrs: { level: { default: 1, validate: only((value) => levels.some((level) => level === value)) }, ...alignAttrs },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (element) => ({ level: Math.min(level, MAX_LEVEL), align: alignmentOf(element) ?? null }),
  })),
  toDOM: ({ attrs }) => {
    const { level, align } = attrs as { level: number; align: unknown };
    // Programs have margins of their own, which are made for pages.
    const style = [`font-size:${sizes[level - 1]}`, "line-height:1.3", "margin:0.5em 0 0.25em", alignStyle(align)];
    return [`h${level}`, { style: style.filter(Boolean).join(";") }, 0];
  },
};

export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph,
    heading,
    blockquote: basicNodes.blockquote,
    ordered_list: { ...orderedList, content: "list_item+", group: "block" },
    bullet_list: { ...bulletList, content: "list_item+", group: "block" },
    list_item: { ...listItem, content: "paragraph block*" },
    ...tableNodes,
    text: basicNodes.text,
    hard_break: basicNodes.hard_break,
    image,
  },
  marks: { link, colour, strong, em, underline },
});

export const emptyDocument = (): Node => schema.node("doc", null, [schema.node("paragraph")]);

/** Whether there is nothing in it but one empty paragraph. */
export function isEmptyDocument(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0;
}
