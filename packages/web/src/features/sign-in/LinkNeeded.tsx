import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isLetIn } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./SignIn.module.css";

/** As the README has it. */
const COMMAND = "npm run pismo -- open";

/** A server of one person does not recognise this browser: how it is let in. */
export function LinkNeeded() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [isStillOut, setStillOut] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    setStillOut(!(await isLetIn()));
    setBusy(false);
  };
  return (
    <>
      <p className={styles.step}>{t("signIn.link.text")}</p>
      <code className={styles.command}>{COMMAND}</code>
      <p className={styles.step}>{t("signIn.link.once")}</p>
      <div role="status">{isStillOut && !isBusy && <p className={styles.step}>{t("signIn.link.stillOut")}</p>}</div>
      <Button variant="primary" className={styles.submit} disabled={isBusy} onClick={() => void again()}>
        {t("signIn.link.again")}
      </Button>
    </>
  );
}
