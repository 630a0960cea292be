import { useTranslation } from "react-i18next";
import { useDateText } from "../../../i18n/clock.ts";
import { emailDate } from "../../../i18n/dates.ts";
import { withNumber } from "../../../mail-ui/failure-text.ts";
import { type EmailRow, useEmail } from "../../../store/index.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { Answers } from "../Answers.tsx";
import { EmailCard } from "../cards/EmailCard.tsx";
import { FoldButton } from "./FoldButton.tsx";
import { LetterMenu } from "./LetterMenu.tsx";
import { useMarkAsRead } from "../use-mark-as-read.ts";
import styles from "./OpenLetter.module.css";

export interface OpenLetterProps {
  row: EmailRow;
  writtenAt: string;
  folder: string;
  /** It has just been opened by its line. */
  wasPressed: boolean;
  onFold: () => void;
  /** It leaves the conversation. */
  onLeave: () => void;
}

/** A letter of a conversation as the page of a single one shows it. */
export function OpenLetter({ row, writtenAt, folder, wasPressed, onFold, onLeave }: OpenLetterProps) {
  const { t } = useTranslation();
  const { status, failureNumber, email } = useEmail(row.id);
  const date = useDateText(new Date(writtenAt), emailDate);
  const sender = row.from?.[0];
  const name = sender ? visibleText(sender.name?.trim() || sender.email) : t("letter.noSender");
  useMarkAsRead(email);
  const isFailed = status === "error" || status === "notFound" || status === "elsewhere";
  const isLoading = !email && !isFailed;
  const fold = (
    <span className={styles.signs}>
      {/* The letter brings buttons of its own: a menu that is open before would close by itself. */}
      {!isLoading && <LetterMenu {...{ row, name, folder, onLeave }} />}
      <FoldButton name={name} takesFocus={wasPressed} onFold={onFold} />
    </span>
  );
  return (
    <section className={styles.letter} aria-label={`${name}, ${date}`} aria-busy={isLoading}>
      {email && (
        <>
          <EmailCard email={email} fold={fold} />
          <Answers id={row.id} folder={folder} />
        </>
      )}
      {isFailed && (
        <div className={styles.failed}>
          <p role="alert">
            {status === "elsewhere" ? t("letter.elsewhere") : withNumber(t("letter.failed"), failureNumber, t)}
          </p>
          {fold}
        </div>
      )}
      {isLoading && (
        <div className={styles.loading}>
          <Skeleton height={120} radius={12} />
          {fold}
        </div>
      )}
    </section>
  );
}
