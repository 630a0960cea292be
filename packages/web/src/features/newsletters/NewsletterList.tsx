import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { useListKeys } from "../../mail-ui/windowed/use-list-keys.ts";
import { useVisibleRange } from "../../mail-ui/windowed/use-visible-range.ts";
import type { ShownNewsletters } from "../../store/newsletters/newsletters.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { NewsletterLine } from "./NewsletterLine.tsx";

const ROW = 64;
const NARROW_ROW = 100;

/** Of which only what is in sight is drawn and fetched. */
export function NewsletterList({ newsletters, total }: { newsletters: ShownNewsletters; total: number }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useMediaQuery("(width < 900px)") ? NARROW_ROW : ROW;
  const { first, end } = useVisibleRange(box, rowHeight);
  const keys = useListKeys(box, { total, columns: 1, rowHeight });
  const [from, to] = [Math.min(total, first), Math.min(total, end)];
  const { want } = newsletters;
  useEffect(() => want(from, to), [want, from, to]);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return (
    <div className={frame.scroll} ref={box}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it */}
      <ul
        className={frame.lines}
        aria-label={t("newsletters.list")}
        style={
          { height: total * rowHeight, "--row": `${rowHeight}px`, "--before": `${from * rowHeight}px` } as CSSProperties
        }
        onKeyDown={keys.onKeyDown}
      >
        {shown.map((position) => {
          const newsletter = newsletters.at(position);
          return newsletter ? (
            <NewsletterLine
              key={newsletter.id}
              newsletter={newsletter}
              position={position}
              total={total}
              isActive={position === keys.active}
              onFocus={keys.onFocus}
            />
          ) : (
            <li key={position} className={frame.waiting} aria-hidden="true" />
          );
        })}
      </ul>
    </div>
  );
}
