/** Which key press is which shortcut. Pure. */

/** The parts of a KeyboardEvent that count. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Signs that another layout has elsewhere: on a Russian keyboard Shift+3 is "№". */
const signCodes: Record<string, string> = { "!": "Digit1", "#": "Digit3" };

/** Letters and signs by their key code, so that they are the same in a Russian layout. */
function matchesKey({ key, code, shiftKey }: KeyPress, wanted: string): boolean {
  if (/^[A-Z]$/.test(wanted)) return code === `Key${wanted}`;
  return key === wanted || (shiftKey && code === signCodes[wanted]);
}

/** @param shortcut as aria-keyshortcuts spells it; Control means Command on Apple's keyboards too */
export function matchesShortcut(press: KeyPress, shortcut: string): boolean {
  const parts = shortcut.split("+").filter(Boolean);
  const wanted = parts.at(-1) ?? "";
  const isLetter = /^[A-Z]$/.test(wanted);
  const hasControl = press.ctrlKey || press.metaKey;
  if (press.altKey || hasControl !== parts.includes("Control")) return false;
  // Signs such as "!" need Shift on some keyboards and not on others.
  if (isLetter && press.shiftKey !== parts.includes("Shift")) return false;
  return matchesKey(press, wanted);
}
