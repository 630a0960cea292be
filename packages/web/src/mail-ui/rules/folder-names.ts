import { useTranslation } from "react-i18next";
import { folderName, fullNames, isSpecialFolder } from "../../store/index.ts";
import type { Uncounted } from "../../store/records/records.ts";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import { visibleText } from "../../ui/visible-text.ts";

/** Folders as the navigation calls them. */
export function useFolderNames(): (mailbox: Uncounted) => string {
  const { t } = useTranslation();
  const fullName = fullNames(useRuleAccount().mailboxes);
  return (mailbox) => {
    const name = folderName(mailbox);
    return isSpecialFolder(name) ? t(`shell.${name}`) : visibleText(fullName(mailbox));
  };
}
