/** Below 900 px the navigation is an icon rail, below 600 px a drawer. The style sheets name the same widths. */
export const railQuery = "(width < 900px)";
/** In px. */
export const DRAWER_WIDTH = 600;
export const drawerQuery = `(width < ${DRAWER_WIDTH}px)`;
