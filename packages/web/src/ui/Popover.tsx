import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { DeferredTrigger } from "./lazy/DeferredTrigger.tsx";
import styles from "./Popover.module.css";
import { useDeferredPopup } from "./lazy/use-deferred-popup.ts";

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
  const { parts, interaction, note, forget } = useDeferredPopup(open, onOpenChange);
  const [isPreviewed, setPreviewed] = useState(interaction.wasAsked);
  const button = useRef<HTMLButtonElement>(null);
  if (!parts) {
    return <DeferredTrigger trigger={trigger} popup="dialog" hoverDelay={isPreview ? hoverDelay : 0} onChange={note} />;
  }
  const Base = parts.Popover;
  return (
    <Base.Root
      {...(isPreview
        ? { open: isPreviewed || interaction.wasAsked || interaction.isHovered }
        : open === undefined
          ? { defaultOpen: interaction.wasAsked }
          : { open })}
      onOpenChange={(next, { reason }) => {
        // At once, as with a menu: until it is gone it would take the keys that follow.
        if (reason === "escape-key" && !isPreview) button.current?.focus();
        setPreviewed(next);
        if (!next) forget();
        onOpenChange?.(next);
      }}
    >
      <Base.Trigger
        ref={button}
        autoFocus={interaction.hasFocus}
        render={trigger}
        openOnHover={isPreview}
        delay={hoverDelay}
        closeDelay={100}
        {...(isPreview && {
          // Pressing it asks for what is shown already.
          onClick: (event) => {
            event.preventBaseUIHandler();
            setPreviewed(true);
            onOpenChange?.(true);
          },
          // Before the focus moves: with the popover its guards go, which would lead it in there, and then nowhere.
          onKeyDown: ({ key }) => {
            if (key !== "Tab") return;
            flushSync(() => {
              setPreviewed(false);
              forget();
            });
          },
          onFocus: ({ currentTarget }) => setPreviewed((was) => was || currentTarget.matches(":focus-visible")),
          onBlur: () => setPreviewed(false),
          // The pointer entered before the code was loaded, so its leaving must be watched here.
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
