/**
 * A click on the initial render is meant for what will be in its place: the last one is recorded.
 * @returns replays it on what is there; to be called when the client is
 */
export function recordClick(root: Element): () => void {
  let last: MouseEvent | undefined;
  const record = (event: MouseEvent): void => {
    // What is to open elsewhere only the browser can open.
    last = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ? undefined : event;
  };
  document.addEventListener("click", record);
  const replay = (): boolean => {
    const target =
      last && document.elementFromPoint(last.clientX, last.clientY)?.closest<HTMLElement>("a,button,input");
    // Placeholders are replaced in a moment.
    if (last && !target && root.querySelector("[data-placeholder]")) return false;
    document.removeEventListener("click", record);
    target?.focus({ preventScroll: true });
    target?.click();
    return true;
  };
  return () => {
    if (replay()) return;
    const replaced = new MutationObserver(() => replay() && replaced.disconnect());
    replaced.observe(root, { childList: true, subtree: true });
  };
}
