/** What vCard and JSContact call the same thing, for both ways. */

/** The parts of N (RFC 6350 §6.2.2, RFC 9554 §2.2), by their order. */
export const nameKinds = ["surname", "given", "given2", "title", "credential", "surname2", "generation"] as const;
/** The parts of ADR (RFC 6350 §6.3.1, RFC 9554 §2.1). */
export const addressKinds = [
  "postOfficeBox",
  "apartment",
  "name",
  "locality",
  "region",
  "postcode",
  "country",
  "room",
  "apartment",
  "floor",
  "number",
  "name",
  "building",
  "block",
  "subdistrict",
  "district",
  "landmark",
  "direction",
] as const;

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
