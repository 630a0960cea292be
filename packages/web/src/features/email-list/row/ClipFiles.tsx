import type { EmailBodyPart, Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../i18n/numbers.ts";
import { useFileName } from "../../../mail-ui/file-names.ts";
import { FileIcon } from "../../../mail-ui/FileIcon.tsx";
import { useEmail } from "../../../store/index.ts";
import { blobUrl } from "../../../store/records/blobs.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import styles from "./ClipButton.module.css";

/** What is attached to an Email, in the popover of its clip. */
export function ClipFiles({ id }: { id: Id }) {
  const { t } = useTranslation();
  const { status, email } = useEmail(id);
  if (status !== "loading" && status !== "ready") return <p className={styles.note}>{t("list.filesFailed")}</p>;
  if (!email) {
    return (
      <div className={styles.file} role="status" aria-label={t("list.loading")}>
        <Skeleton width={40} height={40} radius={8} />
        <Skeleton width={140} height={12} />
        <Skeleton width={40} height={12} />
      </div>
    );
  }
  return (
    <ul className={styles.files}>
      {email.attachments.map((part, index) => (
        <File key={part.partId ?? index} part={part} />
      ))}
    </ul>
  );
}

const isShown = (type: string): boolean => /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/.test(type);

function File({ part }: { part: EmailBodyPart }) {
  const { blobId, name, type, size } = part;
  const label = useFileName([part])(part);
  return (
    <li className={styles.file}>
      <span className={styles.thumbnail}>
        {blobId && isShown(type) ? (
          <img src={blobUrl(blobId, label, type)} alt="" loading="lazy" />
        ) : (
          <FileIcon type={type} name={name} />
        )}
      </span>
      <span className={styles.name} title={label}>
        {label}
      </span>
      <span className={styles.size}>{formatSize(size)}</span>
    </li>
  );
}
