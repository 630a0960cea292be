/** An address that is one letter away from one that was written to before. Pure. */

/** Of shorter names, as initials are, many are one letter apart. */
const MIN_LETTERS = 4;

/** Whether one letter more, less or other, or two that changed places, make one of the other. */
export function isOneLetterAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const shorter = Math.min(one.length, other.length);
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}

/** What differs is a number: people and machines that are counted have such addresses, and mean each of them. */
const withoutDigits = (address: string): string => address.replaceAll(/\d/g, "");

/** "firm" of "firm.example". */
const labelOf = (domain: string): string => domain.split(".")[0]!;

const isShort = (one: string, other: string): boolean =>
  one !== other && Math.min(one.length, other.length) < MIN_LETTERS;

/** Whether the one may have been meant by the other. Both as they are compared: addressKey. */
export function isSlipOf(typed: string, known: string): boolean {
  const [typedName = "", typedDomain = ""] = typed.split("@");
  const [knownName = "", knownDomain = ""] = known.split("@");
  if (isShort(typedName, knownName) || isShort(labelOf(typedDomain), labelOf(knownDomain))) return false;
  // A tag that tells letters apart (RFC 5233) is chosen.
  if (typedDomain === knownDomain && typedName.split("+")[0] === knownName.split("+")[0]) return false;
  return isOneLetterAway(typed, known) && withoutDigits(typed) !== withoutDigits(known);
}
