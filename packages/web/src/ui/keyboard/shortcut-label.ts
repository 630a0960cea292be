const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Record<string, string> = {
  Control: isApple ? "⌘" : "Ctrl",
  Shift: isApple ? "⇧" : "Shift",
  Delete: "Del",
  Escape: "Esc",
};

/** A shortcut as keyboards spell it: "Control+A" → "Ctrl+A", on Apple's "⌘A". */
export function shortcutLabel(shortcut: string): string {
  return shortcut
    .split("+")
    .filter(Boolean)
    .map((key) => signs[key] ?? key)
    .join(isApple ? "" : "+");
}
