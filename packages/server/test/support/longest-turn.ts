/** How long work blocks the event loop, in processor time of this thread: a clock would count other processes too. */

const now = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of the longest turn while `work` runs. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = now();
  const note = (): void => {
    const after = now();
    longest = Math.max(longest, after - before);
    before = after;
  };
  let next: NodeJS.Immediate;
  const turn = (): void => {
    note();
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  try {
    await work();
  } finally {
    clearImmediate(next);
    note();
  }
  return longest;
}
