import { type ReactNode, useId } from "react";
import styles from "./Switch.module.css";

export interface SwitchProps {
  label: string;
  /** What it does, in a sentence. */
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <label className={styles.switch}>
      <span className={styles.words}>
        <span>{label}</span>
        {hint && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.input}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
