import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { splitLetters } from "../../../actions/arrange.ts";
import {
  type Action,
  type ActionContext,
  deleteEmails,
  destroy,
  notSpam,
  only,
  reportSpam,
} from "../../../actions/index.ts";
import { mayRemindOf, remind } from "../../../actions/remind.ts";
import { runAction } from "../../../actions/run-action.ts";
import { useAvailable, useMayMove } from "../../../actions/use-available.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/arrange.ts";
import { MoveItems } from "../../../mail-ui/MoveItems.tsx";
import { type EmailRow, folderName, useEmail, useMailboxes } from "../../../store/index.ts";
import { useMayArrange } from "../../../store/conversations/arrange.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { anyIcon, lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem, MenuSeparator, Submenu } from "../../../ui/Menu.tsx";
import { useOriginalItems } from "../original/use-original-items.tsx";

addTexts(texts);

const letterActions: readonly Action[] = [reportSpam, notSpam, deleteEmails, destroy];

export interface LetterMenuProps {
  row: EmailRow;
  /** Of the sender. */
  name: string;
  /** In which the conversation is read. */
  folder: string;
  /** The letter leaves the conversation: what lies in other folders than Trash and Spam is of it. */
  onLeave: () => void;
}

/** What can be done with one letter of a conversation. */
export function LetterMenu({ row, name, folder, onLeave }: LetterMenuProps) {
  const { t } = useTranslation();
  const { id } = row;
  const { email } = useEmail(id);
  const own = useFolderOf(row, folder);
  const context = useMemo((): ActionContext => ({ selection: only(id), folder: own }), [id, own]);
  const available = useAvailable(letterActions, context);
  const isMovable = useMayMove(context);
  const original = useOriginalItems(email, onLeave);
  return (
    <>
      <Menu align="end" trigger={<IconButton icon="more" label={t("arrange.menu", { name })} tooltip={false} />}>
        {isMovable && (
          <Submenu icon="move" label={t("actions.move")}>
            <MoveItems context={context} />
          </Submenu>
        )}
        {available.map((action) => (
          <MenuItem key={action.id} icon={anyIcon(action.icon)} onClick={() => runAction(action, context, onLeave)}>
            {t(action.labelKey)}
          </MenuItem>
        ))}
        <ArrangeItems row={row} />
        {original.items && <MenuSeparator />}
        {original.items}
      </Menu>
      {original.dialogs}
    </>
  );
}

/** The folder that is shown, where the letter lies in it too. */
function useFolderOf({ mailboxIds }: EmailRow, shown: string): string | undefined {
  const folders = useMailboxes()
    .filter(({ id }) => id in mailboxIds)
    .map(folderName);
  return folders.includes(shown) ? shown : folders[0];
}

/** Its place among the letters of the conversation. */
function ArrangeItems({ row: { id } }: Pick<LetterMenuProps, "row">) {
  const { t } = useTranslation();
  const { threadIds } = useEmail(id);
  const mayArrange = useMayArrange([id]) && threadIds.length > 1;
  const isWaitable = mayRemindOf(id);
  const at = threadIds.indexOf(id);
  const isBetween = at > 0 && at < threadIds.length - 1;
  if (!mayArrange && !isWaitable) return null;
  return (
    <>
      <MenuSeparator />
      {isWaitable && (
        <MenuItem icon={lateIcons.bell} onClick={() => void remind.perform({ selection: only(id), folder: undefined })}>
          {t("snooze.reminder.action")}
        </MenuItem>
      )}
      {mayArrange && (
        <MenuItem icon={lateIcons.minus} onClick={() => void splitLetters([id])}>
          {t("arrange.splitOff")}
        </MenuItem>
      )}
      {mayArrange && isBetween && (
        <MenuItem icon="chevron-down" onClick={() => void splitLetters(threadIds.slice(at))}>
          {t("arrange.splitFrom")}
        </MenuItem>
      )}
    </>
  );
}
