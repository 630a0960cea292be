import { useTranslation } from "react-i18next";
import { NamedCategoryMenu } from "../../mail-ui/categories/CategoryMenu.tsx";
import { type EmailRow, isDraft } from "../../store/index.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import card from "./cards/EmailTitle.module.css";
import head from "./head/EmailHead.module.css";
import styles from "./EmailSkeleton.module.css";

/** Where its toolbar will stand once it is known what Email it is. */
export const ToolbarSkeleton = () => <div className={styles.toolbar} />;

interface EmailSkeletonProps {
  /** As the address gives it. */
  subject: string;
  /** Unknown when the page is opened by its URL. */
  row: EmailRow | undefined;
}

/** An Email that is on its way: its lines where they will stand. */
export function EmailSkeleton({ subject, row }: EmailSkeletonProps) {
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
        {row ? !isDraft(row) && <NamedCategoryMenu email={row} /> : <Skeleton width={32} height={32} radius={8} />}
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
