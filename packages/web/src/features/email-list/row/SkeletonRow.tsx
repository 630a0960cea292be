import { Skeleton } from "../../../ui/Skeleton.tsx";
import styles from "./EmailListRow.module.css";

/** The place of an Email that is on its way: the same lines where its own will stand. */
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
