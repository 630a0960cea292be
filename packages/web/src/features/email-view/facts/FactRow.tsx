import type { ShownFactField } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { type FactPlace, nameKey } from "./fact-names.ts";
import { FactTools } from "./FactTools.tsx";
import { FactValue } from "./FactValue.tsx";
import styles from "./Facts.module.css";
import { useCorrecting } from "./use-correcting.tsx";

/** One field: its name, its value, where that was read, and how to correct it. */
export function FactRow({ field, ...place }: FactPlace & { field: ShownFactField }) {
  const { t } = useTranslation();
  const { form, isOpen, trigger } = useCorrecting(place, field);
  return (
    <div className={styles.field}>
      <dt>{t(nameKey(place.fact.kind, field.name))}</dt>
      <dd>
        {isOpen ? (
          form
        ) : (
          <>
            <FactValue field={field} fact={place.fact} />
            <FactTools field={field} {...place} correct={trigger} />
          </>
        )}
      </dd>
    </div>
  );
}
