import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import styles from "./SignatureBelow.module.css";
import type { SignatureBlock } from "./signature-below.ts";

/** What stands under the quote, as text; left out on request. */
export function SignatureBelow({ signature, onRemove }: { signature: SignatureBlock; onRemove(): void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.signature} aria-label={t("compose.signature")}>
      <pre className={styles.text}>{signature.text}</pre>
      <Button variant="quiet" className={styles.remove} onClick={onRemove}>
        {t("compose.removeSignature")}
      </Button>
    </section>
  );
}
