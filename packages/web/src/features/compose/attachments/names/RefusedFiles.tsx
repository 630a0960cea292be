import { useTranslation } from "react-i18next";
import { visibleText } from "../../../../ui/visible-text.ts";
import styles from "../../ComposePopup.module.css";
import { isOftenRefused } from "./often-refused.ts";

/** Names the files with which a letter may not arrive. */
export function RefusedFiles({ attachments }: { attachments: readonly { name: string }[] }) {
  const { t } = useTranslation();
  const names = attachments.map(({ name }) => name).filter(isOftenRefused);
  return (
    <p className={styles.remark} role="status">
      {names.length > 0 && t("compose.oftenRefused", { names: names.map(visibleText).join(", ") })}
    </p>
  );
}
