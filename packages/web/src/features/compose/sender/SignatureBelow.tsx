import { useTranslation } from "react-i18next";
import { contentIdsIn } from "../../../message-html/index.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Attachment } from "../attachments/attachment.ts";
import styles from "./SignatureBelow.module.css";
import type { SignatureBlock } from "./signature-below.ts";

interface SignatureBelowProps {
  signature: SignatureBlock;
  /** Its pictures are among them. */
  attachments: readonly Attachment[];
  onRemove(): void;
}

/** What stands under the quote, as text and pictures; left out on request. */
export function SignatureBelow({ signature, attachments, onRemove }: SignatureBelowProps) {
  const { t } = useTranslation();
  const ids = contentIdsIn(signature.html);
  const pictures = attachments.filter(({ cid, img }) => img && cid !== undefined && ids.has(cid));
  return (
    <section className={styles.signature} aria-label={t("compose.signature")}>
      <div className={styles.shown}>
        <pre className={styles.text}>{signature.text}</pre>
        {pictures.map(({ key, img }) => (
          // The text has its words.
          <img key={key} className={styles.picture} src={img} alt="" />
        ))}
      </div>
      <Button variant="quiet" className={styles.remove} onClick={onRemove}>
        {t("compose.removeSignature")}
      </Button>
    </section>
  );
}
