import { type ReactElement, type ReactNode, useState } from "react";
import { type Early, EarlyTrigger, untouched } from "./EarlyTrigger.tsx";
import styles from "./Popover.module.css";
import { usePopupParts } from "./popups.ts";

export interface PopoverProps {
  trigger: ReactElement;
  /** The name of the popover for screen readers. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Opens on hover too, after a short pause. */
  openOnHover?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** A small surface beside its button, for content that is not a menu. */
export function Popover(props: PopoverProps) {
  const {
    trigger,
    label,
    open,
    onOpenChange,
    openOnHover = false,
    side = "bottom",
    align = "center",
    children,
  } = props;
  const Base = usePopupParts(open === true)?.Popover;
  const [early, setEarly] = useState(untouched);
  const note = (change: Partial<Early>): void => {
    setEarly((before) => ({ ...before, ...change }));
    if (change.wasAsked) onOpenChange?.(true);
  };
  if (!Base) return <EarlyTrigger trigger={trigger} popup="dialog" onChange={note} />;
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen: early.wasAsked || (openOnHover && early.isHovered) } : { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger
        autoFocus={early.hasFocus}
        render={trigger}
        openOnHover={openOnHover}
        delay={200}
        closeDelay={100}
      />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={styles.popup} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
