/** Words of a text, as a search finds and marks them. */

/**
 * Characters inside of words that are not seen: soft hyphens, joiners, spaces of no width; not those that part words and
 * their parts in Arabic, Thai, Lao, Burmese and Khmer.
 */
export const invisible =
  /[\u00ad\u2060\ufeff]|\u200d|(?<![\u0600-\u06ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])[\u200b\u200c]/g;

const run = "[\\p{L}\\p{M}\\p{N}]+";
/** A word, with what is not seen inside of it; bounded, since each repetition takes memory. */
export const wordPattern = new RegExp(`${run}(?:(?:${invisible.source}){1,4}${run}){0,30}`, "gu");
