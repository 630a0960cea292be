import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";
import { blobUrl } from "../store/records/blobs.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { lateIcons } from "../ui/icons/late-icons.ts";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import { type PreviewFile, shownType } from "./viewer-of.ts";
import { useKeptMiddle } from "./use-kept-middle.ts";
import { usePreviewKeys } from "./use-preview-keys.ts";

/** Times the size at which the whole picture is seen. */
const ZOOMS = [1, 1.5, 2, 3, 4, 6];

/** A picture, which can be made larger and turned. */
export function PictureView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const [size, setSize] = useState<Size>();
  const [isBroken, setBroken] = useState(false);
  const { box, keepMiddle } = useKeptMiddle(quarters);
  const zoomTo = (next: number): void => {
    if (ZOOMS[next] === undefined) return;
    keepMiddle();
    setZoom(next);
  };
  const larger = (): void => zoomTo(zoom + 1);
  const smaller = (): void => zoomTo(zoom - 1);
  const turn = (): void => {
    keepMiddle();
    setQuarters(quarters + 1);
  };
  usePreviewKeys({ "+": larger, "=": larger, "-": smaller, r: turn, к: turn });
  if (isBroken) return <Waiting content={{ state: "failed" }} />;
  const isLarger = zoom > 0;
  return (
    <div className={styles.pictureView}>
      <div className={styles.room}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
        <div
          ref={box}
          className={styles.picture}
          data-larger={isLarger ? "" : undefined}
          {...(isLarger && { tabIndex: 0, role: "region", "aria-label": file.name, "data-scrolls": "" })}
        >
          <div className={styles.turned} style={size && shape(size, quarters, ZOOMS[zoom] ?? 1)}>
            <img
              src={blobUrl(file.blobId, file.name, shownType(file))}
              alt={file.name}
              data-quarters={quarters % 4}
              style={{ rotate: `${quarters * 90}deg` }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
              onError={() => setBroken(true)}
            />
          </div>
        </div>
      </div>
      <div className={styles.tools} role="group" aria-label={t("preview.picture")}>
        <IconButton
          icon={lateIcons.minus}
          label={t("preview.smaller")}
          shortcut="-"
          disabled={!isLarger}
          onClick={smaller}
        />
        <IconButton
          icon={lateIcons.plus}
          label={t("preview.larger")}
          shortcut="+"
          disabled={zoom === ZOOMS.length - 1}
          onClick={larger}
        />
        <IconButton icon={lateIcons.redo} label={t("preview.turn")} shortcut="R" onClick={turn} />
      </div>
    </div>
  );
}

interface Size {
  width: number;
  height: number;
}

/** The picture as it lies, in pixels: turned by a quarter its width is its height. */
function shape({ width, height }: Size, quarters: number, zoom: number): CSSProperties {
  const [across, down] = quarters % 2 === 0 ? [width, height] : [height, width];
  return { "--across": across, "--down": down, "--zoom": zoom } as CSSProperties;
}
