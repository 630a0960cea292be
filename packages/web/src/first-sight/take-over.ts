/**
 * Lets people at the page, whose rows React is about to take over. Parts that it draws anew stay what nobody can press until
 * it has.
 */
export function takeOver(root: Element): void {
  const page = root.querySelector("[data-first-sight]");
  for (const part of root.querySelectorAll("[data-picture]")) {
    part.setAttribute("inert", "");
    part.setAttribute("aria-hidden", "true");
  }
  for (const name of ["inert", "aria-hidden"]) page?.removeAttribute(name);
  const replaced = new MutationObserver(() => {
    if (root.querySelector("[data-picture]")) return;
    replaced.disconnect();
    page?.removeAttribute("data-first-sight");
  });
  replaced.observe(root, { childList: true, subtree: true });
}
