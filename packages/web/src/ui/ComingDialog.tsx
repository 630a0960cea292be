/** A dialog whose code is on the way: what is typed by then is for it, and no shortcut of the page. */
export const ComingDialog = () => <div role="dialog" hidden />;
