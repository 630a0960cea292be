import { fileKind } from "@pismo/jmap";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateText } from "../../i18n/clock.ts";
import { shortDate } from "../../i18n/dates.ts";
import { formatSize } from "../../i18n/numbers.ts";
import { AccountMark } from "../../mail-ui/AccountMark.tsx";
import { useFileName } from "../../mail-ui/file-names.ts";
import { FileIcon } from "../../mail-ui/FileIcon.tsx";
import { blobUrl } from "../../store/records/blobs.ts";
import type { LetterFile } from "../../store/files/files.ts";
import { ownerOf } from "../../store/session/all-accounts.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./FileItem.module.css";

export interface FileItemProps {
  file: LetterFile;
  position: number;
  total: number;
  /** Tab reaches it. */
  isActive: boolean;
  onFocus: (position: number) => void;
  /** It is to be shown. */
  onOpen: (position: number) => void;
}

/** Letters are not fetched for the names of their files alone. */
const known: readonly LetterFile[] = [];

const letterAddress = ({ emailId, subject }: LetterFile): string =>
  `/email/${emailId}?title=${encodeURIComponent(subject ?? "")}`;

/** Larger ones would be fetched whole for a picture of 160 px. */
const MAX_THUMBNAIL = 8_000_000;
const isDrawn = ({ type, size }: LetterFile): boolean =>
  size <= MAX_THUMBNAIL && /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/.test(type);

interface LetterLinkProps {
  file: LetterFile;
  isActive: boolean;
}

/** Where it came from, and the way to it. */
export function LetterLink({ file, isActive }: LetterLinkProps) {
  const { t } = useTranslation();
  const subject = visibleText(file.subject?.trim() ?? "") || t("files.noSubject");
  return (
    <Link
      className={styles.letter}
      to={letterAddress(file)}
      tabIndex={isActive ? 0 : -1}
      aria-label={t("files.letterOf", { subject })}
    >
      {subject}
    </Link>
  );
}

function Download({ file, isActive }: { file: LetterFile; isActive: boolean }) {
  const { t } = useTranslation();
  const name = useFileName(known)(file);
  return (
    <Tooltip text={t("letter.download")}>
      <a
        className={styles.download}
        href={blobUrl(file.blobId, name, file.type)}
        download={name}
        tabIndex={isActive ? 0 : -1}
        aria-label={t("files.downloadOf", { name })}
      >
        <Icon icon={lateIcons.download} />
      </a>
    </Tooltip>
  );
}

const Item = ({ position, total, className, children, onFocus }: ItemProps) => (
  <li
    className={className}
    data-position={position}
    aria-setsize={total}
    aria-posinset={position + 1}
    onFocus={() => onFocus(position)}
  >
    {children}
  </li>
);
interface ItemProps extends Pick<FileItemProps, "position" | "total" | "onFocus"> {
  className: string | undefined;
  children: ReactNode;
}

/** Of several accounts together, which one has the letter. */
function Account({ file: { emailId } }: { file: LetterFile }) {
  const owner = ownerOf(emailId);
  return (
    owner && (
      <span className={styles.account}>
        <AccountMark owner={owner} />
      </span>
    )
  );
}

/** A picture of the grid. */
export function PictureTile({ file, isActive, onOpen, ...place }: FileItemProps) {
  const name = useFileName(known)(file);
  const [isBroken, setBroken] = useState(false);
  return (
    <Item {...place} className={styles.tile}>
      <button
        type="button"
        className={styles.picture}
        data-main=""
        tabIndex={isActive ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => onOpen(place.position)}
      >
        {isDrawn(file) && !isBroken ? (
          <img src={blobUrl(file.blobId, name, file.type)} alt="" loading="lazy" onError={() => setBroken(true)} />
        ) : (
          <Icon icon={lateIcons.image} size={32} />
        )}
        <span className={styles.caption}>{name}</span>
      </button>
      <Account file={file} />
      <Download file={file} isActive={isActive} />
    </Item>
  );
}

/** A document of the list. */
export function FileLine({ file, isActive, onOpen, ...place }: FileItemProps) {
  const { t } = useTranslation();
  const name = useFileName(known)(file);
  const [sender] = file.from ?? [];
  const kind = fileKind(file.type, file.name);
  return (
    <Item {...place} className={styles.line}>
      <FileIcon type={file.type} name={file.name} className={styles.icon} />
      <button
        type="button"
        className={styles.name}
        data-main=""
        tabIndex={isActive ? 0 : -1}
        aria-haspopup="dialog"
        title={name}
        onClick={() => onOpen(place.position)}
      >
        {name}
      </button>
      <span className={styles.from}>
        <Account file={file} />
        {sender ? visibleText(sender.name?.trim() || sender.email) : t("files.noSender")}
      </span>
      <LetterLink file={file} isActive={isActive} />
      <span className={styles.kind}>{t(`files.kinds.${kind}`)}</span>
      <span className={styles.size}>{formatSize(file.size)}</span>
      <time className={styles.date} dateTime={file.receivedAt}>
        <ShortDate at={file.receivedAt} />
      </time>
      <Download file={file} isActive={isActive} />
    </Item>
  );
}

function ShortDate({ at }: { at: string }) {
  return useDateText(new Date(at), shortDate);
}
