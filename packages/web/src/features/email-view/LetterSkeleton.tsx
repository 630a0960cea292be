import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import card from "./LetterCard.module.css";
import styles from "./LetterSkeleton.module.css";

/** A letter that is on its way: its lines where they will stand. @param subject as the address gives it */
export function LetterSkeleton({ subject }: { subject: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.lines} role="status" aria-label={t("letter.loading")}>
      {subject ? <h1 className={card.subject}>{subject}</h1> : <Skeleton width="55%" height={24} />}
      <div className={styles.head}>
        <Skeleton width={40} height={40} radius={20} />
        <div className={styles.names}>
          <Skeleton width={180} />
          <Skeleton width={120} />
        </div>
      </div>
      <Skeleton />
      <Skeleton width="92%" />
      <Skeleton width="96%" />
      <Skeleton width="40%" />
    </div>
  );
}
