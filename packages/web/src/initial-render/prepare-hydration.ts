/**
 * Before React hydrates the rows. The placeholders, which React replaces, stay inert until it has.
 * @returns makes the rest usable: to be called when it hears keys and clicks
 */
export function prepareHydration(root: Element): () => void {
  const page = root.querySelector("[data-initial-render]");
  for (const placeholder of root.querySelectorAll("[data-placeholder]")) {
    placeholder.setAttribute("inert", "");
    placeholder.setAttribute("aria-hidden", "true");
  }
  const replaced = new MutationObserver(() => {
    if (root.querySelector("[data-placeholder]")) return;
    replaced.disconnect();
    page?.removeAttribute("data-initial-render");
  });
  replaced.observe(root, { childList: true, subtree: true });
  return () => {
    for (const name of ["inert", "aria-hidden"]) page?.removeAttribute(name);
  };
}
