import { useTranslation } from "react-i18next";
import { folderName, fullNames, isSpecialFolder, useMailboxes } from "../../store/index.ts";
import { visibleText } from "../../ui/visible-text.ts";

type Mailbox = ReturnType<typeof useMailboxes>[number];

/** Folders as the navigation calls them. */
export function useFolderNames(): (mailbox: Mailbox) => string {
  const { t } = useTranslation();
  const fullName = fullNames(useMailboxes());
  return (mailbox) => {
    const name = folderName(mailbox);
    return isSpecialFolder(name) ? t(`shell.${name}`) : visibleText(fullName(mailbox));
  };
}

/** "Parent/Child", as scripts name it. */
export function pathOf(mailbox: Mailbox, all: readonly Mailbox[]): string {
  const names = [mailbox.name];
  const seen = new Set([mailbox.id]);
  let above = all.find(({ id }) => id === mailbox.parentId);
  while (above && !seen.has(above.id)) {
    const { id, name, parentId } = above;
    seen.add(id);
    names.unshift(name);
    above = all.find((each) => each.id === parentId);
  }
  return names.join("/");
}
