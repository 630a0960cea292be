import type { ListBar } from "@pismo/jmap";
import { type ReactNode, useId, useState } from "react";
import type { AnyIcon } from "../../../ui/icons/Icon.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import styles from "./Shelf.module.css";

export interface ShelfSectionProps {
  bar: ListBar;
  label: string;
  icon: AnyIcon;
  title: string;
  /** The first of them, while it is closed. */
  next: ReactNode;
  /** After the line. */
  end?: ReactNode;
  /** It is likely to be opened: its list may be fetched. */
  onWanted?: () => void;
  isOpenFirst?: boolean;
  /** The list, while it is open. */
  children: (listId: string) => ReactNode;
}

/** One quiet line above the inbox, which opens to a list. */
export function ShelfSection(props: ShelfSectionProps) {
  const { bar, label, icon, title, next, end, onWanted, isOpenFirst = false, children } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <section className={styles.shelf} data-bar={bar} aria-label={label}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onPointerEnter={onWanted}
          onFocus={onWanted}
          onClick={() => {
            onWanted?.();
            setOpen(!isOpen);
          }}
        >
          <Icon icon={icon} size={18} />
          <span>{title}</span>
          {!isOpen && <span className={styles.next}>{next}</span>}
          <Icon icon={isOpen ? lateIcons.chevronUp : "chevron-down"} size={16} />
        </button>
        {end}
      </div>
      {isOpen && children(listId)}
    </section>
  );
}
