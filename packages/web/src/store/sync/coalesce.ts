/** A request made during a run may need newer data than the run fetches, so the run is repeated once. */
import { isUnreachable } from "./connection.ts";

/**
 * @param ask runs one request; a request during a run is answered by one further run, also where the run fails
 * @param failed a run did
 * @returns a function that asks for it
 */
export function coalesce(ask: () => Promise<void>, failed?: () => void): () => void {
  let isWanted = false;
  let asking: Promise<void> | undefined;
  const askAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await ask().catch((error: unknown) => {
        failed?.();
        // With the connection the news come back, too.
        if (!isUnreachable(error)) console.error(error);
      });
    }
    asking = undefined;
  };
  return () => {
    isWanted = true;
    asking ??= askAll();
  };
}
