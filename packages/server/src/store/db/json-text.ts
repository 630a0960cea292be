/** An escape of U+0000 or of a surrogate: JSON.stringify escapes only those without their other half. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** JSON that every engine can read: PostgreSQL's texts have neither U+0000 nor half characters, which become U+FFFD. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\u") ? json.replaceAll(unstorable, "$1\\ufffd") : json;
}
