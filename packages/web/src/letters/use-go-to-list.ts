/** The way to a list of letters: the page stays as it is until they are there, if that does not take long. */
import { useMemo } from "react";
import { type NavigateOptions, useNavigate } from "react-router";
import { fetchList, listQueryFromUrl } from "../store/index.ts";

/** In ms. Longer, and the places of the letters are shown: a click has to be answered. */
const patience = 100;

/** Only the way that was taken last leads anywhere. */
let latest = 0;

export interface WayToList {
  /** @param to path and search of the list's address */
  go(to: string, options?: NavigateOptions): void;
  /** What was chosen before is not wanted any more. */
  stay(): void;
}

export function useGoToList(): WayToList {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      go(to, options) {
        const way = ++latest;
        const from = window.location.pathname;
        const { pathname, search, searchParams } = new URL(to, window.location.href);
        const arrives = fetchList(listQueryFromUrl(pathname.slice(1), searchParams), patience);
        // As a link does it: who is there already takes no further step in the history.
        const isHere = pathname === from && search === window.location.search;
        const leave = (): void => {
          // Who has gone to another page meanwhile stays there.
          if (way === latest && from === window.location.pathname) void navigate(to, { replace: isHere, ...options });
        };
        if (arrives) void arrives.then(leave);
        else leave();
      },
      stay: () => void latest++,
    }),
    [navigate],
  );
}
