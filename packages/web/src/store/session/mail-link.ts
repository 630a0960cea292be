/**
 * The address of ours that a mailto: link of an Email gets. An Email's frame has no scripts and no origin of ours, so
 * its clicks cannot be heard: the link itself must lead to the popup. Behind the "#" it is in no request.
 */
const hashPrefix = "#mailto:";

/** @param href begins with "mailto:" */
export const mailLink = (href: string): string =>
  `${window.location.origin}/inbox?letters=all#${href.replace(/^mailto:/i, "mailto:")}`;

/** The mailto: link that this page was opened by, once: a reload or a step back asks for nothing again. */
export function takeMailLink(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(hashPrefix)) return undefined;
  window.history.replaceState(window.history.state, "", pathname + search);
  return hash.slice(1);
}
