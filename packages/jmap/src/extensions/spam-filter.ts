/**
 * A small spam filter of the account's own: with the preference `findsSpam` it learns from the letters that the person puts
 * into spam and takes out of it, answers, flags and files, and moves letters that arrive and look like what it learned as
 * spam. An extension of ours.
 */
import type { Id } from "../core/core.ts";

/** An account capability; its value is empty. */
export const SPAM_FILTER = "tag:pismo.localhost,2026:spam-filter";

/** The keyword of an Email that the filter has moved; it goes when the Email is moved again. */
export const LOOKS_LIKE_SPAM = "pismo-looks-like-spam";

/** One object an account, with the id "singleton". */
export interface SpamFilter {
  id: Id;
  /** Letters that it has learned from. */
  learnedSpam: number;
  learnedOther: number;
  /** It judges nothing before it has learned from so many of each. */
  beginsAt: number;
}
