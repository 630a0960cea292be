import { useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { type ActionContext, moveTo } from "../actions/index.ts";
import { folderName, fullNames, isSpecialFolder, useMailboxes } from "../store/index.ts";
import { asIconName } from "../ui/icons.ts";
import { MenuItem } from "../ui/Menu.tsx";
import { endStyle, useGrowingCount } from "../ui/use-growing-count.ts";
import { visibleText } from "../ui/visible-text.ts";

/** Menu items to move Emails into: every folder but the one that is shown. */
export function MoveItems({ context, onMoved }: { context: ActionContext; onMoved?: () => void }) {
  const { t } = useTranslation();
  const mailboxes = useMailboxes();
  const targets = mailboxes.filter((mailbox) => folderName(mailbox) !== context.folder && mailbox.myRights.mayAddItems);
  const nameOf = useMemo(() => fullNames(mailboxes), [mailboxes]);
  const { count, end, drawAll } = useGrowingCount(targets.length);
  const isWhole = end === undefined;
  const last = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = isWhole ? undefined : last.current?.closest<HTMLElement>("[role=menu]");
    const onKeyDown = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): void => {
      const isTyped = key.length === 1 && key !== " " && !altKey && !ctrlKey && !metaKey;
      const isAtTop = [menu, menu?.querySelector("[role=menuitem]")].some((each) => each === document.activeElement);
      // The focus may go to items that are not rendered yet: before the menu looks for them.
      if (isTyped || key === "End" || (key === "ArrowUp" && isAtTop)) flushSync(drawAll);
    };
    menu?.addEventListener("keydown", onKeyDown, { capture: true });
    return () => menu?.removeEventListener("keydown", onKeyDown, { capture: true });
  });
  const items = targets.slice(0, count).map((mailbox) => {
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
        {isSpecial ? t(`shell.${name}`) : visibleText(nameOf(mailbox))}
      </MenuItem>
    );
  });
  return (
    <>
      {items}
      {end && (
        <div ref={last} aria-hidden="true">
          <div ref={end} style={endStyle} />
        </div>
      )}
    </>
  );
}
