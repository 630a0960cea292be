import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { folderName, isSpecialFolder } from "../store/index.ts";
import { asIconName } from "../ui/icons/icons.ts";
import { MenuItem } from "../ui/Menu.tsx";
import { endStyle, useGrowingCount } from "../ui/use-growing-count.ts";

interface Target {
  id: string;
  role: string | null;
}

export interface FolderItemsProps<T extends Target> {
  targets: readonly T[];
  /** Of a folder that people made. */
  nameOf: (mailbox: T) => string;
  isDisabled?: boolean;
  /** @param name as the item shows it */
  onChoose: (mailbox: T, name: string) => void;
}

/** Menu items for folders: thousands are drawn as they come near. */
export function FolderItems<T extends Target>({ targets, nameOf, isDisabled = false, onChoose }: FolderItemsProps<T>) {
  const { t } = useTranslation();
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
  const items = targets.slice(0, count).map((mailbox, index) => {
    const name = folderName(mailbox);
    const isSpecial = isSpecialFolder(name);
    const text = isSpecial ? t(`shell.${name}`) : nameOf(mailbox);
    return (
      // The first item may have the focus while the folders come.
      <MenuItem
        key={index === 0 ? "first" : mailbox.id}
        icon={isSpecial ? asIconName(name) : "folder"}
        disabled={isDisabled}
        onClick={() => onChoose(mailbox, text)}
      >
        {text}
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
