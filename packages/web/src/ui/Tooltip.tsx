import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import styles from "./Tooltip.module.css";

/** Put once around the app: the second tooltip in a row appears without the pause. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>;
}

export interface TooltipProps {
  text: string;
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  disabled?: boolean;
  /** The control that is explained. It has its own name: the tooltip is for the eye. */
  children: ReactElement;
}

export function Tooltip({ text, shortcut, side = "bottom", disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup} role="presentation">
            {text}
            {shortcut && <kbd className={styles.shortcut}>{shortcut}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
