/**
 * How long a name is for the people who give it: characters as RFC 8620 has them in strings, which are code points. 😀 is one,
 * and two code units of JavaScript. Families and flags of several code points count as these.
 */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
