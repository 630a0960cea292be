/** Adds an entry to a map of a card (RFC 9553 §1.4.1), under the next key of the prefix. */
export function addEntry(card: Record<string, unknown>, property: string, prefix: string, entry: object): void {
  const map = (card[property] ??= {}) as Record<string, unknown>;
  map[`${prefix}${Object.keys(map).length + 1}`] = entry;
}
