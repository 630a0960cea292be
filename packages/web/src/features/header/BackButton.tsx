import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import styles from "./Header.module.css";
import { useBack } from "../../mail-ui/use-back.ts";

export function BackButton({ folder }: { folder: string }) {
  const { t } = useTranslation();
  return (
    <Button variant="quiet" icon="back" className={styles.back} onClick={useBack(folder)}>
      {t("shell.back")}
    </Button>
  );
}
