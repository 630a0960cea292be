import { visibleText } from "../../../ui/visible-text.ts";

/** Characters. More of it is no subject any more, and would be laid out for seconds. */
const longestSubject = 1000;
/** What is shown of it on request. */
const LONGEST_ON_REQUEST = 100_000;

interface Subject {
  subject: string | null;
}

/** Empty where there is none. */
export const shownSubject = ({ subject }: Subject, longest = longestSubject): string =>
  visibleText(subject?.trim().slice(0, longest) ?? "");

export const wholeSubject = (email: Subject): string => shownSubject(email, LONGEST_ON_REQUEST);

export const isSubjectCut = ({ subject }: Subject): boolean => (subject?.trim().length ?? 0) > longestSubject;
