import { useTranslation } from "react-i18next";
import { formatNumber } from "../../i18n/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import type { Attachment } from "./attachments.ts";
import styles from "./AttachmentTray.module.css";

export interface AttachmentTrayProps {
  attachments: Attachment[];
  onRemove(key: string): void;
  onRetry(key: string): void;
  onClear(): void;
}

/** Previews of what is attached, their size together, and the link that empties the selection. */
export function AttachmentTray({ attachments, onRemove, onRetry, onClear }: AttachmentTrayProps) {
  const { t } = useTranslation();
  if (attachments.length === 0) return null;
  const total = attachments.reduce((sum, { size }) => sum + size, 0);
  return (
    <div className={styles.tray}>
      <ul className={styles.files}>
        {attachments.map(({ key, name, img, progress, failed }) => (
          <li key={key} className={styles.file} data-failed={failed ? "" : undefined}>
            {img ? (
              <img className={styles.preview} src={img} alt={name} />
            ) : (
              <span className={styles.preview}>{name}</span>
            )}
            {progress < 1 && !failed && (
              <progress className={styles.progress} value={progress} aria-label={t("compose.uploading", { name })} />
            )}
            {failed && (
              <button
                type="button"
                className={styles.retry}
                onClick={() => onRetry(key)}
                title={t("compose.uploadFailed", { name })}
              >
                {t("compose.retryUpload")}
              </button>
            )}
            <span className={styles.remove}>
              <IconButton icon="close" label={t("compose.removeFile", { name })} onClick={() => onRemove(key)} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.summary}>
        <span>
          {/* The specification's unit: the decoded length divided by 1000. */}
          {t("compose.filesSize")}: {t("units.kb", { value: formatNumber(total / 1000, undefined, 1) })}
        </span>
        <Button variant="quiet" onClick={onClear}>
          {t("compose.clear")}
        </Button>
      </p>
    </div>
  );
}
