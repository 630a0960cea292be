/** Text of strangers in a line of ours: what would turn the line round, or hide in it, is made visible. Pure. */

/** Overrides, embeddings and isolates turn the order of what follows: "exe.gpj" reads as "jpg.exe". */
const turning = /[\u202a-\u202e\u2066-\u2069]/u;
/** Characters without a shape: between two others they make a name that only looks like another. */
const shapeless =
  /[\u00ad\u061c\u115f\u1160\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e/u;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Joiners shape Arabic, Persian and the scripts of India, and make one emoji of several; elsewhere they only hide. */
const joiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}\p{Mn}])[\u200c\u200d]/u;

const hidden = new RegExp([turning, shapeless, control, joiner].map(({ source }) => source).join("|"), "gu");

const codeOf = (char: string): string => char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");

/** Tabs and line ends become spaces; direction marks go; all else that cannot be seen stands there by its number. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, " ")
    .replace(/[\u200e\u200f]/g, "")
    .replace(hidden, (char) => `‹U+${codeOf(char)}›`);

/** Without all that cannot be seen: for running text, where senders pad their first line with it. Lines stay apart. */
export const withoutHidden = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, " ")
    .replace(/[\u200e\u200f]/g, "")
    .replace(hidden, "");
