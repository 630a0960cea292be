import type { EmailBodyPart } from "@pismo/jmap";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../i18n/numbers.ts";
import { notify } from "../../../store/index.ts";
import { blobUrl } from "../../../store/records/blobs.ts";
import { Button } from "../../../ui/Button.tsx";
import { isUntitled, useFileName } from "../../../mail-ui/file-names.ts";
import { FileIcon } from "../../../mail-ui/FileIcon.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { downloadAll, type StoredFile } from "./download-all.ts";
import { useMatching } from "../cards/matched-text.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Attachments.module.css";
import { useTwoRows } from "./use-two-rows.ts";

/** Code that shows files is fetched when the first one is opened. */
const FilePreview = lazyPart(() => import("../../../file-preview/FilePreview.tsx"), "FilePreview");

/** Files above the text: thumbnails, how many, and all of them at once. They are folded after two rows. */
export function Attachments({ files, subject }: { files: readonly EmailBodyPart[]; subject: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number>();
  const [isUnfolded, setUnfolded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const twoRows = useTwoRows(list, files.length);
  const found = useMatching()?.fileName;
  const foundIn = found === undefined ? undefined : visibleText(found.trim());
  const nameOf = useFileName(files);
  const untitled = new Set(files.filter(isUntitled).map(({ blobId }) => blobId));
  const stored = files.flatMap(({ blobId, name, type, size }): StoredFile[] =>
    blobId === null ? [] : [{ blobId, name: nameOf({ blobId, name, type }), type, size }],
  );
  if (stored.length === 0) return null;
  const total = stored.reduce((sum, { size }) => sum + size, 0);
  // One file more takes no more room than the button would.
  const isFoldable = stored.length > twoRows + 1;
  const listed = isFoldable && !isUnfolded ? stored.slice(0, twoRows) : stored;
  return (
    <section className={styles.attachments} aria-label={t("letter.attachments")}>
      <ul ref={list} className={styles.files}>
        {listed.map((file, index) => (
          // The files of a message never change.
          <File
            // oxlint-disable-next-line react/no-array-index-key
            key={`${file.blobId} ${index}`}
            file={file}
            isMatch={file.name === foundIn && !untitled.has(file.blobId)}
            onOpen={() => setShown(index)}
          />
        ))}
      </ul>
      {isFoldable && (
        <Button
          variant="quiet"
          icon={isUnfolded ? lateIcons.chevronUp : "chevron-down"}
          className={styles.fold ?? ""}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t("letter.fewerFiles") : t("letter.moreFiles", { count: stored.length - twoRows })}
        </Button>
      )}
      <p className={styles.summary}>
        {t("letter.files", { count: stored.length })}
        <span aria-hidden="true"> · </span>
        <DownloadAll files={stored} total={total} subject={subject} />
      </p>
      {shown !== undefined && (
        <Suspense>
          <FilePreview
            file={stored[shown]}
            position={shown}
            total={stored.length}
            onMove={setShown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

const isShown = (type: string): boolean => /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/.test(type);

/** "report.final.pdf" → "PDF"; longer endings say nothing. */
const endingOf = (name: string): string => /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? "";

interface FileProps {
  file: StoredFile;
  /** What was searched for is in it. */
  isMatch: boolean;
  onOpen: () => void;
}

function File({ file: { blobId, name, type, size }, isMatch, onOpen }: FileProps) {
  const { t } = useTranslation();
  const url = blobUrl(blobId, name, type);
  const [isBroken, setBroken] = useState(false);
  return (
    <li className={styles.file}>
      <button type="button" className={styles.thumbnail} aria-label={t("letter.preview", { name })} onClick={onOpen}>
        {isShown(type) && !isBroken ? (
          <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
        ) : (
          <>
            <FileIcon type={type} name={name} size={32} />
            <span className={styles.ending} aria-hidden="true">
              {endingOf(name)}
            </span>
          </>
        )}
      </button>
      <a className={styles.download} href={url} download={name} aria-label={`${t("letter.download")} ${name}`}>
        <Icon icon={lateIcons.download} />
        {t("letter.download")}
      </a>
      <span className={styles.name} title={name}>
        {name}
      </span>{" "}
      <span className={styles.size}>{formatSize(size)}</span>
      {isMatch && <mark className={styles.found}>{t("letter.foundInFile")}</mark>}
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
