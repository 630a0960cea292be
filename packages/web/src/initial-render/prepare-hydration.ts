/**
 * Makes the page usable, whose rows React is about to hydrate. The placeholders, which React replaces, stay inert until it
 * has.
 */
export function prepareHydration(root: Element): void {
  const page = root.querySelector("[data-initial-render]");
  for (const placeholder of root.querySelectorAll("[data-placeholder]")) {
    placeholder.setAttribute("inert", "");
    placeholder.setAttribute("aria-hidden", "true");
  }
  for (const name of ["inert", "aria-hidden"]) page?.removeAttribute(name);
  const replaced = new MutationObserver(() => {
    if (root.querySelector("[data-placeholder]")) return;
    replaced.disconnect();
    page?.removeAttribute("data-initial-render");
  });
  replaced.observe(root, { childList: true, subtree: true });
}
