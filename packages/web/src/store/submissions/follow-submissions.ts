/** Keeps up with what the shown account sends, for as long as something shows it. */
import type { Id, StateType } from "@pismo/jmap";
import { afterPaint } from "../prefetch/painted.ts";
import { getAccount, subscribeToSession } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

/**
 * @param type whose changes count
 * @param load fetches them: at first, after each change, and when another account is shown
 * @param forget another account is shown, of which nothing is known yet
 * @returns a function that follows, and returns one that ends it; however many follow, each change is fetched once
 */
export function submissionFollower(
  type: StateType,
  load: () => void,
  forget: (accountId: Id) => void,
): () => () => void {
  let followers = 0;
  let stops: (() => void)[] = [];
  return () => {
    if (++followers === 1) {
      let shown = getAccount().accountId;
      stops = [
        onNews((changed) => {
          if (!changed || changed[getAccount().accountId]?.[type] !== undefined) load();
        }),
        subscribeToSession(() => {
          if (shown === (shown = getAccount().accountId)) return;
          forget(shown);
          load();
        }),
      ];
      // The list that it stands above is painted first.
      afterPaint(load);
    }
    return () => {
      if (--followers === 0) stops.forEach((stop) => stop());
    };
  };
}
