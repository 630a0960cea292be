/** `set` and its modifiers: RFC 5229 §4. */

const [first, others]: [RegExp, RegExp] = [/^[A-Za-z]/, /[A-Za-z]+/g];

/** Of the highest precedence first. Only ASCII letters have a case here (RFC 5229 §4.1). */
const modifiers: readonly (readonly [string, (value: string) => string])[] = [
  ["lower", (value) => value.replaceAll(others, (letters) => letters.toLowerCase())],
  ["upper", (value) => value.replaceAll(others, (letters) => letters.toUpperCase())],
  ["lowerfirst", (value) => value.replace(first, (letter) => letter.toLowerCase())],
  ["upperfirst", (value) => value.replace(first, (letter) => letter.toUpperCase())],
  ["quotewildcard", (value) => value.replaceAll(/[*?\\]/g, "\\$&")],
  ["length", (value) => String(Array.from(value).length)],
];

export const modified = (value: string, tags: { has(name: string): boolean }): string =>
  modifiers.reduce((so, [name, modify]) => (tags.has(name) ? modify(so) : so), value);
