/**
 * Whether a text is in another, in linear time: Knuth, Morris, Pratt. V8's `includes` takes the product of the two
 * lengths where both repeat themselves.
 */

/** Up to here the product is as good as linear. */
const SHORT = 16;

/** For each beginning of the key: how much of its end is a beginning, too. */
function bordersOf(key: string): Int32Array {
  const borders = new Int32Array(key.length);
  for (let at = 1, border = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    while (border > 0 && key.charCodeAt(border) !== code) border = borders[border - 1]!;
    if (key.charCodeAt(border) === code) border++;
    borders[at] = border;
  }
  return borders;
}

function isIn(value: string, key: string, borders: Int32Array): boolean {
  for (let at = 0, matched = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    while (matched > 0 && key.charCodeAt(matched) !== code) matched = borders[matched - 1]!;
    if (key.charCodeAt(matched) === code) matched++;
    if (matched === key.length) return true;
  }
  return false;
}

/** @returns whether a value contains the key */
export function finderOf(key: string): (value: string) => boolean {
  if (key.length <= SHORT) return (value) => value.includes(key);
  let borders: Int32Array | undefined;
  return (value) => value.length >= key.length && isIn(value, key, (borders ??= bordersOf(key)));
}
