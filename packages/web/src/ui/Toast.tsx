import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./icons/Icon.tsx";
import { lateIcons } from "./icons/late-icons.ts";
import { IconButton } from "./IconButton.tsx";
import styles from "./Toast.module.css";

/** Where toasts stand: in the middle at the bottom, above everything. Screen readers hear what comes into it. */
export function ToastRegion({ label, children }: { label: string; children: ReactNode }) {
  // In the body, beside the dialogs: what goes wrong while one is open must be seen over it.
  return createPortal(
    <section className={styles.region} aria-label={label} aria-live="polite" aria-relevant="additions text">
      {children}
    </section>,
    document.body,
  );
}

export interface ToastProps {
  tone: "info" | "error";
  children: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
  /** From 0 to 1 while something long is under way. */
  progress?: number | undefined;
  dismissLabel: string;
  onDismiss: () => void;
  /** The pointer or the focus is on the toast: its time must stand still until `onRelease` (WCAG 2.2.1). */
  onHold: () => void;
  onRelease: () => void;
}

export function Toast({ tone, children, action, progress, dismissLabel, onDismiss, onHold, onRelease }: ToastProps) {
  const textId = useId();
  return (
    <div
      className={styles.toast}
      role={tone === "error" ? "alert" : undefined}
      // Not where one appears under a pointer that rests: it would stay as long as that does.
      onPointerMove={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
    >
      {tone === "error" && <Icon icon={lateIcons.warning} className={styles.warning} />}
      <p id={textId} className={styles.text}>
        {children}
      </p>
      {action && (
        <button type="button" className={styles.action} aria-describedby={textId} onClick={action.onClick}>
          {action.label}
        </button>
      )}
      <IconButton icon="close" iconSize={16} label={dismissLabel} tooltip={false} onClick={onDismiss} />
      {progress !== undefined && <progress className={styles.progress} value={progress} max={1} />}
    </div>
  );
}
