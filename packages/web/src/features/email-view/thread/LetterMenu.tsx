import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { splitLetters } from "../../../actions/arrange.ts";
import { only } from "../../../actions/index.ts";
import { mayRemindOf, remind } from "../../../actions/remind.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/arrange.ts";
import { useEmail } from "../../../store/index.ts";
import { useMayArrange } from "../../../store/conversations/arrange.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

addTexts(texts);

/** What can be done with one letter of a conversation. @param name of the sender */
export function LetterMenu({ id, name }: { id: Id; name: string }) {
  const { t } = useTranslation();
  const { threadIds } = useEmail(id);
  if (!useMayArrange([id]) || threadIds.length < 2) return null;
  const at = threadIds.indexOf(id);
  const isBetween = at > 0 && at < threadIds.length - 1;
  const isWaitable = mayRemindOf(id);
  return (
    <Menu align="end" trigger={<IconButton icon="more" label={t("arrange.menu", { name })} tooltip={false} />}>
      {isWaitable && (
        <MenuItem icon={lateIcons.bell} onClick={() => void remind.perform({ selection: only(id), folder: undefined })}>
          {t("snooze.reminder.action")}
        </MenuItem>
      )}
      <MenuItem icon={lateIcons.minus} onClick={() => void splitLetters([id])}>
        {t("arrange.splitOff")}
      </MenuItem>
      {isBetween && (
        <MenuItem icon="chevron-down" onClick={() => void splitLetters(threadIds.slice(at))}>
          {t("arrange.splitFrom")}
        </MenuItem>
      )}
    </Menu>
  );
}
