/**
 * The answer of the most certain source that answers in time.
 * @param sources most certain first; each resolves to undefined where it knows nothing, and none rejects
 * @param graceMs time for more certain sources after the first answer
 */
export function bestAnswer<T>(sources: readonly Promise<T | undefined>[], graceMs: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const answers: ({ value: T | undefined } | undefined)[] = sources.map(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const check = (isLate: boolean): void => {
      for (const answer of answers) {
        if (!answer && !isLate) return;
        if (answer?.value !== undefined) {
          clearTimeout(timer);
          return resolve(answer.value);
        }
      }
      if (answers.every(Boolean)) resolve(undefined);
    };
    for (const [index, source] of sources.entries()) {
      void source.then((value) => {
        answers[index] = { value };
        if (value !== undefined) timer ??= setTimeout(() => check(true), graceMs);
        check(false);
      });
    }
    check(false);
  });
}
