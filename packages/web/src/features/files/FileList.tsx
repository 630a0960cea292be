import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ShownFiles } from "../../store/files/files.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { FileLine, PictureTile } from "./FileItem.tsx";
import styles from "./FilesPage.module.css";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { useListKeys } from "../../mail-ui/windowed/use-list-keys.ts";
import { useVisibleRange } from "../../mail-ui/windowed/use-visible-range.ts";

const ROW = 48;
const NARROW_ROW = 64;
const TILE = 168;
const NARROW_TILE = 120;

export interface FileListProps {
  files: ShownFiles;
  total: number;
  arePictures: boolean;
  onOpen: (position: number) => void;
}

/** A grid of pictures or a list of documents, of which only what is in sight is drawn and fetched. */
export function FileList({ files, total, arePictures, onOpen }: FileListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery("(width < 760px)");
  const rowHeight = arePictures ? (isNarrow ? NARROW_TILE : TILE) : isNarrow ? NARROW_ROW : ROW;
  const { first, end, width } = useVisibleRange(box, rowHeight);
  const columns = arePictures ? Math.max(1, Math.floor((width - 16) / rowHeight)) : 1;
  const keys = useListKeys(box, { total, columns, rowHeight });
  const [from, to] = [Math.min(total, first * columns), Math.min(total, end * columns)];
  const { want } = files;
  useEffect(() => want(from, to), [want, from, to]);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const Item = arePictures ? PictureTile : FileLine;
  return (
    <div className={frame.scroll} ref={box}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it */}
      <ul
        className={arePictures ? `${frame.lines} ${styles.grid}` : frame.lines}
        aria-label={t(arePictures ? "files.pictures" : "files.documents")}
        style={
          {
            height: Math.ceil(total / columns) * rowHeight,
            "--columns": columns,
            "--row": `${rowHeight}px`,
            "--before": `${Math.floor(from / columns) * rowHeight}px`,
          } as CSSProperties
        }
        onKeyDown={keys.onKeyDown}
      >
        {shown.map((position) => {
          const file = files.at(position);
          return file ? (
            <Item
              key={position}
              file={file}
              position={position}
              total={total}
              isActive={position === keys.active}
              onFocus={keys.onFocus}
              onOpen={onOpen}
            />
          ) : (
            <li key={position} className={frame.waiting} aria-hidden="true" />
          );
        })}
      </ul>
    </div>
  );
}
