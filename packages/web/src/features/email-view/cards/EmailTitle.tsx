import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountName } from "../../../mail-ui/AccountMark.tsx";
import { NamedCategoryMenu } from "../../../mail-ui/categories/CategoryMenu.tsx";
import { type EmailRow, isDraft } from "../../../store/index.ts";
import { ownerOf } from "../../../store/session/all-accounts.ts";
import { Button } from "../../../ui/Button.tsx";
import { MatchedText, Matches } from "./matched-text.tsx";
import { isSubjectCut, shownSubject, wholeSubject } from "./shown-subject.ts";
import styles from "./EmailTitle.module.css";

/** The subject, with the category. @param whole the subject as the message has it; that of a row may be cut */
export function EmailTitle({ email, whole = email.subject }: { email: EmailRow; whole?: string | null }) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const owner = ownerOf(email.id);
  const isCut = isSubjectCut({ subject: whole });
  const subject = isUnfolded ? wholeSubject({ subject: whole }) : shownSubject({ subject: whole });
  return (
    <header className={styles.title}>
      <h1 className={styles.subject} data-empty={subject ? undefined : ""} dir="auto">
        {subject ? (
          <Matches id={email.id}>
            <MatchedText>{subject}</MatchedText>
            {isCut && !isUnfolded && "…"}
          </Matches>
        ) : (
          t("letter.noSubject")
        )}
      </h1>
      {owner && <AccountName owner={owner} />}
      {!isDraft(email) && <NamedCategoryMenu email={email} />}
      {isCut && (
        <div className={styles.rest}>
          <Button variant="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t(isUnfolded ? "letter.foldSubject" : "letter.wholeSubject")}
          </Button>
        </div>
      )}
    </header>
  );
}
