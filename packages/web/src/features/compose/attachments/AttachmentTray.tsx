import { useTranslation } from "react-i18next";
import { formatNumber, formatSize } from "../../../i18n/numbers.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { type Attachment, sizeOf } from "./attachments.ts";
import styles from "./AttachmentTray.module.css";
import { visibleText } from "../../../ui/visible-text.ts";

export interface AttachmentTrayProps {
  attachments: readonly Attachment[];
  onRemove(key: string): void;
  onRetry(key: string): void;
  onClear(): void;
}

/** Previews of what is attached, their size together, and the link that empties the selection. */
export function AttachmentTray({ attachments, onRemove, onRetry, onClear }: AttachmentTrayProps) {
  const { t } = useTranslation();
  if (attachments.length === 0) return null;
  return (
    <div className={styles.tray}>
      <ul className={styles.files} aria-label={t("compose.files")}>
        {attachments.map((file) => (
          <AttachedFile key={file.key} file={file} onRemove={onRemove} onRetry={onRetry} />
        ))}
      </ul>
      <p className={styles.summary}>
        <span>
          {/* The specification's unit: the decoded length divided by 1000. */}
          {t("compose.filesSize")}: {t("units.kb", { value: formatNumber(sizeOf(attachments) / 1000, undefined, 1) })}
        </span>
        <button type="button" className={styles.clear} onClick={onClear}>
          {t("compose.clear")}
        </button>
      </p>
    </div>
  );
}

interface AttachedFileProps extends Pick<AttachmentTrayProps, "onRemove" | "onRetry"> {
  file: Attachment;
}

function AttachedFile({ file, onRemove, onRetry }: AttachedFileProps) {
  const { t } = useTranslation();
  const { key, img, size, progress, problem } = file;
  const name = visibleText(file.name);
  const isUploading = progress < 1 && !problem;
  return (
    <li className={styles.file} data-problem={problem} title={`${name}, ${formatSize(size)}`}>
      {img ? (
        <img className={styles.preview} src={img} alt={name} data-dim={progress < 1 ? "" : undefined} />
      ) : (
        <span className={styles.named}>
          <Icon icon={lateIcons.file} />
          <span className={styles.name}>{name}</span>
        </span>
      )}
      {isUploading && (
        <progress className={styles.progress} value={progress} aria-label={t("compose.uploading", { name })} />
      )}
      {problem && (
        <button type="button" className={styles.retry} onClick={() => onRetry(key)}>
          {t("compose.retryUpload")}
          <span className="visually-hidden">{`: ${t(`compose.upload.${problem}`, { name })}`}</span>
        </button>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={t("compose.removeFile", { name })}
        onClick={() => onRemove(key)}
      >
        <Icon icon="close" size={16} />
      </button>
    </li>
  );
}
