import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PlainMessage, wordsOf } from "../../../message-html/index.ts";
import { askAboutLink, askingLink, mailLink, openCompose } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import styles from "../MessageBody.module.css";
import { lateIcons } from "../../../ui/icons/late-icons.ts";

/** Handles mailto: links in plain text. */
export const mail = { link: mailLink, open: (href: string) => openCompose({ kind: "link", href }) };

/** Handles misleading links. */
export const misleading = { link: askingLink, open: askAboutLink };

const asWritten = { isFlowed: false, dropsSpace: false };

/** The words of a part whose markup would hold the page up, until its reader wants to see it all the same. */
export function HeavyPart({ html, onShow }: { html: string; onShow(): void }) {
  const { t } = useTranslation();
  const text = useMemo(() => wordsOf(html), [html]);
  return (
    <>
      <p className={styles.note}>
        <Icon icon={lateIcons.info} />
        <span>{t("reading.heavy.text")}</span>
        <Button variant="quiet" className={styles.restore ?? ""} onClick={onShow}>
          {t("reading.heavy.show")}
        </Button>
      </p>
      <PlainMessage text={text} format={asWritten} quoteLabel={t("letter.quote")} mail={mail} misleading={misleading} />
    </>
  );
}
