import { Dialog } from "@base-ui/react/dialog";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import styles from "./ComposePopup.module.css";

/** The letter stands in a form of another tab: only one of the two may go on with it. */
export function ElsewherePanel({ onTakeOver, onClose }: { onTakeOver(): void; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.loading}>
      <div className={styles.elsewhere}>
        <Dialog.Title className={styles.title}>{t("compose.elsewhere.title")}</Dialog.Title>
        <Dialog.Description>{t("compose.elsewhere.text")}</Dialog.Description>
        <div className={styles.buttons}>
          <Button variant="primary" autoFocus onClick={onTakeOver}>
            {t("compose.elsewhere.takeOver")}
          </Button>
          <Button onClick={onClose}>{t("compose.elsewhere.close")}</Button>
        </div>
      </div>
    </div>
  );
}
