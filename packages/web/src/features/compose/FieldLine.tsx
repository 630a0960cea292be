import type { ReactNode } from "react";
import styles from "./FieldLine.module.css";

interface FieldLineProps {
  label: string;
  /** The id of the control; undefined: nothing is to be changed. */
  htmlFor: string | undefined;
  children: ReactNode;
}

/** A line above the text: what it says, and the control or the value. */
export function FieldLine({ label, htmlFor, children }: FieldLineProps) {
  return (
    <div className={styles.line}>
      {htmlFor === undefined ? (
        <span className={styles.label}>{label}</span>
      ) : (
        <label className={styles.label} htmlFor={htmlFor}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}
