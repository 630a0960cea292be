import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isDraft, type FullEmail } from "../../../store/index.ts";
import { Attachments } from "../attachments/Attachments.tsx";
import { filesOf } from "../attachments/body-parts.ts";
import { cardParts } from "./card-parts.ts";
import { NamedCategoryMenu } from "../../../mail-ui/CategoryMenu.tsx";
import { MessageBody } from "../MessageBody.tsx";
import { EmailHead } from "../head/EmailHead.tsx";
import { SenderWarnings } from "../safety/SenderWarnings.tsx";
import { useCaution } from "../safety/use-caution.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import styles from "./EmailCard.module.css";

/** Few Emails bring a calendar or an address card: what shows them is fetched with the first. */
const partCards = partsOnDemand(() => import("./PartCards.tsx"));

/** Characters. */
const longestSubject = 1000;

/** The Email from its subject to the end of its text. */
export function EmailCard({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  // More of it is no subject any more, and would be laid out for seconds.
  const subject = visibleText(email.subject?.trim().slice(0, longestSubject) ?? "");
  const { attachments } = email;
  const parts = useMemo(() => cardParts({ attachments }), [attachments]);
  const cards = partCards.use(parts.length > 0);
  const caution = useCaution(email);
  return (
    <>
      <header className={styles.title}>
        <h1 className={styles.subject} data-empty={subject ? undefined : ""} dir="auto">
          {subject || t("letter.noSubject")}
        </h1>
        {!isDraft(email) && <NamedCategoryMenu email={email} />}
      </header>
      <EmailHead email={email} />
      <SenderWarnings email={email} />
      <Attachments files={filesOf(email)} subject={subject} />
      {cards && parts.length > 0 && <cards.PartCards parts={parts} isInert={caution !== undefined} />}
      <MessageBody email={email} />
    </>
  );
}
