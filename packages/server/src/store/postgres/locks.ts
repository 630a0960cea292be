/** Keys of PostgreSQL's advisory locks; each database has its own. */
export const ADVISORY_LOCKS = {
  migration: 1,
  /** Held by the transaction that writes. */
  write: 2,
  sweep: 3,
  serve: 4,
} as const;
