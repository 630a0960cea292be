/**
 * Links of Emails that lead elsewhere than they seem to: asked about before they are followed. The Email's frame cannot
 * ask, so such a link leads to an address of ours in a tab of its own, with the true one behind the "#", which is in no
 * request. Nothing is followed by itself: any page may lead there.
 */
import { createSignal, useSignal } from "../signal.ts";

const hashPrefix = "#link:";

/** @param href http(s) */
export const askingLink = (href: string): string =>
  `${window.location.origin}/inbox?letters=all${hashPrefix}${encodeURIComponent(href)}`;

const asked = createSignal<URL | undefined>(undefined);

/** Asks whether to follow the address; nothing but http and https is ever followed. */
export function askAboutLink(href: string): void {
  const url = URL.parse(href);
  if (url && /^https?:$/.test(url.protocol)) asked.set(url);
}

export const forgetLink = (): void => asked.set(undefined);

export const useAskedLink = (): URL | undefined => useSignal(asked);

/** The link that this page was opened to ask about, once. */
export function takeAskingLink(): void {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(hashPrefix)) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  try {
    askAboutLink(decodeURIComponent(hash.slice(hashPrefix.length)));
  } catch {
    // Not one of ours.
  }
}
