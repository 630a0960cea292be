/** The document schema of the editor: paragraphs, lists, quotes, links, and bold, italic, underline marks. */
import { type MarkSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";
import { nodes as basicNodes } from "prosemirror-schema-basic";
import { bulletList, listItem, orderedList } from "prosemirror-schema-list";

/** The targets a link may have; anything else (javascript:, data:, relative) is dropped on the way in. */
export function safeHref(href: string): string | undefined {
  const trimmed = href.trim();
  return /^(https?:\/\/|mailto:|tel:)/i.test(trimmed) ? trimmed : undefined;
}

const link: MarkSpec = {
  attrs: { href: { validate: "string" } },
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

/** A picture of the message itself (RFC 2392); others would be loaded from elsewhere, and are dropped. */
const image: NodeSpec = {
  inline: true,
  group: "inline",
  draggable: true,
  attrs: { cid: { validate: "string" }, alt: { default: "", validate: "string" } },
  parseDOM: [
    {
      tag: "img[src]",
      getAttrs: (element) => {
        const cid = /^cid:([^\s"'<>]+)$/i.exec(element.getAttribute("src") ?? "")?.[1];
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

export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: basicNodes.paragraph,
    blockquote: basicNodes.blockquote,
    ordered_list: { ...orderedList, content: "list_item+", group: "block" },
    bullet_list: { ...bulletList, content: "list_item+", group: "block" },
    list_item: { ...listItem, content: "paragraph block*" },
    text: basicNodes.text,
    hard_break: basicNodes.hard_break,
    image,
  },
  marks: { link, strong, em, underline },
});

export const emptyDocument = (): Node => schema.node("doc", null, [schema.node("paragraph")]);

/** Whether there is nothing in it but one empty paragraph. */
export function isEmptyDocument(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0;
}
