import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isDraft, type Letter } from "../../store/index.ts";
import { Attachments } from "./Attachments.tsx";
import { filesOf } from "./body-parts.ts";
import { cardParts } from "./card-parts.ts";
import { letterCards } from "./letter-cards-on-demand.ts";
import { NamedCategoryMenu } from "../../letters/CategoryMenu.tsx";
import { LetterBody } from "./LetterBody.tsx";
import { LetterHead } from "./LetterHead.tsx";
import { SenderWarnings } from "./SenderWarnings.tsx";
import { useCaution } from "./use-caution.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./LetterCard.module.css";

/** The letter from its subject to the end of its text. */
export function LetterCard({ email }: { email: Letter }) {
  const { t } = useTranslation();
  const subject = visibleText(email.subject?.trim() ?? "");
  const { attachments } = email;
  const parts = useMemo(() => cardParts({ attachments }), [attachments]);
  const cards = letterCards.use(parts.length > 0);
  const caution = useCaution(email);
  return (
    <>
      <header className={styles.title}>
        <h1 className={styles.subject} data-empty={subject ? undefined : ""} dir="auto">
          {subject || t("letter.noSubject")}
        </h1>
        {!isDraft(email) && <NamedCategoryMenu email={email} />}
      </header>
      <LetterHead email={email} />
      <SenderWarnings email={email} />
      <Attachments files={filesOf(email)} subject={subject} />
      {cards && parts.length > 0 && <cards.LetterCards parts={parts} isInert={caution !== undefined} />}
      <LetterBody email={email} />
    </>
  );
}
