/** Content lines: RFC 5545 §3.1, RFC 6350 §3.3. Pure. */

/** Where one of `chars` stands outside of quotes, at or behind `from`; the end where none does. */
export function outsideQuotes(line: string, chars: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && chars.includes(line[at]!)) return at;
  }
  return line.length;
}
