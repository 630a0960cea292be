/** Code that is fetched when it is first wanted. */
import { type ComponentProps, type ComponentType, createElement, lazy, useState } from "react";

/** Resolves once a fetch that failed is worth another try; with false where it is not. */
let mayRetry = (): Promise<boolean> => Promise.resolve(false);

/** The application knows whether the server can be reached. */
export function retryCodeWhen(isBack: () => Promise<boolean>): void {
  mayRetry = isBack;
}

/**
 * Fetches a piece of code; while the server cannot be reached it waits for it, and what was shown before stays.
 * @throws TypeError where the server is there but the piece is not: another version runs on it by now
 */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  return async function fetchCode(): Promise<T> {
    try {
      return await load();
    } catch (error) {
      if (await mayRetry()) return fetchCode();
      throw error;
    }
  };
}

/**
 * A component of a piece of code that is fetched when it is first rendered, or before, by `preload`: then it is rendered at
 * once. React may leave a fallback, once shown, for 0.3 s.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React.lazy has it
export function lazyPart<Name extends string, Part extends ComponentType<any>>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
) {
  let loaded: Part | undefined;
  const preload = onDemand(async () => ({ default: (loaded = (await load())[name]) }));
  const Lazy = lazy(preload);
  // What was mounted stays: another type of component would lose its state.
  const Shown = (props: ComponentProps<Part>) => createElement(useState(() => loaded ?? Lazy)[0], props);
  return Object.assign(Shown, { preload });
}
