import { Dialog } from "@base-ui/react/dialog";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import styles from "./ElsewherePanel.module.css";

/** The Email stands in a form of another tab: only one of the two may go on with it. */
export function ElsewherePanel({ onTakeOver, onClose }: { onTakeOver(): void; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel} data-question="">
      <Dialog.Title className={styles.title}>{t("compose.elsewhere.title")}</Dialog.Title>
      <Dialog.Description className={styles.text}>{t("compose.elsewhere.text")}</Dialog.Description>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("compose.elsewhere.close")}</Button>
        <Button variant="primary" autoFocus onClick={onTakeOver}>
          {t("compose.elsewhere.takeOver")}
        </Button>
      </div>
    </div>
  );
}
