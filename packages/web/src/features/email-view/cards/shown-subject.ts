import { visibleText } from "../../../ui/visible-text.ts";

/** Characters. More of it is no subject any more, and would be laid out for seconds. */
const longestSubject = 1000;

/** Empty where there is none. */
export const shownSubject = ({ subject }: { subject: string | null }): string =>
  visibleText(subject?.trim().slice(0, longestSubject) ?? "");
