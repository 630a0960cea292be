import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../ui/Button.tsx";
import styles from "./Header.module.css";

/** One step back in the history; to the letter's folder when this page was the first one. */
export function BackButton({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goBack = (): void => {
    // React Router numbers the entries that it has made itself.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) void navigate(-1);
    else void navigate(`/${folder}?letters=all`);
  };
  return (
    <Button variant="quiet" icon="back" className={styles.back} onClick={goBack}>
      {t("shell.back")}
    </Button>
  );
}
