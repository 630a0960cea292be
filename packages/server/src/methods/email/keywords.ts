/** Valid keywords and mailboxes of an Email: RFC 8621 §4.1.1. */
import { categoriesOf, categoryKeyword, type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { type Check, isObject, mapOf, isTrue, id, wrong } from "../checks.ts";

const MAX_KEYWORDS = 100;

/** Printable ASCII without the characters that IMAP reserves. */
const keyword: Check = (value, name) => {
  if (typeof value !== "string" || !/^(?![^]*[(){}\]%*"\\ ])[\x21-\x7e]{1,255}$/.test(value))
    throw wrong(name, "a keyword");
};

export const keywordsCheck: Check = (value, name) => {
  mapOf(keyword, isTrue)(value, name);
  if (Object.keys(value as object).length > MAX_KEYWORDS) {
    throw new SetFailure({ type: "tooManyKeywords", description: `A letter has at most ${MAX_KEYWORDS} keywords` });
  }
};
export const mailboxIdsCheck: Check = (value, name) => {
  mapOf(id, isTrue)(value, name);
  if (!isObject(value) || Object.keys(value).length === 0) throw wrong(name, "at least one mailbox");
};

/** Keywords are lower case here, in whatever case the client sends them. */
export const keywordsOf = (set: Record<Keyword, true> | undefined): Keyword[] => [
  ...new Set(Object.keys(set ?? {}).map((each) => each.toLowerCase())),
];
export const mailboxIdsOf = (set: Record<Id, true>): Id[] => Object.keys(set);

/** At most one category per Email: the latest one replaces the others. */
export function withOneCategory(keywords: readonly Keyword[], before: readonly Keyword[]): Keyword[] {
  const all = categoriesOf(keywords);
  const chosen = all.find((category) => !before.includes(categoryKeyword(category))) ?? all[0];
  const dropped = new Set(all.filter((category) => category !== chosen).map(categoryKeyword));
  return keywords.filter((each) => !dropped.has(each));
}
