/** What vCard and JSContact call the same thing, for both ways. */

/** Words of vCard by those of JSContact, or the other way. */
type Words = ReadonlyMap<string, string>;

/** The types of TEL (RFC 6350 §6.4.1) as features of a Phone (RFC 9553 §2.3.3). */
export const featureOfType: Words = new Map([
  ["cell", "mobile"],
  ["voice", "voice"],
  ["text", "text"],
  ["fax", "fax"],
  ["video", "video"],
  ["pager", "pager"],
  ["textphone", "textphone"],
]);
/** The types of any property (RFC 6350 §5.6) as contexts (RFC 9553 §1.5.1). */
export const contextOfType: Words = new Map([
  ["home", "private"],
  ["work", "work"],
]);

export const invertedOf = (words: Words): Words => new Map([...words].map(([word, other]) => [other, word]));
