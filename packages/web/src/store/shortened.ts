/** Texts cut to a length, in UTF-16 code units. Pure. */

/** No half character at its end: that would be another text to a server. */
export const beginning = (text: string, longest: number): string => text.slice(0, longest).replace(/\p{Cs}$/u, "");

/** A longer text ends in an ellipsis. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${beginning(text, longest).trimEnd()}…` : text;
