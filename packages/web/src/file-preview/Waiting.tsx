import { useTranslation } from "react-i18next";
import { Spinner } from "../ui/Spinner.tsx";
import styles from "./FilePreview.module.css";

export interface WaitingProps {
  content: { state: "waiting" | "failed" };
  /** What is said of a failure, where more is known of it. */
  failed?: string | undefined;
}

/** Until a file is there, or why it is not. */
export function Waiting({ content, failed }: WaitingProps) {
  const { t } = useTranslation();
  return content.state === "failed" ? (
    <p className={styles.note} role="alert">
      {failed ?? t("preview.failed")}
    </p>
  ) : (
    <p className={styles.note} role="status">
      <Spinner />
      <span className="visually-hidden">{t("preview.loading")}</span>
    </p>
  );
}
