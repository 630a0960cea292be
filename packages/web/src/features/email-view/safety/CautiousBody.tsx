import { LOOKS_LIKE_SPAM, PHISHING } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { notSpam, only } from "../../../actions/index.ts";
import { runAction } from "../../../actions/run-action.ts";
import { PlainMessage, textFormatOf, wordsOf } from "../../../message-html/index.ts";
import { type Caution, textOf, textParts } from "../../../mail-ui/text-parts.ts";
import { commit, type FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "../MessageBody.module.css";

/** A message of which one should expect the worst: its words, and where its links would lead. */
export function CautiousBody({ email, caution }: { email: FullEmail; caution: Caution }) {
  const { t } = useTranslation();
  const isGuessed = caution === "spam" && LOOKS_LIKE_SPAM in email.keywords;
  const restore = (): void => {
    if (caution === "spam") runAction(notSpam, { selection: only(email.id), folder: "spam" });
    else commit({ type: "Email", update: { [email.id]: { [`keywords/${PHISHING}`]: null } } });
  };
  const texts = useMemo(
    () =>
      textParts(email).map((part) => ({
        text: part.type === "text/html" ? wordsOf(textOf(email, part)) : textOf(email, part),
        format: textFormatOf(part["header:Content-Type"] as string | null | undefined),
      })),
    [email],
  );
  return (
    <>
      <p className={styles.note}>
        <Icon icon="spam" />
        <span>{t(`reading.caution.${isGuessed ? "guessed" : caution}`)}</span>
        <Button variant="quiet" className={styles.restore ?? ""} onClick={restore}>
          {t(caution === "spam" ? "actions.notSpam" : "reading.caution.notPhishing")}
        </Button>
      </p>
      {texts.map(({ text, format }, index) => (
        <PlainMessage
          // The parts of an Email never change.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          text={text}
          format={format}
          quoteLabel={t("letter.quote")}
          visibleLine={visibleText}
        />
      ))}
    </>
  );
}
