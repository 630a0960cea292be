import type { ReactNode } from "react";
import styles from "./WindowedPage.module.css";

export interface PageMessageProps {
  title?: string;
  role?: "alert";
  children?: ReactNode;
}

/** What stands in the place of a list that is empty or did not come. */
export function PageMessage({ title, role, children }: PageMessageProps) {
  return (
    <div className={styles.message} role={role}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  );
}
