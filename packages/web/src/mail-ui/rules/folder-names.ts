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
