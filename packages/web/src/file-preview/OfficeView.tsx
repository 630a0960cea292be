import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fetchFileText } from "../store/files/file-text.ts";
import { Icon } from "../ui/icons/Icon.tsx";
import { lateIcons } from "../ui/icons/late-icons.ts";
import styles from "./FilePreview.module.css";
import { Pieces } from "./TextViews.tsx";
import { useLoaded } from "./use-content.ts";
import type { PreviewFile } from "./viewer-of.ts";
import { Waiting } from "./Waiting.tsx";

/**
 * A document, table or presentation of an office: its text alone, which says that it is.
 * @param children where it has no text that can be read
 */
export function OfficeView({ file, children }: { file: PreviewFile; children: ReactNode }) {
  const { t } = useTranslation();
  const content = useLoaded(file.blobId, fetchFileText);
  if (content.state !== "ready") return <Waiting content={content} />;
  if (!content.value) return children;
  const { text, isTruncated } = content.value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <p className={styles.hint}>
        <Icon icon={lateIcons.info} />
        <span>{t("preview.textAlone")}</span>
      </p>
      <Pieces text={text} isCut={isTruncated} />
    </div>
  );
}
