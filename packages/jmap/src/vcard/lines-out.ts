/** Lines of a vCard, as they are written. Pure. */

/** RFC 6350 §3.4. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n?|\n/g, String.raw`\n`);

/** RFC 6868, and quotes where a sign would end the value. */
export function paramText(value: string | number): string {
  const text = String(value)
    .replaceAll("^", "^^")
    .replaceAll(/\r\n?|\n/g, "^n")
    .replaceAll('"', "^'");
  return /[:;,]/.test(text) ? `"${text}"` : text;
}

/** RFC 6350 §3.2: lines of at most 75 octets. */
export function foldedLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const char of line) {
    const code = char.codePointAt(0)!;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > 74) {
      parts.push(part);
      part = "";
      octets = 0;
    }
    part += char;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
