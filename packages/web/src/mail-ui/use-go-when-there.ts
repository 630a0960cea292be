/** The way to a list or a letter: the page stays as it is until they are there, if that does not take long. */
import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import { type NavigateOptions, useNavigate } from "react-router";
import { fetchList, fetchEmail, listQueryFromUrl } from "../store/index.ts";

/** In ms. Longer, and the places of what is to come are shown: a click has to be answered. */
const patience = 100;

/** Only the way that was taken last leads anywhere. */
let latest = 0;

/** Cancels a pending navigation when another one starts. */
export const callOffWays = (): void => void latest++;

export interface WaysWhenThere {
  /** @param to path and search of the list's address */
  toList(to: string, options?: NavigateOptions): void;
  /** @param to path and search of the letter's address */
  toLetter(id: Id, to: string): void;
  stay: typeof callOffWays;
}

export function useGoWhenThere(): WaysWhenThere {
  const navigate = useNavigate();
  return useMemo(() => {
    /** @param arrives undefined where it is there already */
    const go = (to: string, arrives: Promise<void> | undefined, options?: NavigateOptions): void => {
      const way = ++latest;
      const leave = (): void => {
        if (way !== latest) return;
        const { pathname, search } = new URL(to, window.location.href);
        // Like a link: navigating to the current URL adds no history entry.
        const isHere = pathname === window.location.pathname && search === window.location.search;
        void navigate(to, { replace: isHere, ...options });
      };
      if (arrives) void arrives.then(leave);
      else leave();
    };
    return {
      toList(to, options) {
        const { pathname, searchParams } = new URL(to, window.location.href);
        go(to, fetchList(listQueryFromUrl(pathname.slice(1), searchParams), patience), options);
      },
      toLetter: (id, to) => go(to, fetchEmail(id, patience)),
      stay: callOffWays,
    };
  }, [navigate]);
}
