import { type ReactElement, type ReactNode, useState } from "react";
import { EarlyTrigger } from "./EarlyTrigger.tsx";
import styles from "./Popover.module.css";
import { useEarly } from "./use-early.ts";

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

/** In ms: a pointer that only passes by opens nothing. */
const hoverDelay = 200;

/** A small surface beside its button, for content that is not a menu. */
export function Popover(props: PopoverProps) {
  const { trigger, label, open, onOpenChange, isPreview = false, side = "bottom", align = "center", children } = props;
  const { parts, early, note, forget } = useEarly(open, onOpenChange);
  const [isPreviewed, setPreviewed] = useState(early.wasAsked);
  if (!parts) {
    return <EarlyTrigger trigger={trigger} popup="dialog" hoverDelay={isPreview ? hoverDelay : 0} onChange={note} />;
  }
  const Base = parts.Popover;
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
        if (!next) forget();
        onOpenChange?.(next);
      }}
    >
      <Base.Trigger
        autoFocus={early.hasFocus}
        render={trigger}
        openOnHover={isPreview}
        delay={hoverDelay}
        closeDelay={100}
        {...(isPreview && {
          onFocus: ({ currentTarget }) => setPreviewed((was) => was || currentTarget.matches(":focus-visible")),
          onBlur: () => setPreviewed(false),
          // The pointer was there before the code was: nobody else knows that it leaves.
          onPointerLeave: forget,
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
