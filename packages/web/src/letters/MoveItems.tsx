import { useTranslation } from "react-i18next";
import { type ActionContext, moveTo } from "../actions/index.ts";
import { folderName, isSpecialFolder, useMailboxes } from "../store/index.ts";
import { asIconName } from "../ui/icons.ts";
import { MenuItem } from "../ui/Menu.tsx";
import { visibleText } from "../ui/visible-text.ts";

/** Menu items to move letters into: every folder but the one that is shown. */
export function MoveItems({ context, onMoved }: { context: ActionContext; onMoved?: () => void }) {
  const { t } = useTranslation();
  const targets = useMailboxes().filter(
    (mailbox) => folderName(mailbox) !== context.folder && mailbox.myRights.mayAddItems,
  );
  return targets.map((mailbox) => {
    const name = folderName(mailbox);
    const isSpecial = isSpecialFolder(name);
    return (
      <MenuItem
        key={mailbox.id}
        icon={isSpecial ? asIconName(name) : "folder"}
        onClick={() => {
          void moveTo(context, mailbox.id);
          onMoved?.();
        }}
      >
        {isSpecial ? t(`shell.${name}`) : visibleText(mailbox.name)}
      </MenuItem>
    );
  });
}
