/** Folders by two keys, "g" and then this one; by its place, so that a Russian keyboard has the same. */
export const goTo = [
  { code: "KeyI", key: "I", folder: "inbox", labelKey: "shell.shortcuts.goInbox" },
  { code: "KeyM", key: "M", folder: "important", labelKey: "shell.shortcuts.goImportant" },
  { code: "KeyS", key: "S", folder: "sent", labelKey: "shell.shortcuts.goSent" },
  { code: "KeyD", key: "D", folder: "drafts", labelKey: "shell.shortcuts.goDrafts" },
  { code: "KeyA", key: "A", folder: "archive", labelKey: "shell.shortcuts.goArchive" },
  { code: "KeyJ", key: "J", folder: "spam", labelKey: "shell.shortcuts.goSpam" },
  { code: "KeyT", key: "T", folder: "trash", labelKey: "shell.shortcuts.goTrash" },
] as const;
