const least = 500;
const most = 10_000;

/** How long the numbers of saved searches stay as they are, in ms: each is a search, so that slow ones are counted less often. */
export const countPause = (tookMs: number): number => Math.min(most, Math.max(least, tookMs * 20));
