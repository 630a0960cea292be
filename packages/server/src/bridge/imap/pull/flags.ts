/** JMAP keywords and IMAP flags: RFC 8621 §4.1.1. */
import { ANSWERED, DRAFT, FLAGGED, IMPORTANT, type Keyword, SEEN } from "@pismo/jmap";

const systemFlags: Readonly<Record<Keyword, string>> = {
  [SEEN]: "\\Seen",
  [FLAGGED]: "\\Flagged",
  [ANSWERED]: "\\Answered",
  [DRAFT]: "\\Draft",
};
const systemKeywords = new Map(Object.entries(systemFlags).map(([keyword, flag]) => [flag.toLowerCase(), keyword]));

/** Sorted; \Recent, \Deleted and other system flags are no keywords. */
export function keywordsOf(flags: Iterable<string>): Keyword[] {
  const keywords = new Set<Keyword>();
  for (const flag of flags) {
    const lower = flag.toLowerCase();
    const keyword = lower.startsWith("\\") ? systemKeywords.get(lower) : lower;
    if (keyword !== undefined) keywords.add(keyword);
  }
  return [...keywords].sort();
}

/** A label at Gmail. */
export const IMPORTANT_LABEL = "\\Important";

/** The flags, with \Important, which is a label at Gmail and a keyword here. */
export const withImportant = (flags: ReadonlySet<string>, labels: ReadonlySet<string> | undefined): Set<string> =>
  new Set(labels?.has(IMPORTANT_LABEL) ? [...flags, IMPORTANT] : flags);

/** Not to be shown: RFC 8621 §4.1.1. */
export const isDeleted = (flags: Iterable<string>): boolean =>
  [...flags].some((flag) => flag.toLowerCase() === "\\deleted");

export const isSystemKeyword = (keyword: Keyword): boolean => keyword in systemFlags;

export const flagOf = (keyword: Keyword): string => systemFlags[keyword] ?? keyword;

/** The keywords that a folder stores. @param permanentFlags as the server reports them; "\\*": any */
export function storable(keywords: readonly Keyword[], permanentFlags: readonly string[]): Keyword[] {
  const known = new Set(permanentFlags.map((flag) => flag.toLowerCase()));
  return keywords.filter(
    (keyword) => known.has(flagOf(keyword).toLowerCase()) || (known.has("\\*") && !isSystemKeyword(keyword)),
  );
}

const ANY = "\\*";
/** Our own word among the flags of a folder that has refused a new keyword. */
const FULL = "\\Full";

/** Whether a folder takes keywords that it does not have yet, as far as is known. */
export const takesNew = (permanentFlags: readonly string[]): boolean => permanentFlags.includes(ANY);

/** The flags of a folder that has no room for another keyword (RFC 5530, LIMIT), whatever it says. */
export const asFull = (permanentFlags: readonly string[]): string[] =>
  permanentFlags.map((flag) => (flag === ANY ? FULL : flag));

/** What a folder stores: Cyrus goes on to say that it takes any keyword when it has room for none. @param before as known */
export function permanentFlagsOf(before: readonly string[], now: readonly string[]): string[] {
  const isFull = before.includes(FULL) && before.every((flag) => flag === FULL || now.includes(flag));
  return isFull ? asFull(now) : [...now];
}
