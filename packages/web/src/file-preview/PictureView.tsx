import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";
import { blobUrl } from "../store/records/blobs.ts";
import { IconButton } from "../ui/IconButton.tsx";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import { type PreviewFile, shownType } from "./viewer-of.ts";
import { usePreviewKeys } from "./use-preview-keys.ts";

const ZOOMS = [1, 1.5, 2, 3, 4, 6];

/** A picture, which can be made larger and turned. */
export function PictureView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const larger = (): void => setZoom((before) => Math.min(ZOOMS.length - 1, before + 1));
  const smaller = (): void => setZoom((before) => Math.max(0, before - 1));
  const turn = (): void => setQuarters((before) => before + 1);
  usePreviewKeys({ "+": larger, "=": larger, "-": smaller, r: turn, к: turn });
  if (isBroken) return <Waiting content={{ state: "failed" }} />;
  const isLarger = zoom > 0;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div
        className={styles.picture}
        data-larger={isLarger ? "" : undefined}
        {...(isLarger && { tabIndex: 0, role: "region", "aria-label": file.name, "data-scrolls": "" })}
      >
        <img
          src={blobUrl(file.blobId, file.name, shownType(file))}
          alt={file.name}
          data-quarters={quarters % 4}
          style={{ "--zoom": ZOOMS[zoom], rotate: `${quarters * 90}deg` } as CSSProperties}
          onError={() => setBroken(true)}
        />
      </div>
      <div className={styles.tools} role="group" aria-label={t("preview.picture")}>
        <IconButton icon="minus" label={t("preview.smaller")} shortcut="-" disabled={!isLarger} onClick={smaller} />
        <IconButton
          icon="plus"
          label={t("preview.larger")}
          shortcut="+"
          disabled={zoom === ZOOMS.length - 1}
          onClick={larger}
        />
        <IconButton icon="redo" label={t("preview.turn")} shortcut="R" onClick={turn} />
      </div>
    </>
  );
}
