export { cleanForQuote, cleanLetter, type CleanLetter, type CleanOptions } from "./clean.ts";
export { isSameSite } from "./hosts.ts";
export { inertDocument } from "./trusted-html.ts";
export { contentIdsIn } from "./resources.ts";
export type { FrameColours } from "./frame-document.ts";
export { LetterFrame } from "./LetterFrame.tsx";
export { PlainLetter } from "./PlainLetter.tsx";
export { textFormatOf } from "./plain-text.ts";
export { type DarkRange, parseColour, toOklab } from "./colours.ts";
