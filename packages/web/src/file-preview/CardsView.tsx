import { useMemo } from "react";
import { Cards } from "./cards/PartCards.tsx";
import { useCards } from "./cards/use-cards.ts";
import styles from "./FilePreview.module.css";
import { TextView } from "./TextViews.tsx";
import type { PreviewFile } from "./viewer-of.ts";
import { Waiting } from "./Waiting.tsx";

/** A calendar or an address card, as in the letter that brought it; nothing in it is followed. What has none is a text. */
export function CardsView({ file, isCalendar }: { file: PreviewFile; isCalendar: boolean }) {
  const { blobId, name, type } = file;
  const parts = useMemo(
    () => [{ blobId, name, type, charset: "utf-8", kind: isCalendar ? ("calendar" as const) : ("person" as const) }],
    [blobId, name, type, isCalendar],
  );
  const cards = useCards(parts);
  if (!cards) return <Waiting content={{ state: "waiting" }} />;
  if (cards.length === 0) return <TextView file={file} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <Cards cards={cards} isInert />
    </div>
  );
}
