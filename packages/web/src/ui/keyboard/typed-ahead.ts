/**
 * What is typed before a popup has its fields goes into the first one. The first opening takes a slow machine some tenths of a
 * second, and an address without its first letters may be another person's.
 */
const fields = 'input[type="text"], textarea, [contenteditable="true"]';
const popup = '[role="dialog"]';

const typedBy = (event: KeyboardEvent): string | undefined => {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  // Where AltGr makes characters the browser says that Ctrl and Alt are pressed.
  if (isCommand && !event.getModifierState("AltGraph")) return undefined;
  // A key that is held opened the popup.
  return event.key.length === 1 && !event.repeat ? event.key : undefined;
};

/** As if they were typed now: a comma ends an address. */
async function typeInto(field: Element, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const press = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    // The standard has no other way to write into any field so that it can be undone.
    if (field.dispatchEvent(press)) document.execCommand("insertText", false, key);
    // React has drawn it, and no key that is pressed comes in between.
    await Promise.resolve();
  }
}

/** Begins when a popup is asked for, and ends when the focus is in it. @returns the function that ends it before */
export function keepTyped(): () => void {
  const keys: string[] = [];
  const keep = (event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest(fields)) return;
    const typed = typedBy(event);
    if (typed !== undefined) keys.push(typed);
    else if (event.key === "Backspace") keys.pop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const give = ({ target }: FocusEvent): void => {
    // The popup itself has the focus until what is in it is there.
    if (!(target instanceof Element) || target.matches(popup) || !target.closest(popup)) return;
    stop();
    if (target.matches(fields)) queueMicrotask(() => void typeInto(target, keys));
  };
  const stop = (): void => {
    removeEventListener("keydown", keep, true);
    removeEventListener("focusin", give);
  };
  addEventListener("keydown", keep, true);
  addEventListener("focusin", give);
  return stop;
}
