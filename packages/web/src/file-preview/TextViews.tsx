import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Content } from "./use-content.ts";
import { readText, useContent } from "./use-content.ts";
import { readTable, type Table } from "./csv.ts";
import { Waiting } from "./Waiting.tsx";
import styles from "./FilePreview.module.css";
import type { PreviewFile } from "./viewer-of.ts";

export const Cut = () => {
  const { t } = useTranslation();
  return <p className={styles.cut}>{t("preview.cut")}</p>;
};

const Empty = () => {
  const { t } = useTranslation();
  return <p className={styles.note}>{t("preview.empty")}</p>;
};

/** Characters that are laid out together. */
const PIECE = 8000;

/** Long texts in pieces, between two lines where there are some: only those in sight are laid out. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.lastIndexOf("\n", at + PIECE);
    const end = at + PIECE >= text.length ? text.length : line >= at ? line + 1 : at + PIECE;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** A text, and whether there is more of it. */
export function Pieces({ text, isCut }: { text: string; isCut: boolean }) {
  return (
    <>
      {piecesOf(text).map((piece, index) => (
        // The pieces of a file never change.
        // oxlint-disable-next-line react/no-array-index-key
        <pre key={index} className={styles.text}>
          {piece}
        </pre>
      ))}
      {isCut && <Cut />}
    </>
  );
}

/** Text and code, as they are. */
export function TextView({ file }: { file: PreviewFile }) {
  const content = useContent(file, readText);
  if (content.state !== "ready") return <Waiting content={content} />;
  if (content.value.text.trim() === "") return <Empty />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <Pieces {...content.value} />
    </div>
  );
}

interface RowsTableProps {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  label?: string;
}

/** Rows of texts; the first one says what the columns are. Rows may have fewer cells than others. */
export function RowsTable({ head, rows, label }: RowsTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((cell, column) => (
            // The cells of a file never change.
            // oxlint-disable-next-line react/no-array-index-key
            <th key={column} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {cells.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Values with commas between them, as a table. */
export function TableView({ file }: { file: PreviewFile }) {
  const read = useCallback(async (blob: Blob): Promise<Table> => {
    const { text, isCut } = await readText(blob);
    const table = readTable(text.replace(/^\ufeff/, ""));
    return { ...table, isCut: table.isCut || isCut };
  }, []);
  const content: Content<Table> = useContent(file, read);
  if (content.state !== "ready") return <Waiting content={content} />;
  const [head, ...rows] = content.value.rows;
  if (!head) return <Empty />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <RowsTable head={head} rows={rows} />
      {content.value.isCut && <Cut />}
    </div>
  );
}
