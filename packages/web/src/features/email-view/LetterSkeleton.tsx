import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import card from "./LetterCard.module.css";
import head from "./LetterHead.module.css";
import styles from "./LetterSkeleton.module.css";

/** A letter that is on its way: its lines where they will stand. @param subject as the address gives it */
export function LetterSkeleton({ subject }: { subject: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("letter.loading")}>
      <header className={card.title}>
        {subject ? (
          <h1 className={card.subject} dir="auto">
            {subject}
          </h1>
        ) : (
          <div className={styles.subject}>
            <Skeleton width="55%" height={22} />
          </div>
        )}
      </header>
      <div className={head.head}>
        <Skeleton width={40} height={40} radius={20} />
        <div className={styles.names}>
          <Skeleton width={220} />
          <Skeleton width={120} />
        </div>
      </div>
      <div className={styles.text}>
        <Skeleton />
        <Skeleton width="92%" />
        <Skeleton width="96%" />
        <Skeleton width="40%" />
      </div>
    </div>
  );
}
