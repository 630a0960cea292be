/** Of an Email whose submission waits: $submitpending (RFC 5550) in place of $draft. Pure. */
import { DRAFT, type Keyword, SUBMIT_PENDING } from "@pismo/jmap";

export const isPending = (keywords: readonly Keyword[]): boolean => keywords.includes(SUBMIT_PENDING);

/** Of an Email that is neither a draft nor waits. */
export const settledKeywords = (keywords: readonly Keyword[]): Keyword[] =>
  keywords.filter((each) => each !== SUBMIT_PENDING && each !== DRAFT);

/** Nothing of it is submitted any more: a draft. */
export const draftKeywords = (keywords: readonly Keyword[]): Keyword[] => [...settledKeywords(keywords), DRAFT];

/** Of a copy in another account, or at a mail server, where nothing is submitted. */
export const keywordsOfCopy = (keywords: readonly Keyword[]): Keyword[] =>
  isPending(keywords) ? draftKeywords(keywords) : [...keywords];
