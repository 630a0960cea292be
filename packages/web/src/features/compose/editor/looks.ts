/** What text from elsewhere keeps of its looks: the colour of words, where lines stand. */
import type { MarkSpec } from "prosemirror-model";
import { contrast, formatColour, parseColour, toOklab } from "../../../message-html/index.ts";

const white = { red: 1, green: 1, blue: 1, alpha: 1 };
/** Word's green and orange have a little more; yellow, and white, are lost on the white of most letters. */
const LEAST_CONTRAST = 2;
/** Black, white and the greys between them are how any text looks there, and say nothing. */
const LEAST_CHROMA = 0.08;

/** The colour as `#rrggbb`; undefined where it says nothing, or could not be read on white. */
export function meantColour(value: string): string | undefined {
  const colour = parseColour(value);
  if (!colour || colour.alpha < 1) return undefined;
  const [, a, b] = toOklab(colour);
  const isSeen = Math.hypot(a, b) >= LEAST_CHROMA && contrast(colour, white) >= LEAST_CONTRAST;
  return isSeen ? formatColour(colour) : undefined;
}

const isColour = (value: string): boolean => parseColour(value) !== undefined || /^windowtext$/i.test(value);

const attrsOf = (value: string | null): { colour: string } | false => {
  const colour = meantColour(value ?? "");
  return colour === undefined ? false : { colour };
};

/**
 * Asked of each value as its node or mark is made: the `data-pm-slice` of a clipboard, which any page can write, has nodes
 * in JSON. @throws RangeError
 */
export const only =
  (isSound: (value: unknown) => boolean) =>
  (value: unknown): void => {
    if (!isSound(value)) throw new RangeError("Not a value of this attribute");
  };

export const colour: MarkSpec = {
  attrs: { colour: { validate: only((value) => typeof value === "string" && /^#[0-9a-f]{6}$/.test(value)) } },
  // What is typed behind such words is one's own.
  inclusive: false,
  parseDOM: [
    { style: "color", getAttrs: attrsOf },
    // Black within red is not red.
    {
      style: "color",
      getAttrs: (value) => (isColour(value) ? null : false),
      clearMark: ({ type }) => type.name === "colour",
    },
    { tag: "font[color]", getAttrs: (element) => attrsOf(element.getAttribute("color")) },
  ],
  toDOM: (mark) => ["span", { style: `color:${mark.attrs["colour"] as string}` }, 0],
};

const alignments = ["center", "right", "justify"] as const;
export type Alignment = (typeof alignments)[number];

const isAlignment = (value: unknown): value is Alignment => alignments.some((known) => known === value);

/** Undefined: where lines stand anyway. */
export function alignmentOf(element: Element): Alignment | undefined {
  // As it is written: programs have names of their own.
  const [, style] = /(?:^|;)\s*text-align:\s*([\w-]+)/i.exec(element.getAttribute("style") ?? "") ?? [];
  const value = (style ?? element.getAttribute("align") ?? "").toLowerCase().replace(/^-(?:webkit|moz)-/, "");
  return isAlignment(value) ? value : undefined;
}

export const alignAttrs = {
  align: { default: null, validate: only((value) => value === null || isAlignment(value)) },
};

export const alignStyle = (align: unknown): string => (align ? `text-align:${align as Alignment}` : "");
