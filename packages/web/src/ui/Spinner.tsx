import styles from "./Spinner.module.css";

/** Something is under way. `label` is read aloud; without it the surroundings must say so. */
export function Spinner({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <span className={styles.spinner} {...(label ? { role: "status", "aria-label": label } : { "aria-hidden": true })}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.5">
        <circle cx="12" cy="12" r="9.5" opacity="0.2" />
        <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" strokeLinecap="round" />
      </svg>
    </span>
  );
}
