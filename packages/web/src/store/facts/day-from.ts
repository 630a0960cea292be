/** A day of the reader's, "2026-12-05". Without Intl, which would take its time before the first render. */
export const dayFrom = (now: Date, days = 0): string =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);

/** Of the shelf, counted from today. */
export const LAST_DAY = 6;
