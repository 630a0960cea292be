const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
const popups = '[role="menu"], [role="dialog"], [role="alertdialog"], dialog';

/** What only shows something while the pointer or the focus is on its button takes no keys, nor does a minimised letter. */
const open = '[role="dialog"]:not([data-preview], [hidden]), [role="alertdialog"], [role="menu"]';

/** Whether a key that is pressed here belongs to a field, a menu or a dialog, and is no shortcut of the page. */
export function areKeysTaken(target: EventTarget | null): boolean {
  if (document.querySelector(open)) return true;
  return target instanceof Element && target.closest(`${fields}, ${popups}`) !== null;
}
