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

export const flagOf = (keyword: Keyword): string => systemFlags[keyword] ?? keyword;

/** The keywords that a folder stores. @param permanentFlags as the server reports them; "\\*": any */
export function storable(keywords: readonly Keyword[], permanentFlags: readonly string[]): Keyword[] {
  const known = new Set(permanentFlags.map((flag) => flag.toLowerCase()));
  return keywords.filter(
    (keyword) => known.has(flagOf(keyword).toLowerCase()) || (known.has("\\*") && !(keyword in systemFlags)),
  );
}
