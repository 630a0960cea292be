/** Navigates to a list or an Email once its data is there: the page before stays until then, if that is soon. */
import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import { type NavigateOptions, useNavigate } from "react-router";
import { inAccount } from "../store/session/account-address.ts";
import { fetchList, fetchEmail, getPreferences, listQueryFromUrl } from "../store/index.ts";

/** After that the page is shown with placeholders: a click has to be answered. */
const WAIT_MS = 100;

/** Only the latest navigation counts. */
let latest = 0;
/** The one whose data is waited for; 0: none. */
let waiting = 0;

/** Whether the page that is shown is left in a moment: what it shows may be gone already. */
export const isBeingLeft = (): boolean => waiting === latest && latest > 0;

export const cancelPendingNavigation = (): void => void latest++;

export interface NavigateWhenLoaded {
  /** @param to path and search of the list's URL */
  toList(to: string, options?: NavigateOptions): void;
  /** @param to path and search of the Email's URL */
  toEmail(id: Id, to: string): void;
}

export function useNavigateWhenLoaded(): NavigateWhenLoaded {
  const navigate = useNavigate();
  return useMemo(() => {
    /** @param loaded undefined where the data is there already */
    const go = (address: string, loaded: Promise<void> | undefined, options?: NavigateOptions): void => {
      const to = inAccount(address);
      const current = ++latest;
      const leave = (): void => {
        if (current !== latest) return;
        waiting = 0;
        const { pathname, search } = new URL(to, window.location.href);
        // Like a link: navigating to the current URL adds no history entry.
        const isHere = pathname === window.location.pathname && search === window.location.search;
        void navigate(to, { replace: isHere, ...options });
      };
      if (!loaded) return leave();
      waiting = current;
      void loaded.then(leave);
    };
    return {
      toList(to, options) {
        const { pathname, searchParams } = new URL(to, window.location.href);
        go(to, fetchList(listQueryFromUrl(pathname.slice(1), searchParams, getPreferences()), WAIT_MS), options);
      },
      toEmail: (id, to) => go(to, fetchEmail(id, WAIT_MS)),
    };
  }, [navigate]);
}
