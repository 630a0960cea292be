import type { EmailFact } from "@pismo/jmap";
import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/facts.ts";
import { categoryIcons } from "../../../mail-ui/categories/category.ts";
import { hideQuote } from "../../../store/facts/shown-quote.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { arranged, categoryOfKind, type FactPlace } from "./fact-names.ts";
import { FactRow } from "./FactRow.tsx";
import { FactTitle } from "./FactTitle.tsx";
import styles from "./Facts.module.css";
import { TicketCode } from "./TicketCode.tsx";

addTexts(texts);

/** What a letter says, over it. */
export function FactCards({ found: { id, facts, senderCheck } }: { found: EmailFact }) {
  const { t } = useTranslation();
  useEffect(() => () => hideQuote(id), [id]);
  return (
    <div className={styles.cards} data-facts="" role="group" aria-label={t("facts.label")}>
      {senderCheck === "unchecked" && (
        <p className={styles.unchecked}>
          <Icon icon={lateIcons.info} size={18} />
          {t("facts.unchecked")}
        </p>
      )}
      {facts.map((fact, index) => (
        // A letter's facts stand where they stand: corrections name them by their place.
        // oxlint-disable-next-line react/no-array-index-key
        <FactCard key={index} emailId={id} index={index} fact={fact} />
      ))}
    </div>
  );
}

function FactCard({ emailId, index, fact }: FactPlace) {
  const { t } = useTranslation();
  const titleId = useId();
  const { title, rest } = arranged(fact);
  const place = { emailId, index, fact };
  const code = fact.kind === "ticket" ? rest.find(({ name }) => name === "code") : undefined;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <p className={styles.kind}>
        <Icon icon={categoryIcons[categoryOfKind[fact.kind]]} size={18} />
        {t(`facts.kind.${fact.kind}`)}
      </p>
      <FactTitle id={titleId} field={title} {...place} />
      <div className={styles.columns}>
        <dl className={styles.fields}>
          {rest
            .filter((field) => field !== code)
            .map((field) => (
              <FactRow key={field.key} field={field} {...place} />
            ))}
        </dl>
        {code && <TicketCode code={code.value} />}
      </div>
    </section>
  );
}
