/** The height of the list that was shown last, in px: to measure its own, a list would have the browser lay out the new page at once. */
export const viewport: { last: number | undefined } = { last: undefined };
