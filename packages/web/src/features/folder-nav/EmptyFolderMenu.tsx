import { useTranslation } from "react-i18next";
import { type EmptiableFolder, emptyFolder, wholeFolder } from "../../actions/folders/empty-folder.ts";
import { runAction } from "../../actions/run-action.ts";
import { useAccount, useFolderCounts } from "../../store/index.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, MenuItem } from "../../ui/Menu.tsx";
import styles from "./FolderNav.module.css";

/** Of the trash and of spam, where they hold anything. */
export function EmptyFolderMenu({ folder }: { folder: string }) {
  return folder === "trash" || folder === "spam" ? <FolderMenu folder={folder} /> : null;
}

function FolderMenu({ folder }: { folder: EmptiableFolder }) {
  const { t } = useTranslation();
  const account = useAccount();
  // With them the mailbox changes, and what may be done to it.
  useFolderCounts();
  const action = emptyFolder(folder);
  const context = wholeFolder(folder);
  if (isAllAccounts(account) || !action.isAvailable(context)) return null;
  const trigger = (
    <IconButton
      className={styles.more}
      icon="more"
      iconSize={18}
      label={t("shell.folders.actions", { name: t(`shell.${folder}`) })}
      tooltip={false}
    />
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem icon="trash" danger onClick={() => runAction(action, context)}>
        {t(action.labelKey)}
      </MenuItem>
    </Menu>
  );
}
