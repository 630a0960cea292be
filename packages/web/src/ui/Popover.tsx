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
  /** Only shows something: opens on hover, after a short pause, and while its button has the focus, and leaves the focus there. */
  isPreview?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  children: ReactNode;
}

/** A small surface beside its button, for content that is not a menu. */
export function Popover(props: PopoverProps) {
  const { trigger, label, open, onOpenChange, isPreview = false, side = "bottom", align = "center", children } = props;
  const Base = usePopupParts(open === true)?.Popover;
  const [early, setEarly] = useState(untouched);
  const [isPreviewed, setPreviewed] = useState(early.wasAsked);
  const note = (change: Partial<Early>): void => {
    setEarly((before) => ({ ...before, ...change }));
    if (change.wasAsked) onOpenChange?.(true);
  };
  if (!Base || early.isPressed) return <EarlyTrigger trigger={trigger} popup="dialog" onChange={note} />;
  return (
    <Base.Root
      {...(isPreview
        ? { open: isPreviewed || early.wasAsked || early.isHovered }
        : open === undefined
          ? { defaultOpen: early.wasAsked }
          : { open })}
      onOpenChange={(next, { reason }) => {
        // Pressing its button asks for what is shown already.
        if (isPreview && !next && reason === "trigger-press") return;
        setPreviewed(next);
        if (!next) setEarly(untouched);
        onOpenChange?.(next);
      }}
    >
      <Base.Trigger
        autoFocus={early.hasFocus}
        render={trigger}
        openOnHover={isPreview}
        delay={200}
        closeDelay={100}
        {...(isPreview && {
          onFocus: ({ currentTarget }) => setPreviewed((was) => was || currentTarget.matches(":focus-visible")),
          onBlur: () => setPreviewed(false),
          // The pointer was there before the code was: nobody else knows that it leaves.
          onPointerLeave: () => setEarly(untouched),
        })}
      />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            className={styles.popup}
            aria-label={label}
            {...(isPreview && { initialFocus: false, finalFocus: false, "data-preview": "" })}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
