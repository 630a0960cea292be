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
  files: 7,
  transfers: 8,
  snooze: 9,
  notify: 10,
  contacts: 11,
  emptying: 12,
  facts: 13,
  newsletters: 14,
  foreignTransfers: 15,
  screening: 16,
  spam: 17,
} as const;
