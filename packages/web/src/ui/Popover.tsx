import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import styles from "./Popover.module.css";

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
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} openOnHover={openOnHover} delay={200} closeDelay={100} />
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
