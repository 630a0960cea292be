/**
 * A click on the picture is meant for what will stand in its place: the last one is kept.
 * @returns gives it to what stands there; to be called when the client does
 */
export function keepClick(root: Element): () => void {
  let last: MouseEvent | undefined;
  const keep = (event: MouseEvent): void => {
    // What is to open elsewhere only the browser can open.
    last = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ? undefined : event;
  };
  document.addEventListener("click", keep);
  const give = (): boolean => {
    const meant = last && document.elementFromPoint(last.clientX, last.clientY)?.closest<HTMLElement>("a,button,input");
    // Parts that are drawn after the rest come in a moment.
    if (last && !meant && root.querySelector("[data-picture]")) return false;
    document.removeEventListener("click", keep);
    meant?.focus({ preventScroll: true });
    meant?.click();
    return true;
  };
  return () => {
    if (give()) return;
    const replaced = new MutationObserver(() => give() && replaced.disconnect());
    replaced.observe(root, { childList: true, subtree: true });
  };
}
