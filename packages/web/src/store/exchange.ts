/**
 * Changes that go out and changes that come in take turns: an answer about what is being changed at the moment
 * would make counts and rows flicker.
 */
let last: Promise<unknown> = Promise.resolve();

/** Runs `work` when what came before it is done. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}
