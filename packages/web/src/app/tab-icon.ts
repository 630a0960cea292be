import icon from "./tab-icon.png";

/**
 * The icon of the browser's tab (tab-icon.svg, drawn in 64 by 64 px). A page that names it from its beginning has the browser
 * draw it before the first frame, and an SVG anew after each step.
 */
export function showTabIcon(): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
}
