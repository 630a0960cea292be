/** Several sources are asked at once; the most certain one that answers in time counts. */

/**
 * @param sources most certain first; each gives undefined where it knows nothing, and none throws
 * @param grace milliseconds that more certain ones still have after the first answer
 */
export function bestAnswer<T>(sources: readonly Promise<T | undefined>[], grace: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const answers: ({ value: T | undefined } | undefined)[] = sources.map(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const look = (isLate: boolean): void => {
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
        if (value !== undefined) timer ??= setTimeout(() => look(true), grace);
        look(false);
      });
    }
    look(false);
  });
}
