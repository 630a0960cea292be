/**
 * The steps from page to page: a step is drawn at once, or, where the code of its page has to be fetched, the page before
 * stays until then, and its address with it.
 */
import { type ComponentType, createContext } from "react";
import { flushSync } from "react-dom";
import {
  type Location,
  matchRoutes,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type RouteObject,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
} from "react-router";
import { callOffWays } from "../mail-ui/use-go-when-there.ts";
import { setView } from "../store/index.ts";
import { createSignal, type Signal } from "../store/signal.ts";
import { noRoute } from "./router-words.ts";

export interface PageCode {
  /** Undefined until it was fetched. */
  now: () => ComponentType | undefined;
  fetch: () => Promise<ComponentType>;
}

/** What a route says in `handle`: its page, or where it leads instead of having one. */
export type RouteHandle = PageCode | { leadsTo: string };

type Outcome = { Page: ComponentType } | { error: unknown };

/** Has no outcome while the code of the first page is awaited. */
export type Step = { location: Location; action: NavigationType } & Partial<{ Page: ComponentType; error: unknown }>;

export interface Steps {
  shown: Signal<Step>;
  navigator: Navigator;
}

/** @param refusal why the first page is not to be shown */
export function createSteps(routes: RouteObject[], refusal?: Error): Steps {
  // React Router's own, which it has not named for good: its version is pinned.
  const history = createBrowserHistory();
  const { createHref, createURL, encodeLocation, go } = history;

  const handleAt = (pathname: string): RouteHandle | undefined =>
    matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined;

  /** Where a step to an address ends. */
  function endOf(to: To): To {
    const handle = handleAt(createURL(to).pathname);
    return handle && "leadsTo" in handle ? handle.leadsTo : to;
  }

  const stepTo = (outcome?: Outcome): Step => ({ location: history.location, action: history.action, ...outcome });

  /** Who takes another step meanwhile does not want the one before any more. */
  let latest = 0;

  /** @param enter has the browser's address follow */
  function take(pathname: string, enter?: () => void, options?: NavigateOptions): void {
    const number = ++latest;
    if (pathname !== shown.get().location.pathname) callOffWays();
    const end = (outcome: Outcome): void => {
      if (number !== latest) return;
      enter?.();
      const show = (): void => shown.set(stepTo(outcome));
      if (options?.flushSync) flushSync(show);
      else show();
      setView({ isLoading: false });
    };
    const handle = handleAt(pathname);
    if (!handle || "leadsTo" in handle) return end({ error: noRoute(pathname) });
    const Page = handle.now();
    if (Page) return end({ Page });
    // The first page has nothing before it that could be loading the next one.
    setView({ isLoading: shown.get().Page !== undefined || "error" in shown.get() });
    handle.fetch().then(
      (fetched) => end({ Page: fetched }),
      (error: unknown) => end({ error }),
    );
  }

  /** To the address that the browser is at already. */
  function follow(): void {
    const { location } = history;
    const end = endOf(location);
    if (end !== location) history.replace(end);
    take(history.location.pathname);
  }

  const stepBy =
    (enter: typeof history.push): Navigator["push"] =>
    (to, state, options) => {
      const end = endOf(to);
      take(createURL(end).pathname, () => enter(end, state), options);
    };

  const shown = createSignal(stepTo(refusal && { error: refusal }));
  if (!refusal) follow();
  history.listen(follow);
  return {
    shown,
    navigator: {
      createHref,
      createURL,
      encodeLocation,
      go,
      push: stepBy(history.push),
      replace: stepBy(history.replace),
    },
  };
}

export const StepContext = createContext<Step | undefined>(undefined);
