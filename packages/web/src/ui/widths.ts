/** Below 900 px the navigation is an icon rail, below 600 px a drawer. The style sheets name the same widths. */
export const railQuery = "(width < 900px)";
export const drawerQuery = "(width < 600px)";
