import { useTranslation } from "react-i18next";
import { NamedCategoryMenu } from "../../../mail-ui/CategoryMenu.tsx";
import { type EmailRow, isDraft } from "../../../store/index.ts";
import { MatchedText, Matches } from "./matched-text.tsx";
import { shownSubject } from "./shown-subject.ts";
import styles from "./EmailTitle.module.css";

/** The subject, with the category. */
export function EmailTitle({ email }: { email: EmailRow }) {
  const { t } = useTranslation();
  const subject = shownSubject(email);
  return (
    <header className={styles.title}>
      <h1 className={styles.subject} data-empty={subject ? undefined : ""} dir="auto">
        {subject ? (
          <Matches id={email.id}>
            <MatchedText>{subject}</MatchedText>
          </Matches>
        ) : (
          t("letter.noSubject")
        )}
      </h1>
      {!isDraft(email) && <NamedCategoryMenu email={email} />}
    </header>
  );
}
