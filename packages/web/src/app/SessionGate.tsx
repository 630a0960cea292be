import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSessionStatus } from "../store/index.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ErrorPage.module.css";

/** Shows the page, or why the server does not let one in. While it cannot be reached, the page waits with what it has. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const status = useSessionStatus();
  if (status !== "failed" && status !== "signedOut") return children;
  return (
    <div className={styles.page} data-frame="" data-in-shell="" role="alert">
      <h1 className={styles.title}>{t(`shell.session.${status}`)}</h1>
      <p className={styles.text}>{t(`shell.session.${status}Text`)}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t("shell.error.again")}
      </Button>
    </div>
  );
}
