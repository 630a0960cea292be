function leadToTop({ target, defaultPrevented }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[aria-current="page"]') : null;
  // Clicks that open a new tab are left to the browser; another address brings a list of its own.
  if (!defaultPrevented || link?.href !== window.location.href) return;
  const scroller = document.querySelector("main [data-letter]")?.closest("ul")?.parentElement;
  scroller?.scrollTo({ top: 0 });
}

/** A click on the folder that is open leads to the top of its list: it is a new visit, though the page stays. */
export function followToTop(): () => void {
  document.addEventListener("click", leadToTop);
  return () => document.removeEventListener("click", leadToTop);
}
