/** The id of a new entry: none that is taken (RFC 9553 §1.4.1). */
export function freshKey(taken: Iterable<string>, prefix: string): string {
  const known = new Set(taken);
  let number = 1;
  while (known.has(`${prefix}${number}`)) number++;
  return `${prefix}${number}`;
}
