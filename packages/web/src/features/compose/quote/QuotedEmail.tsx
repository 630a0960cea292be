import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import styles from "../ComposePopup.module.css";
import type { Quote } from "./quote.ts";

/** The quoted original under the editor: folded, readable as text, left out on request. */
export function QuotedEmail({ quote, onRemove }: { quote: Quote; onRemove(): void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.quote} aria-label={t("compose.quotedText")}>
      <div className={styles.quoteHeader}>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          icon={isOpen ? lateIcons.chevronUp : "chevron-down"}
          onClick={() => setOpen(!isOpen)}
        >
          {t("compose.quotedText")}
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          {t("compose.removeQuote")}
        </Button>
      </div>
      {isOpen && <pre className={styles.quoteText}>{quote.text}</pre>}
    </section>
  );
}
