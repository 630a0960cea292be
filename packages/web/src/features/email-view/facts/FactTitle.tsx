import type { ShownFactField } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { visibleText } from "../../../ui/visible-text.ts";
import type { FactPlace } from "./fact-names.ts";
import { FactTools } from "./FactTools.tsx";
import { FactValue } from "./FactValue.tsx";
import styles from "./Facts.module.css";
import { useCorrecting } from "./use-correcting.tsx";

/** What the fact is called by: one of its fields, or the way of a journey. */
export function FactTitle({ id, field, ...place }: FactPlace & { id: string; field: ShownFactField | undefined }) {
  const { t } = useTranslation();
  const { fact } = place;
  if (!field) {
    const [from, to] = ["from", "to"].map((name) => fact.fields.find((each) => each.name === name)?.value);
    const way = from && to ? `${visibleText(from)} → ${visibleText(to)}` : undefined;
    return (
      <h2 id={id} className={way === undefined ? "visually-hidden" : styles.title} dir="auto">
        {way ?? t(`facts.kind.${fact.kind}`)}
      </h2>
    );
  }
  return <Titled id={id} field={field} {...place} />;
}

function Titled({ id, field, ...place }: FactPlace & { id: string; field: ShownFactField }) {
  const { form, isOpen, trigger } = useCorrecting(place, field);
  return (
    <>
      <div className={styles.titleLine}>
        <h2 id={id} className={styles.title} dir="auto">
          <FactValue field={field} fact={place.fact} />
        </h2>
        {!isOpen && <FactTools field={field} {...place} correct={trigger} />}
      </div>
      {form}
    </>
  );
}
