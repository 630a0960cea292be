import { useMemo } from "react";
import { PartCards } from "./cards/PartCards.tsx";
import styles from "./FilePreview.module.css";
import type { PreviewFile } from "./viewer-of.ts";

/** A calendar or an address card, as in the letter that brought it; nothing in it is followed. */
export function CardsView({ file, isCalendar }: { file: PreviewFile; isCalendar: boolean }) {
  const { blobId, name, type } = file;
  const parts = useMemo(
    () => [{ blobId, name, type, charset: "utf-8", kind: isCalendar ? ("calendar" as const) : ("person" as const) }],
    [blobId, name, type, isCalendar],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <PartCards parts={parts} isInert />
    </div>
  );
}
