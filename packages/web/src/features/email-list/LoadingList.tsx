import { useTranslation } from "react-i18next";
import { SkeletonRow } from "./row/SkeletonRow.tsx";
import { useRowHeight } from "./row/use-row-height.ts";
import styles from "./EmailListView.module.css";

/** Skeleton rows while nothing is known yet. */
const placeholders = Array.from({ length: 16 }, (_, index) => index);

export function LoadingList() {
  const { t } = useTranslation();
  const rowHeight = useRowHeight();
  return (
    <div className={styles.scroller} role="status" aria-label={t("list.loading")}>
      <ul className={styles.list}>
        {placeholders.map((index) => (
          <SkeletonRow key={index} top={index * rowHeight} />
        ))}
      </ul>
    </div>
  );
}
