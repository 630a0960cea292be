import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Facts.module.css";

/** Few letters bring one. */
const qrParts = partsOnDemand(() => import("./QrCode.tsx"));

/** What is shown at the entrance. */
export function TicketCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const [isLarge, setLarge] = useState(false);
  const parts = qrParts.use(true);
  const shown = visibleText(code);
  return (
    <div className={styles.ticket}>
      <div className={styles.qr}>{parts && <parts.QrCode code={code} label={t("facts.qr", { code: shown })} />}</div>
      <code>{shown}</code>
      <Button variant="quiet" onClick={() => setLarge(true)}>
        {t("facts.larger")}
      </Button>
      {isLarge && (
        <Dialog open onOpenChange={() => setLarge(false)} title={shown} closeLabel={t("shell.close")} width={640}>
          <div className={styles.largeQr}>
            {parts && <parts.QrCode code={code} label={t("facts.qr", { code: shown })} />}
          </div>
        </Dialog>
      )}
    </div>
  );
}
