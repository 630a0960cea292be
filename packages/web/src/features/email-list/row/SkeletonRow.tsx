import { Skeleton } from "../../../ui/Skeleton.tsx";
import styles from "./EmailListRow.module.css";

/** The placeholder of an Email that is being loaded, with the same lines. */
export function SkeletonRow({ top }: { top: number }) {
  return (
    <li className={styles.row} style={{ top }} aria-hidden="true">
      <span className={styles.person}>
        <Skeleton width={32} height={32} radius={16} />
      </span>
      <span className={styles.names}>
        <Skeleton width="70%" height={12} />
      </span>
      <span className={styles.text}>
        <Skeleton width="62%" height={12} />
      </span>
      <span className={styles.date}>
        <Skeleton width={40} height={12} />
      </span>
    </li>
  );
}
