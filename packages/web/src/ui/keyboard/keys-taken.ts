const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
const popups = '[role="menu"], [role="dialog"], [role="alertdialog"], dialog';

/** It is open, or its code is on the way (ComingDialog); a minimised letter's stays in the page, closed. */
export const openDialog = '[role="dialog"]:not([data-closed][hidden])';
/** What only shows something while the pointer or the focus is on its button takes no keys. */
const open = `${openDialog}:not([data-preview]), [role="alertdialog"], [role="menu"]`;

/** Whether a key that is pressed here belongs to a field, a menu or a dialog, and is no shortcut of the page. */
export function areKeysTaken(target: EventTarget | null): boolean {
  if (document.querySelector(open)) return true;
  return target instanceof Element && target.closest(`${fields}, ${popups}`) !== null;
}
