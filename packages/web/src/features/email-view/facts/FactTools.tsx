import type { ShownFactField } from "@pismo/jmap";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hideQuote, useShownQuote } from "../../../store/facts/shown-quote.ts";
import { announce, notify } from "../../../store/index.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { type FactPlace, nameKey } from "./fact-names.ts";
import styles from "./Facts.module.css";
import { showInLetter } from "./show-in-letter.ts";

/** Where a field was read, which a click shows, and the button that corrects it. */
export function FactTools({
  field,
  emailId,
  fact,
  correct,
}: FactPlace & { field: ShownFactField; correct: ReactNode }) {
  const { t } = useTranslation();
  const shown = useShownQuote(emailId);
  const { quote } = field;
  // What stands not in the text stands over it.
  const place = quote === null && field.source === "text" ? "head" : field.source;
  const source = field.isCorrected ? t("facts.corrected") : t(`facts.source.${place}`);
  const isShown = quote !== null && shown === quote;
  return (
    <span className={styles.tools}>
      {quote === null ? (
        <span className={styles.source}>{source}</span>
      ) : (
        <button
          type="button"
          className={styles.source}
          aria-label={t("facts.show", { source, name: t(nameKey(fact.kind, field.name)) })}
          aria-pressed={isShown}
          onClick={({ currentTarget }) => {
            if (isShown) hideQuote(emailId);
            else if (showInLetter(emailId, quote, currentTarget))
              announce("facts.marked", { quote: visibleText(quote) });
            else notify({ key: "facts.notFound" });
          }}
        >
          {source}
        </button>
      )}
      {correct}
    </span>
  );
}
