/** A click on the picture is meant for what will stand in its place: it is kept, and given to that. */
export function keepClick(root: Element): void {
  let last: MouseEvent | undefined;
  const keep = (event: MouseEvent): void => {
    // What is to open elsewhere only the browser can open.
    last = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ? undefined : event;
  };
  document.addEventListener("click", keep);
  const replaced = new MutationObserver(() => {
    if (root.querySelector("[data-first-sight]")) return;
    replaced.disconnect();
    document.removeEventListener("click", keep);
    const meant = last && document.elementFromPoint(last.clientX, last.clientY)?.closest<HTMLElement>("a,button,input");
    meant?.focus({ preventScroll: true });
    meant?.click();
  });
  replaced.observe(root, { childList: true });
}
