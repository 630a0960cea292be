/**
 * Changes that go out and changes that come in take turns: an answer about what is being changed at the moment
 * would make counts and rows flicker.
 */
let last: Promise<unknown> | undefined;

/** Runs `work` when what came before it is done; at once where nothing is under way. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last ? last.then(work) : work();
  const ended = turn.then(
    () => undefined,
    () => undefined,
  );
  last = ended;
  void ended.then(() => {
    if (last === ended) last = undefined;
  });
  return turn;
}
