/**
 * A mutex for sending and syncing: an answer about what is being changed at the moment
 * would make counts and rows flicker.
 */
let last: Promise<unknown> | undefined;

/** Runs `work` after all earlier tasks; at once where none is running. */
export function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const run = last ? last.then(work) : work();
  const ended = run.then(
    () => undefined,
    () => undefined,
  );
  last = ended;
  void ended.then(() => {
    if (last === ended) last = undefined;
  });
  return run;
}
