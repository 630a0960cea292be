import { useTranslation } from "react-i18next";
import { Spinner } from "../ui/Spinner.tsx";
import styles from "./FilePreview.module.css";

/** Until a file is there, or why it is not. */
export function Waiting({ content }: { content: { state: "waiting" | "failed" } }) {
  const { t } = useTranslation();
  return content.state === "failed" ? (
    <p className={styles.note} role="alert">
      {t("preview.failed")}
    </p>
  ) : (
    <p className={styles.note} role="status">
      <Spinner />
      <span className="visually-hidden">{t("preview.loading")}</span>
    </p>
  );
}
