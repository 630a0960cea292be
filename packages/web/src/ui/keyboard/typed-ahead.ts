/**
 * What is typed before a popup has its fields goes into the first one. The first opening takes a slow machine some tenths of a
 * second, and an address without its first letters may be another person's.
 */
const fields =
  'input:is([type="text"], [type="search"], [type="email"], [type="password"], :not([type])), textarea, [contenteditable="true"]';
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

/** One at a time: a part that is fetched, and the dialog in it, both ask for it. */
let running: (() => void) | undefined;
/** Reasons for which the keys are the page's all the same. */
let passes = 0;

/** No popup comes for now: the keys are the page's. @returns the function that ends it */
export function passTyped(): () => void {
  passes++;
  return () => {
    passes--;
  };
}

/** The popup itself has the focus until what is in it is there. */
const isWithin = (target: EventTarget | null): target is Element =>
  target instanceof Element && !target.matches(popup) && target.closest(popup) !== null;

/** Begins when a popup is asked for, and ends when the focus is in it. @returns the function that ends it before */
export function keepTyped(): () => void {
  if (running) return running;
  const keys: string[] = [];
  const keep = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (passes > 0 || (target instanceof Element && target.closest(fields))) return;
    if (isWithin(target) || key === "Escape") return stop();
    const typed = typedBy(event);
    const isBehind = !(target instanceof Element && target.matches(popup));
    if (typed !== undefined) keys.push(typed);
    else if (key === "Backspace") keys.pop();
    // It would press what has the focus behind the popup: open the letter of a row.
    else if (key !== "Enter" || !isBehind) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const give = ({ target }: FocusEvent): void => {
    if (!isWithin(target)) return;
    stop();
    if (target.matches(fields)) queueMicrotask(() => void typeInto(target, keys));
  };
  const stop = (): void => {
    removeEventListener("keydown", keep, true);
    removeEventListener("focusin", give);
    if (running === stop) running = undefined;
  };
  addEventListener("keydown", keep, true);
  addEventListener("focusin", give);
  running = stop;
  return stop;
}
