import icon from "./tab-icon.png";

/**
 * The icon of the tab (tab-icon.svg in 64 by 64 px). A page that names it from the start has the browser render it before the
 * first frame, and an SVG again after each navigation.
 */
export function showTabIcon(): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
}
