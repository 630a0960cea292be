/** News come while one still asks: then the answer may be old already, and one asks once more. */
import { isUnreachable } from "./connection.ts";

/**
 * @param ask runs one request; a request during a run is answered by one further run
 * @returns a function that asks for it
 */
export function askedAnew(ask: () => Promise<void>): () => void {
  let isWanted = false;
  let asking: Promise<void> | undefined;
  const askAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await ask();
    }
  };
  return () => {
    isWanted = true;
    asking ??= askAll()
      .catch((error: unknown) => {
        // With the connection the news come back, too.
        if (!isUnreachable(error)) console.error(error);
      })
      .finally(() => {
        asking = undefined;
      });
  };
}
