/**
 * The browser asks the person before the page is left. Only while something waits: a page with such a listener is asked
 * before every reload, which delays it.
 * @param isHeld whether it still asks
 * @returns lets the page go
 */
export function holdPage(isHeld = (): boolean => true): () => void {
  const ask = (event: Event): void => {
    if (isHeld()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
