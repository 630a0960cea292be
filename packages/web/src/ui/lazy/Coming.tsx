/** In the place of what may still come, until it is known whether it does: what it would move waits for it, by its own style. */
export const Coming = () => <span hidden data-coming="" />;
