/** How calendars are written: RFC 5545 §3.1 and §3.3. Pure. */

/** RFC 5545 §3.3.11. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);

/** No value begins a line of its own. */
export const oneLine = (value: string): string => value.replaceAll(/\p{Cc}/gu, "");

const MAX_LINE_OCTETS = 75;

/** RFC 5545 §3.1: a line of at most 75 octets; a character is never split. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += char;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

export const calendarText = (lines: readonly string[]): string => `${lines.map(folded).join("\r\n")}\r\n`;
