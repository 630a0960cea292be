import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts as letterTexts } from "../i18n/lazy/letter.ts";
import { texts } from "../i18n/lazy/preview.ts";
import { formatSize } from "../i18n/numbers.ts";
import { FileIcon } from "../mail-ui/FileIcon.tsx";
import { openCompose } from "../store/drafts/compose-request.ts";
import { blobUrl } from "../store/records/blobs.ts";
import { useBackCloses } from "../ui/history/back-closes.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { lazyPart } from "../ui/lazy/fetch-code.ts";
import { usePopupParts } from "../ui/lazy/popups.ts";
import { Tooltip } from "../ui/tooltip/Tooltip.tsx";
import { Icon } from "../ui/icons/Icon.tsx";
import { lateIcons } from "../ui/icons/late-icons.ts";
import { CardsView } from "./CardsView.tsx";
import styles from "./FilePreview.module.css";
import { LetterView, type LetterViewProps } from "./LetterView.tsx";
import { MediaView } from "./MediaView.tsx";
import { OfficeView } from "./OfficeView.tsx";
import { PictureView } from "./PictureView.tsx";
import { TableView, TextView } from "./TextViews.tsx";
import { MAX_LEVELS, useLevels } from "./use-levels.ts";
import { usePreviewKeys } from "./use-preview-keys.ts";
import { isTooLarge, type PreviewFile, viewerOf } from "./viewer-of.ts";
import { Waiting } from "./Waiting.tsx";

addTexts(texts);
addTexts(letterTexts);

/** Half a megabyte of pdf.js, for the first PDF. */
const PdfView = lazyPart(() => import("./PdfView.tsx"), "PdfView");

export interface FilePreviewProps {
  /** The one that is shown; undefined while it is fetched. */
  file: PreviewFile | undefined;
  position: number;
  total: number;
  onMove: (position: number) => void;
  onClose: () => void;
  /** Above the file: the way to its letter. */
  children?: ReactNode;
}

/** A file over the page, without a download, and the way to the next one. */
export function FilePreview({ file, position, total, onMove, onClose, children }: FilePreviewProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  const { levels, enter, back } = useLevels(file, popup);
  const shown = levels.at(-1);
  useBackCloses(isOpen, () => (levels.length > 1 ? back() : setOpen(false)), true);
  const Base = usePopupParts(true)?.Dialog;
  if (!Base) return null;
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} initialFocus={popup} className={styles.preview}>
          <header className={styles.header}>
            {levels.length > 1 && <IconButton icon="back" label={t("preview.outer")} onClick={back} />}
            <Base.Title className={styles.title}>{shown?.name ?? t("preview.loading")}</Base.Title>
            {children}
            {total > 1 && levels.length < 2 && (
              <span className={styles.count}>{t("preview.position", { number: position + 1, count: total })}</span>
            )}
            {shown && <FileActions file={shown} onForward={onClose} />}
            <Base.Close render={<IconButton icon="close" label={t("preview.close")} tooltip={false} />} />
          </header>
          <div className={styles.stage}>
            {levels.length === 0 && <Waiting content={{ state: "waiting" }} />}
            {levels.map((each, level) => (
              // Letters stay as they were while a file in them is shown.
              <div key={each.blobId} className={styles.level} hidden={each !== shown}>
                <Suspense fallback={<Waiting content={{ state: "waiting" }} />}>
                  <View file={each} onOpen={level + 1 < MAX_LEVELS ? enter : undefined} />
                </Suspense>
              </div>
            ))}
          </div>
          {total > 1 && levels.length < 2 && <Ways position={position} total={total} onMove={onMove} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Ways({ position, total, onMove }: Pick<FilePreviewProps, "position" | "total" | "onMove">) {
  const { t } = useTranslation();
  const move = (step: number): void => {
    const next = position + step;
    if (next >= 0 && next < total) onMove(next);
  };
  usePreviewKeys({ ArrowLeft: () => move(-1), ArrowRight: () => move(1) });
  return (
    <>
      <IconButton
        icon={lateIcons.chevronLeft}
        className={styles.previous}
        label={t("preview.previous")}
        shortcut="←"
        disabled={position === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        icon="chevron-right"
        className={styles.next}
        label={t("preview.next")}
        shortcut="→"
        disabled={position === total - 1}
        onClick={() => move(1)}
      />
    </>
  );
}

function FileActions({ file, onForward }: { file: PreviewFile; onForward: () => void }) {
  const { t } = useTranslation();
  const { blobId, name, type, size } = file;
  const forward = (): void => {
    onForward();
    openCompose({ kind: "new", subject: name, files: [{ key: crypto.randomUUID(), blobId, name, type, size }] });
  };
  return (
    <>
      <IconButton icon={lateIcons.forward} label={t("preview.forward")} onClick={forward} />
      <Tooltip text={t("preview.download")}>
        <a
          className={styles.download}
          href={blobUrl(blobId, name, type)}
          download={name}
          aria-label={t("preview.download")}
        >
          <Icon icon={lateIcons.download} />
        </a>
      </Tooltip>
    </>
  );
}

function View({ file, onOpen }: LetterViewProps) {
  switch (viewerOf(file)) {
    case "picture":
      return <PictureView file={file} />;
    case "pdf":
      return <PdfView file={file} />;
    case "text":
      return <TextView file={file} />;
    case "table":
      return <TableView file={file} />;
    case "audio":
    case "video":
      return (
        <MediaView file={file} isVideo={viewerOf(file) === "video"}>
          <Nothing file={file} />
        </MediaView>
      );
    case "calendar":
    case "contact":
      return <CardsView file={file} isCalendar={viewerOf(file) === "calendar"} />;
    case "letter":
      return <LetterView file={file} onOpen={onOpen} />;
    case "office":
      return (
        <OfficeView file={file}>
          <Nothing file={file} />
        </OfficeView>
      );
    default:
      return <Nothing file={file} />;
  }
}

/** What is not shown can still be kept. */
function Nothing({ file }: { file: PreviewFile }) {
  const { blobId, name, type, size } = file;
  const { t } = useTranslation();
  return (
    <div className={styles.nothing}>
      <FileIcon type={type} name={name} size={48} />
      <p>{t(isTooLarge(file) ? "preview.tooLarge" : "preview.nothing")}</p>
      <a className={styles.save} href={blobUrl(blobId, name, type)} download={name}>
        {t("preview.download")} ({formatSize(size)})
      </a>
    </div>
  );
}
