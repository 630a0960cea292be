/** Gives new keys, one after the other, of which none is taken: no number is tried twice. */
export function freshKeys(taken: Iterable<string>, prefix: string): () => string {
  const known = new Set(taken);
  let number = 0;
  return () => {
    do number++;
    while (known.has(`${prefix}${number}`));
    return `${prefix}${number}`;
  };
}

/** The id of a new entry: none that is taken (RFC 9553 §1.4.1). */
export const freshKey = (taken: Iterable<string>, prefix: string): string => freshKeys(taken, prefix)();
