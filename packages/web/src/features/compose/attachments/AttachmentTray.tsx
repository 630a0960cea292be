import type { TFunction } from "i18next";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { formatNumber, formatSize } from "../../../i18n/numbers.ts";
import { FileIcon } from "../../../mail-ui/FileIcon.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { type Attachment, sizeOf } from "./attachment.ts";
import styles from "./AttachmentTray.module.css";
import { FileMenu } from "./FileMenu.tsx";
import { DRAGGED_FILE, type MoveTarget, MoveTargets } from "./MoveTargets.tsx";
import { RenameFile } from "./names/RenameFile.tsx";

const FilePreview = lazyPart(() => import("../../../file-preview/FilePreview.tsx"), "FilePreview");

export interface AttachmentTrayProps {
  attachments: readonly Attachment[];
  onRemove(key: string): void;
  onRetry(key: string): void;
  onRename(key: string, name: string): void;
  onShift(key: string, by: -1 | 1): void;
  onClear(): void;
  /** Those of the account whose letters are shown. */
  canPreview: boolean;
  /** The other letters. */
  targets?: readonly MoveTarget[];
  /** @returns whether it is there now */
  onMove?(key: string, id: number): Promise<boolean>;
}

const noTargets: readonly MoveTarget[] = [];

/** Previews of what is attached, their size together, and the link that empties the selection. */
export function AttachmentTray(props: AttachmentTrayProps) {
  const { attachments, onRemove, onRetry, onRename, onShift, onClear, canPreview, targets = noTargets, onMove } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [renaming, setRenaming] = useState<string>();
  const [shown, setShown] = useState<number>();
  const [dragged, setDragged] = useState<string>();
  const stored = attachments.flatMap(({ blobId, ...file }) => (blobId === undefined ? [] : [{ ...file, blobId }]));
  if (attachments.length === 0) return null;
  const focusMenu = (key: string): void =>
    list.current?.querySelector<HTMLElement>(`[data-file="${key}"] [data-file-menu]`)?.focus();
  const shift = (key: string, by: -1 | 1): void => {
    flushSync(() => onShift(key, by));
    focusMenu(key);
  };
  /** Where the file that was under the focus is gone: its neighbour, else the button that adds others. */
  const keepFocus = (at: number, around: Element | null | undefined): void => {
    const menus = list.current?.querySelectorAll<HTMLElement>("[data-file-menu]");
    const next = menus && menus.length > 0 ? menus[Math.min(at, menus.length - 1)] : undefined;
    (next ?? around?.querySelector<HTMLElement>("[data-add-files]"))?.focus();
  };
  const remove = (key: string, at: number): void => {
    const around = list.current?.closest("footer");
    flushSync(() => onRemove(key));
    keepFocus(at, around);
  };
  const move = async (key: string, id: number): Promise<void> => {
    setDragged(undefined);
    const at = attachments.findIndex((file) => file.key === key);
    const around = list.current?.closest("footer");
    if (!(await onMove?.(key, id))) return;
    // Who has gone on elsewhere by then stays there.
    await new Promise(requestAnimationFrame);
    if (!document.activeElement?.matches("input, button, a, [contenteditable]")) keepFocus(at, around);
  };
  const renamed = attachments.find(({ key }) => key === renaming);
  return (
    <div className={styles.tray}>
      <ul className={styles.files} ref={list} aria-label={t("compose.files")}>
        {attachments.map((file, index) => {
          const { key, name, blobId } = file;
          return (
            <AttachedFile
              key={key}
              file={file}
              onRemove={() => remove(key, index)}
              onRetry={onRetry}
              onDragged={targets.length > 0 ? setDragged : undefined}
            >
              <FileMenu
                name={visibleText(name)}
                onPreview={
                  canPreview && blobId !== undefined
                    ? () => setShown(stored.findIndex((each) => each.key === key))
                    : undefined
                }
                onRename={() => setRenaming(key)}
                onEarlier={index > 0 ? () => shift(key, -1) : undefined}
                onLater={index < attachments.length - 1 ? () => shift(key, 1) : undefined}
                targets={targets}
                onMove={(id) => void move(key, id)}
              />
            </AttachedFile>
          );
        })}
      </ul>
      {dragged !== undefined && <MoveTargets targets={targets} onMove={(id) => void move(dragged, id)} />}
      <p className={styles.broken} role="status">
        {brokenText(attachments, t)}
      </p>
      {renamed && (
        <RenameFile
          key={renamed.key}
          name={renamed.name}
          onDone={(name) => {
            if (name !== renamed.name) onRename(renamed.key, name);
            setRenaming(undefined);
            focusMenu(renamed.key);
          }}
        />
      )}
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

const namesOf = (files: readonly Attachment[]): string => files.map(({ name }) => visibleText(name)).join(", ");

/** That a break of the connection costs what was sent of a file. */
function brokenText(attachments: readonly Attachment[], t: TFunction): string | undefined {
  const waiting = attachments.filter(({ problem }) => problem === "waiting");
  if (waiting.length > 0) return t("compose.upload.waitingAll", { names: namesOf(waiting) });
  const again = attachments.filter(({ isAgain, progress, problem }) => isAgain && progress < 1 && !problem);
  return again.length > 0 ? t("compose.upload.again", { names: namesOf(again) }) : undefined;
}

interface AttachedFileProps extends Pick<AttachmentTrayProps, "onRetry"> {
  file: Attachment;
  onRemove(): void;
  /** It is on its way to another letter, or no more. Left out where there is none. */
  onDragged: ((key: string | undefined) => void) | undefined;
  /** What else can be done with it. */
  children: ReactNode;
}

function AttachedFile({ file, onRemove, onRetry, onDragged, children }: AttachedFileProps) {
  const { t } = useTranslation();
  const { key, img, size, progress, problem } = file;
  const name = visibleText(file.name);
  const isUploading = progress < 1 && !problem;
  return (
    <li
      className={styles.file}
      data-file={key}
      data-problem={problem}
      title={`${name}, ${formatSize(size)}`}
      draggable={onDragged !== undefined}
      onDragStart={(event) => {
        if (!onDragged) return;
        event.dataTransfer.setData(DRAGGED_FILE, key);
        event.dataTransfer.effectAllowed = "move";
        // What changes the page at once ends the drag in Chromium.
        setTimeout(onDragged, 0, key);
      }}
      onDragEnd={() => onDragged?.(undefined)}
    >
      {img ? (
        // Dragged by itself it would be a file that comes from outside.
        <img
          className={styles.preview}
          src={img}
          alt={name}
          draggable={false}
          data-dim={progress < 1 ? "" : undefined}
        />
      ) : (
        <span className={styles.named}>
          <FileIcon type={file.type} name={file.name} />
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
      {children}
      <button type="button" className={styles.remove} aria-label={t("compose.removeFile", { name })} onClick={onRemove}>
        <Icon icon="close" size={16} />
      </button>
    </li>
  );
}
