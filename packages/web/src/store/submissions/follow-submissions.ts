/** Keeps up with the submissions of the shown account, for as long as something shows them. */
import type { Id } from "@pismo/jmap";
import { getAccount, subscribeToSession } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

/**
 * @param load fetches them: at first, after each change, and when another account is shown
 * @param forget another account is shown, of which nothing is known yet
 * @returns a function that follows, and returns one that ends it; however many follow, each change is fetched once
 */
export function submissionFollower(load: () => void, forget: (accountId: Id) => void): () => () => void {
  let followers = 0;
  let stops: (() => void)[] = [];
  return () => {
    if (++followers === 1) {
      let shown = getAccount().accountId;
      stops = [
        onNews((changed) => {
          if (!changed || changed[getAccount().accountId]?.EmailSubmission !== undefined) load();
        }),
        subscribeToSession(() => {
          if (shown === (shown = getAccount().accountId)) return;
          forget(shown);
          load();
        }),
      ];
      load();
    }
    return () => {
      if (--followers === 0) stops.forEach((stop) => stop());
    };
  };
}
