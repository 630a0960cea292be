import type { LabelFace } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { only, setLabel } from "../../../actions/index.ts";
import { labelColor } from "../../../mail-ui/LabelChips.tsx";
import { type FullEmail, mayChange, useLabelsFor } from "../../../store/index.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./EmailLabels.module.css";

/** The Email's labels, each the way to its list, and to take it off. */
export function EmailLabels({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const labels = useLabelsFor(email.id).filter(({ keyword }) => keyword in email.keywords);
  if (labels.length === 0) return null;
  const mayTakeOff = mayChange(email, "maySetKeywords");
  const takeOff = (label: LabelFace): void =>
    void setLabel({ selection: only(email.id), folder: undefined }, label, false);
  return (
    <ul className={styles.labels} aria-label={t("letter.labels")}>
      {labels.map((label) => (
        <li key={label.id} className={styles.label} style={labelColor(label)}>
          <Link className={styles.name} to={`/all?label=${label.id}`}>
            <bdi>{visibleText(label.name)}</bdi>
          </Link>
          {mayTakeOff && (
            <button
              type="button"
              className={styles.off}
              aria-label={t("letter.takeLabelOff", { name: visibleText(label.name) })}
              onClick={() => takeOff(label)}
            >
              <Icon icon="close" size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
