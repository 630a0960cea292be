import { useTranslation } from "react-i18next";
import { type Action, type ActionContext, emailActions } from "../../actions/index.ts";
import { joinConversations } from "../../actions/arrange.ts";
import { offerLateActions } from "../../actions/late-actions.ts";
import { runAction } from "../../actions/run-action.ts";
import { useAvailable, useMayMove } from "../../actions/use-available.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts as arrangeTexts } from "../../i18n/lazy/arrange.ts";
import { texts } from "../../i18n/lazy/selection.ts";
import { formatNumber } from "../../i18n/numbers.ts";
import { MoveItems } from "../../mail-ui/MoveItems.tsx";
import { useMayArrange } from "../../store/conversations/arrange.ts";
import { clearSelection, useSelection } from "../../store/index.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { anyIcon, lateIcons } from "../../ui/icons/late-icons.ts";
import { Menu, MenuItem, Submenu } from "../../ui/Menu.tsx";
import { shortcutLabel } from "../../ui/keyboard/shortcut-label.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import styles from "./SelectionToolbar.module.css";

offerLateActions();
addTexts(texts);
addTexts(arrangeTexts);

/** What still fits beside the count on a phone; the rest goes into a menu. */
const onPhones = new Set(["archive", "delete", "destroy"]);

export interface SelectionToolbarProps {
  /** Where the Emails are shown. */
  folder: string;
}

/** Replaces the header while Emails are selected. */
export function SelectionToolbar({ folder }: SelectionToolbarProps) {
  const { t } = useTranslation();
  const { selection, count } = useSelection();
  const areThreads = selection.kind === "ids" ? selection.threadsIn !== undefined : selection.query.threads === true;
  // An action names the letters that it was done to, of which a conversation may have many.
  const counted = t(`shell.selection.${areThreads ? "conversations" : "count"}`, { count });
  const isNarrow = useMediaQuery("(width < 720px)");
  const context: ActionContext = { selection, folder };
  const available = useAvailable(emailActions, context);
  const isMovable = useMayMove(context);
  const mayArrange = useMayArrange(selection.kind === "ids" ? selection.ids : []);
  const joins = mayArrange && selection.kind === "ids" && selection.threadsIn !== undefined && count > 1;
  const join = (): void => {
    if (selection.kind === "ids") void joinConversations([...selection.ids]);
  };
  const shown = isNarrow ? available.filter(({ id }) => onPhones.has(id)) : available;
  const folded = available.filter((action) => !shown.includes(action));

  const button = (action: Action) => (
    <IconButton
      key={action.id}
      icon={anyIcon(action.icon)}
      label={t(action.labelKey)}
      shortcut={action.shortcut && shortcutLabel(action.shortcut)}
      onClick={() => runAction(action, context)}
    />
  );

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t("shell.selection.toolbar")}>
      <IconButton icon="close" label={t("shell.selection.clear")} shortcut="Esc" onClick={clearSelection} />
      <span className={styles.count} role="status">
        {isNarrow && <span aria-hidden="true">{formatNumber(count)}</span>}
        <span className={isNarrow ? "visually-hidden" : undefined}>{counted}</span>
      </span>
      <div className={styles.actions}>
        {shown.map(button)}
        {!isNarrow && joins && <IconButton icon={lateIcons.link} label={t("arrange.join")} onClick={join} />}
        {!isNarrow && isMovable && (
          <Menu trigger={<IconButton icon="move" label={t("actions.move")} />}>
            <MoveItems context={context} />
          </Menu>
        )}
        {isNarrow && (folded.length > 0 || isMovable || joins) && (
          <Menu trigger={<IconButton icon="more" label={t("shell.selection.more")} tooltip={false} />} align="end">
            {folded.map((action) => (
              <MenuItem key={action.id} icon={anyIcon(action.icon)} onClick={() => runAction(action, context)}>
                {t(action.labelKey)}
              </MenuItem>
            ))}
            {joins && (
              <MenuItem icon={lateIcons.link} onClick={join}>
                {t("arrange.join")}
              </MenuItem>
            )}
            {isMovable && (
              <Submenu icon="move" label={t("actions.move")}>
                <MoveItems context={context} />
              </Submenu>
            )}
          </Menu>
        )}
      </div>
    </div>
  );
}
