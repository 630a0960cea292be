/** The attributes of <body> as a style sheet. */
import { formatColour, parseColour } from "./colours.ts";

const rules: readonly [attribute: string, before: string][] = [
  ["bgcolor", "body{background-color:"],
  ["text", "body{color:"],
  ["link", "a{color:"],
];

/** Browsers do not give these colours to a body that has a style, and ours always has one. */
export function bodyStyle(body: Element): string {
  return rules
    .map(([attribute, before]) => {
      const value = body.getAttribute(attribute)?.trim() ?? "";
      const colour = parseColour(value) ?? parseColour(`#${value}`);
      return colour ? `${before}${formatColour(colour)}}` : "";
    })
    .join("");
}
