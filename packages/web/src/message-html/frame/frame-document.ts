/** The document in which a clean message is shown. Its own policy is a second wall: even markup that slipped through could load nothing. */
import type { CleanHtml } from "../clean/clean.ts";

/** Colours of the page around the message, as CSS colours. */
export interface FrameColours {
  scheme: "light" | "dark";
  background: string;
  text: string;
  quiet: string;
  link: string;
  /** For links that lead elsewhere than they seem to. */
  warning: string;
}

/** A sheet of paper: what messages are written for. The colours are the ones that browsers begin with. */
export const paper: FrameColours = {
  scheme: "light",
  background: "white",
  text: "black",
  quiet: "dimgray",
  link: "#0000ee",
  warning: "#b00020",
};

/** Of a document that holds nothing but a clean message. */
export const framePolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** What messages are laid out for is what browsers begin with; one that was only typed looks like a message of this page. */
const font = (isDesigned: boolean): string => `${isDesigned ? "16px" : "15px/1.5"} Arial,Helvetica,sans-serif`;

const baseStyle = ({ scheme, background, text, quiet, link, warning }: FrameColours, isDesigned: boolean): string => `
:root{color-scheme:${scheme};overflow:auto hidden;-webkit-text-size-adjust:100%}
::-webkit-scrollbar{width:6px;height:6px}
::-webkit-scrollbar-thumb{border-radius:3px;background:color-mix(in srgb,${text} 28%,transparent)}
body{margin:0;background:${background};color:${text};font:${font(isDesigned)};overflow-wrap:break-word}
a{color:${link}}
a[data-anchor]{text-decoration:underline}
img{max-width:100%}
img:not([height]):not([style*="height"]){height:auto}
[data-blocked]{display:inline-block;box-sizing:border-box;max-width:100%;max-height:96px!important;overflow:hidden;border-radius:6px;background:color-mix(in srgb,${quiet} 14%,transparent);color:${quiet};font:12px/1.4 Arial,Helvetica,sans-serif;text-align:center}
[data-blocked]:not(:empty){padding:6px 10px}
a[data-leads-to]{outline:1px dashed ${warning};outline-offset:-1px}
a[data-leads-to]::after{content:" \\2192  " attr(data-leads-to);padding-right:2px;display:inline!important;color:${warning};font:600 12px/1.4 Arial,Helvetica,sans-serif;letter-spacing:normal;text-transform:none;text-indent:0;unicode-bidi:isolate}
pre{white-space:pre-wrap}
blockquote[type=cite],[data-quote] blockquote{margin:8px 0;padding-left:12px;border-left:2px solid color-mix(in srgb,${quiet} 50%,transparent)}
table{border-color:color-mix(in srgb,${quiet} 50%,transparent)}
`;

/** A dark drawing on nothing becomes a light one, but where the message keeps its colours. */
const drawingStyle = "img[data-drawing]:not([data-own]){filter:invert(1) hue-rotate(180deg)}";

/** On paper dark on white: what was recoloured for a dark page is turned round again; images, and what kept its colours, are not. */
const printStyle = ({ scheme }: FrameColours, isRecoloured: boolean): string => {
  const turned = scheme === "dark" && isRecoloured;
  const filter = turned
    ? `html,img,[data-own=start],[data-adapted]{filter:invert(1) hue-rotate(180deg)}img[data-own=""]{filter:none}`
    : "";
  return `@media print{:root{color-scheme:light}body{background:none;color:${turned ? "white" : "black"}}${filter}}`;
};

/** Beats what the message says: its body is as high as its content, or the frame could not be; and what matches a search is marked. */
const lastStyle = ({ link }: FrameColours, { isQuoteShown, scrolls }: FrameOptions): string =>
  `mark[data-match]{all:unset!important;border-radius:3px!important;background:color-mix(in srgb,${link} 24%,transparent)!important;text-decoration:underline 2px!important}${scrolls ? ":root{overflow:auto!important}" : ""}html,body{height:auto!important;min-height:0!important;max-height:none!important}${isQuoteShown ? "" : "[data-quote]{display:none!important}"}`;

export interface FrameOptions {
  isQuoteShown: boolean;
  /** The frame is lower than the message. */
  scrolls: boolean;
}

/** @param message from cleanHtml: nothing else may come in here */
export function frameDocument(message: CleanHtml, colours: FrameColours, options: FrameOptions): string {
  return (
    `<!doctype html><html><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy}">` +
    // Chromium would look up the hosts of links before they are clicked.
    `<meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer">` +
    `<style>${baseStyle(colours, message.isDesigned)}${message.isRecoloured ? drawingStyle : ""}${printStyle(colours, message.isRecoloured)}</style><style>${message.css}</style><style>${lastStyle(colours, options)}</style></head>` +
    `${message.body}</html>`
  );
}
