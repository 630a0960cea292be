/** Strings of a script, with what `variables` and `encoded-character` make of them. */
import { MAX_MATCH_VARIABLE, MAX_VARIABLE_NAME } from "./limits.ts";
import { SieveError } from "./sieve-error.ts";

/** A string in pieces: text, a variable's name, or the number of a match variable. */
export type Template = readonly (string | { variable: string } | { match: number })[];

const VARIABLE = /\$\{(?:(\d+)|([A-Za-z_]\w*)((?:\.[\w]+)*))\}/g;
const ENCODED = /\$\{(hex|unicode):([\sa-f\d]*)\}/gi;
const HEX = /^\s*[0-9a-f]{1,2}(?:\s+[0-9a-f]{1,2})*\s*$/i;
const UNICODE = /^\s*[0-9a-f]+(?:\s+[0-9a-f]+)*\s*$/i;

/** RFC 5228 §2.4.2.4: before anything else is done to a string. */
export function decodeCharacters(text: string, line: number): string {
  return text.replaceAll(ENCODED, (whole, kind: string, digits: string) => {
    if (kind.toLowerCase() === "hex") {
      if (!HEX.test(digits)) return whole;
      return Buffer.from(
        digits
          .trim()
          .split(/\s+/)
          .map((each) => Number.parseInt(each, 16)),
      ).toString("utf8");
    }
    if (!UNICODE.test(digits)) return whole;
    const points = digits
      .trim()
      .split(/\s+/)
      .map((each) => Number.parseInt(each, 16));
    if (points.some((point) => point > 0x10ffff || (point >= 0xd800 && point < 0xe000))) {
      throw new SieveError(line, `${whole} is no character`);
    }
    return points.map((point) => String.fromCodePoint(point)).join("");
  });
}

/** RFC 5229 §3: what is no reference stays as it is. @throws SieveError */
export function templateOf(text: string, line: number): Template {
  const pieces: Template[number][] = [];
  let end = 0;
  for (const found of text.matchAll(VARIABLE)) {
    const [whole, digits, name, space] = found;
    if (found.index > end) pieces.push(text.slice(end, found.index));
    end = found.index + whole.length;
    if (space) throw new SieveError(line, `the namespace of ${whole} is unknown`);
    pieces.push(digits === undefined ? { variable: nameOf(name!, line) } : { match: numberOf(digits, line) });
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

function numberOf(digits: string, line: number): number {
  if (Number(digits) <= MAX_MATCH_VARIABLE) return Number(digits);
  throw new SieveError(line, `there are match variables up to \${${MAX_MATCH_VARIABLE}}`);
}

/** Names of variables are case-insensitive. */
function nameOf(name: string, line: number): string {
  if (name.length <= MAX_VARIABLE_NAME) return name.toLowerCase();
  throw new SieveError(line, `a variable's name has at most ${MAX_VARIABLE_NAME} characters`);
}

/** The name in `set`. @throws SieveError */
export function variableName(name: string, line: number): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return nameOf(name, line);
  throw new SieveError(line, `${JSON.stringify(name.slice(0, 40))} is no name of a variable`);
}

/** Whether it is the same whatever the variables are. */
export const isConstant = (template: Template): boolean => template.every((piece) => typeof piece === "string");

export const constantOf = (template: Template): string =>
  template.map((piece) => (typeof piece === "string" ? piece : "")).join("");

/** The string as the script has it. */
export const sourceOf = (template: Template): string =>
  template
    .map((piece) => (typeof piece === "string" ? piece : `\${${"match" in piece ? piece.match : piece.variable}}`))
    .join("");
