import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./Toast.module.css";

/** Where toasts stand: bottom left, above everything. Screen readers hear what comes into it. */
export function ToastRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.region} aria-label={label} aria-live="polite" aria-relevant="additions text">
      {children}
    </section>
  );
}

export interface ToastProps {
  tone: "info" | "error";
  children: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
  dismissLabel: string;
  /** In ms. The time stands still while the pointer or the focus is on the toast, or the tab is hidden. */
  timeout: number;
  onDismiss: () => void;
}

export function Toast({ tone, children, action, dismissLabel, timeout, onDismiss }: ToastProps) {
  const [held, setHeld] = useState(false);
  useCountdown(timeout, held, onDismiss);
  return (
    <div
      className={styles.toast}
      role={tone === "error" ? "alert" : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone === "error" && <Icon name="warning" className={styles.warning} />}
      <p className={styles.text}>{children}</p>
      {action && (
        <button type="button" className={styles.action} onClick={action.onClick}>
          {action.label}
        </button>
      )}
      <IconButton icon="close" iconSize={16} label={dismissLabel} tooltip={false} onClick={onDismiss} />
    </div>
  );
}

/** Calls `onEnd` once `timeout` ms have passed in which it was not held and the tab was seen. */
function useCountdown(timeout: number, held: boolean, onEnd: () => void): void {
  const left = useRef(timeout);
  const end = useRef(onEnd);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const change = (): void => setHidden(document.hidden);
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  useEffect(() => {
    if (held || hidden) return undefined;
    const start = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - start;
    };
  }, [held, hidden]);
}
