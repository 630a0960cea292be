/**
 * Results of Email/query that may not be all: an extension of our own for accounts that mirror another server (MIRROR).
 * Letters whose text has not come yet are found by their header alone; for the rest the server is asked behind the
 * scenes. What it finds joins the results as changed Emails, and when it is done MirrorStatus has a new state.
 */
export interface PartialResults {
  /** Letters whose text is not here, in the mailbox that was asked for, or in all of them. */
  notLoaded: number;
  /**
   * asking: there may be more in a moment; asked: the server has named those that fit as it searches;
   * failed: it could not be asked, or took too long; notAsked: the words are too short to trouble it.
   */
  server: "asking" | "asked" | "failed" | "notAsked";
}

/** What Email/query has beside its result; other clients do not look at it. */
export interface WithPartialResults {
  /** Left out where the results are all there is. */
  partial?: PartialResults;
}
