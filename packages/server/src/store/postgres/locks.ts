/** Keys of PostgreSQL's advisory locks; each database has its own. */
export const ADVISORY_LOCKS = {
  migration: 1,
  /** Held by the transaction that writes: shared by those of one account, each of which holds accountWrite as well. */
  write: 2,
  sweep: 3,
  setup: 4,
  /** With the account as its second number. */
  account: 5,
  /** With the account as its second number. */
  accountWrite: 6,
  jobs: 7,
  emptying: 12,
} as const;
