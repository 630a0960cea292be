/**
 * Incomplete results of Email/query: an extension of ours for mirrored accounts (MIRROR). Emails whose text is not here
 * yet are found by their header alone; the server is searched for the others. Its matches appear as changed Emails, and
 * MirrorStatus changes its state at the end.
 */
export interface PartialResults {
  /** Emails whose text is not here, in the requested mailbox or in all. */
  notLoaded: number;
  /**
   * asking: more results may follow; asked: the server has been searched; failed: the search failed or took too long;
   * notAsked: the words are too short.
   */
  server: "asking" | "asked" | "failed" | "notAsked";
}

/** An additional property of the result of Email/query. */
export interface WithPartialResults {
  /** Omitted where the results are complete. */
  partial?: PartialResults;
}
