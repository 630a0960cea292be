import type { EmailBodyPart } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../i18n/numbers.ts";
import { blobUrl, notify } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { downloadAll, type StoredFile } from "./download-all.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Attachments.module.css";

/** Files above the text: thumbnails, how many, and all of them at once. */
export function Attachments({ files, subject }: { files: readonly EmailBodyPart[]; subject: string }) {
  const { t } = useTranslation();
  const stored = files.flatMap(({ blobId, name, type, size }): StoredFile[] =>
    blobId === null ? [] : [{ blobId, name: visibleText(name?.trim() ?? "") || t("letter.unnamedFile"), type, size }],
  );
  if (stored.length === 0) return null;
  const total = stored.reduce((sum, { size }) => sum + size, 0);
  return (
    <section className={styles.attachments} aria-label={t("letter.attachments")}>
      <ul className={styles.files}>
        {stored.map((file, index) => (
          // The files of a message never change.
          // oxlint-disable-next-line react/no-array-index-key
          <File key={`${file.blobId} ${index}`} file={file} />
        ))}
      </ul>
      <p className={styles.summary}>
        {t("letter.files", { count: stored.length })}
        <span aria-hidden="true"> · </span>
        <DownloadAll files={stored} total={total} subject={subject} />
      </p>
    </section>
  );
}

const isShown = (type: string): boolean => /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/.test(type);

/** "report.final.pdf" → "PDF"; longer endings say nothing. */
const endingOf = (name: string): string => /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? "";

function File({ file: { blobId, name, type, size } }: { file: StoredFile }) {
  const { t } = useTranslation();
  const url = blobUrl(blobId, name, type);
  const [isBroken, setBroken] = useState(false);
  const hasImage = isShown(type) && !isBroken;
  return (
    <li>
      <a className={styles.file} href={url} download={name}>
        <span className="visually-hidden">{t("letter.download")} </span>
        <span className={styles.thumbnail}>
          {hasImage ? (
            <img src={url} alt={name} loading="lazy" onError={() => setBroken(true)} />
          ) : (
            <>
              <Icon name="file" size={32} />
              <span className={styles.ending} aria-hidden="true">
                {endingOf(name)}
              </span>
            </>
          )}
          <span className={styles.download} aria-hidden="true">
            <Icon name="download" />
            {t("letter.download")}
          </span>
        </span>
        {/* The image says its name itself. */}
        <span className={styles.name} title={name} aria-hidden={hasImage}>
          {name}
        </span>{" "}
        <span className={styles.size}>{formatSize(size)}</span>
      </a>
    </li>
  );
}

function DownloadAll({ files, total, subject }: { files: readonly StoredFile[]; total: number; subject: string }) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const download = async (): Promise<void> => {
    setProgress(0);
    try {
      await downloadAll(files, subject || t("letter.attachments"), setProgress);
    } catch {
      notify({ key: "letter.downloadFailed", tone: "error" });
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        className={styles.all ?? ""}
        disabled={progress !== undefined}
        onClick={() => void download()}
      >
        {t("letter.downloadAll")}
      </Button>{" "}
      ({formatSize(total)})
      {progress !== undefined && (
        <progress className={styles.progress} value={progress} aria-label={t("letter.downloading")} />
      )}
    </>
  );
}
