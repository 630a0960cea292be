/**
 * Links of Emails that lead elsewhere than they seem to, and those of their cards: asked about before they are followed. The Email's frame cannot
 * ask, so such a link leads to an address of ours in a tab of its own, with the true one behind the "#", which is in no
 * request. Nothing is followed by itself: any page may lead there.
 */
import { createSignal, useSignal } from "../signal.ts";

export interface AskedLink {
  url: URL;
  /** Its text names another site, or its host looks like another one. */
  isMisleading: boolean;
}

const hashPrefix = /^#(link|card):/;

/** @param href http(s) */
export const askingLink = (href: string, isMisleading = true): string =>
  `${window.location.origin}/inbox?letters=all#${isMisleading ? "link" : "card"}:${encodeURIComponent(href)}`;

const asked = createSignal<AskedLink | undefined>(undefined);

/** Asks whether to follow the address; nothing but http and https is ever followed. */
export function askAboutLink(href: string, isMisleading = true): void {
  const url = URL.parse(href);
  if (url && /^https?:$/.test(url.protocol)) asked.set({ url, isMisleading });
}

export const forgetLink = (): void => asked.set(undefined);

export const useAskedLink = (): AskedLink | undefined => useSignal(asked);

/** The link that this page was opened to ask about, once. */
export function takeAskingLink(): void {
  const { hash, pathname, search } = window.location;
  const [prefix, kind] = hashPrefix.exec(hash) ?? [];
  if (prefix === undefined) return;
  window.history.replaceState(window.history.state, "", pathname + search);
  try {
    askAboutLink(decodeURIComponent(hash.slice(prefix.length)), kind === "link");
  } catch {
    // Not one of ours.
  }
}
