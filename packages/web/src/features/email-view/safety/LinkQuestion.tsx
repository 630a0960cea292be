import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/reading.ts";
import { isDeceptiveHost, readableHost } from "../../../message-html/index.ts";
import { forgetLink, useAskedLink } from "../../../store/index.ts";
import { shortened } from "../../../store/shortened.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import styles from "./LinkQuestion.module.css";

addTexts(texts);

/** Longer addresses say no more. */
const longest = 500;

/** Where a link really leads, before it is followed. */
export function LinkQuestion() {
  const { t } = useTranslation();
  const asked = useAskedLink();
  const stay = useRef<HTMLButtonElement>(null);
  if (!asked) return null;
  const { hostname, href } = asked.url;
  const readable = readableHost(hostname);
  const note = isDeceptiveHost(readable) ? t("reading.links.looksLike", { host: readable }) : readable;
  return (
    <Dialog
      open
      onOpenChange={forgetLink}
      title={t("reading.links.question")}
      description={t(asked.isMisleading ? "reading.links.why" : "reading.links.leadsHere")}
      closeLabel={t("reading.links.stay")}
      initialFocus={stay}
      footer={
        <>
          <a className={styles.follow} href={href} rel="noopener noreferrer" onClick={forgetLink}>
            {t("reading.links.follow")}
          </a>
          <Button ref={stay} variant="primary" onClick={forgetLink}>
            {t("reading.links.stay")}
          </Button>
        </>
      }
    >
      <p className={styles.host}>{hostname}</p>
      {readable !== hostname && <p className={styles.note}>{note}</p>}
      <p className={styles.address}>{shortened(href, longest)}</p>
    </Dialog>
  );
}
