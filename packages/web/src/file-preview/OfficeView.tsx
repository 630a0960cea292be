import type { FileTable } from "@pismo/jmap";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fetchFileText } from "../store/files/file-text.ts";
import { Icon } from "../ui/icons/Icon.tsx";
import { lateIcons } from "../ui/icons/late-icons.ts";
import { visibleText } from "../ui/visible-text.ts";
import styles from "./FilePreview.module.css";
import { Cut, Pieces, RowsTable } from "./TextViews.tsx";
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
  const { text, isTruncated, tables } = content.value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <p className={styles.hint}>
        <Icon icon={lateIcons.info} />
        <span>{t(tables ? "preview.valuesAlone" : "preview.textAlone")}</span>
      </p>
      {tables ? <Sheets tables={tables} isCut={isTruncated} /> : <Pieces text={text} isCut={isTruncated} />}
    </div>
  );
}

/** The sheets of a spreadsheet, one below the other. */
function Sheets({ tables, isCut }: { tables: readonly FileTable[]; isCut: boolean }) {
  return (
    <>
      {tables.map(({ name, rows: [head = [], ...rows] }, index) => (
        // The sheets of a file never change.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {name !== "" && <h3 className={styles.sheet}>{visibleText(name)}</h3>}
          <RowsTable head={head} rows={rows} label={visibleText(name)} />
        </Fragment>
      ))}
      {isCut && <Cut />}
    </>
  );
}
