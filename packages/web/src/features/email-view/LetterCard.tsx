import { useTranslation } from "react-i18next";
import type { Letter } from "../../store/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Attachments } from "./Attachments.tsx";
import { filesOf } from "./body-parts.ts";
import { categoryIcons, categoryOf } from "../../letters/category.ts";
import { LetterBody } from "./LetterBody.tsx";
import { LetterHead } from "./LetterHead.tsx";
import styles from "./LetterCard.module.css";

/** The letter from its subject to the end of its text. */
export function LetterCard({ email }: { email: Letter }) {
  const { t } = useTranslation();
  const category = categoryOf(email.keywords);
  const subject = email.subject?.trim();
  return (
    <>
      <header className={styles.title}>
        <h1 className={styles.subject} data-empty={subject ? undefined : ""} dir="auto">
          {subject || t("letter.noSubject")}
        </h1>
        {category && (
          <span className={styles.category}>
            <Icon name={categoryIcons[category]} />
            {t(`list.categories.${category}`)}
          </span>
        )}
      </header>
      <LetterHead email={email} />
      <Attachments files={filesOf(email)} subject={subject ?? ""} />
      <LetterBody email={email} />
    </>
  );
}
