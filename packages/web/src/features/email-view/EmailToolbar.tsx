import type { Id } from "@pismo/jmap";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Action, type ActionContext, emailActions } from "../../actions/index.ts";
import { offerLateActions } from "../../actions/late-actions.ts";
import { runAction } from "../../actions/run-action.ts";
import { useAvailable, useMayMove } from "../../actions/use-available.ts";
import { MoveItems } from "../../mail-ui/MoveItems.tsx";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/arrange.ts";
import { useMayArrange } from "../../store/conversations/arrange.ts";
import { type Neighbours, openSelection, useEmail, usePreferences } from "../../store/index.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { anyIcon, lateIcons } from "../../ui/icons/late-icons.ts";
import { Menu, MenuItem, MenuSeparator, Submenu } from "../../ui/Menu.tsx";
import { shortcutLabel } from "../../ui/keyboard/shortcut-label.ts";
import { lazyPart } from "../../ui/lazy/fetch-code.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useOriginalItems } from "./original/use-original-items.tsx";
import type { Ways } from "./use-ways.ts";
import styles from "./EmailToolbar.module.css";

offerLateActions();
addTexts(texts);

const JoinDialog = lazyPart(() => import("./thread/JoinDialog.tsx"), "JoinDialog");

export interface EmailToolbarProps {
  id: Id;
  neighbours: Neighbours;
  ways: Ways;
  /** Each letter of a conversation has a menu of its own. */
  isConversation: boolean;
}

/** What fits on a phone; the rest goes into a menu. */
const onPhones = new Set(["archive", "delete", "destroy", "mark-unread"]);

/** Actions on the Email, and links to its neighbours. */
export function EmailToolbar({ id, neighbours, ways, isConversation }: EmailToolbarProps) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery("(width < 600px)");
  const { email } = useEmail(id);
  const original = useOriginalItems(isConversation ? undefined : email, ways.toList);
  const [isJoining, setJoining] = useState(false);
  const mayArrange = useMayArrange([id]);
  const hasMore = mayArrange || !isConversation;
  const { collapseThreads } = usePreferences();
  const selection = useMemo(() => openSelection(id, ways.folder, collapseThreads), [id, ways.folder, collapseThreads]);
  const context: ActionContext = { selection, folder: ways.folder };
  const available = useAvailable(emailActions, context);
  const isMovable = useMayMove(context);
  const shown = isNarrow ? available.filter((action) => onPhones.has(action.id)) : available;
  const folded = available.filter((action) => !shown.includes(action));
  const run = (action: Action): void =>
    runAction(action, context, () => {
      if (action.leaves) ways.toList();
    });

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t("letter.toolbar")}>
      {shown.map((action) => (
        <IconButton
          key={action.id}
          icon={anyIcon(action.icon)}
          label={t(action.labelKey)}
          shortcut={action.shortcut && shortcutLabel(action.shortcut)}
          onClick={() => run(action)}
        />
      ))}
      {!isNarrow && isMovable && (
        <Menu trigger={<IconButton icon="move" label={t("actions.move")} />}>
          <MoveItems context={context} onMoved={ways.toList} />
        </Menu>
      )}
      {(isNarrow || (email && hasMore)) && (
        <Menu trigger={<IconButton icon="more" label={t("letter.more")} tooltip={!isNarrow} />}>
          {isNarrow && (
            <>
              {folded.map((action) => (
                <MenuItem key={action.id} icon={anyIcon(action.icon)} onClick={() => run(action)}>
                  {t(action.labelKey)}
                </MenuItem>
              ))}
              {isMovable && (
                <Submenu icon="move" label={t("actions.move")}>
                  <MoveItems context={context} onMoved={ways.toList} />
                </Submenu>
              )}
              {email && hasMore && <MenuSeparator />}
            </>
          )}
          {email && mayArrange && (
            <>
              <MenuItem icon={lateIcons.link} onClick={() => setJoining(true)}>
                {t("arrange.joinWith")}
              </MenuItem>
              {original.items && <MenuSeparator />}
            </>
          )}
          {original.items}
        </Menu>
      )}
      {original.dialogs}
      {isJoining && (
        <Suspense fallback={null}>
          <JoinDialog id={id} onClose={() => setJoining(false)} />
        </Suspense>
      )}
      <NeighbourButtons neighbours={neighbours} onOpen={ways.toEmail} />
    </div>
  );
}

interface NeighbourButtonsProps {
  neighbours: EmailToolbarProps["neighbours"];
  onOpen: (id: Id) => void;
}

function NeighbourButtons({ neighbours: { previous, next }, onOpen }: NeighbourButtonsProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.neighbours}>
      <IconButton
        icon={lateIcons.chevronUp}
        label={t("letter.previous")}
        shortcut="K"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onOpen(previous)}
      />
      <IconButton
        icon="chevron-down"
        label={t("letter.next")}
        shortcut="J"
        disabled={next === undefined}
        onClick={() => next !== undefined && onOpen(next)}
      />
    </span>
  );
}
