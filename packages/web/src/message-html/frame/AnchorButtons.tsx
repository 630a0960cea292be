import { useRef } from "react";
import type { Place } from "./anchors.ts";
import styles from "./MessageFrame.module.css";

/** The links of a message to places in itself: they scroll the page. */
export function AnchorButtons({ places }: { places: readonly Place[] }) {
  const mark = useRef<HTMLDivElement>(null);
  const goTo = (target: number): void => {
    const { current } = mark;
    if (!current) return;
    current.style.top = `${target}px`;
    current.scrollIntoView({ block: "start" });
    // Keyboard navigation continues from there.
    current.focus({ preventScroll: true });
  };
  return (
    <>
      {places.flatMap(({ label, boxes, target }, place) =>
        boxes.map((box, line) => (
          <button
            // They stand where the message has them, and are replaced when that changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${place} ${line}`}
            type="button"
            className={styles.place}
            style={box}
            aria-label={label}
            {...(line > 0 && { tabIndex: -1, "aria-hidden": true })}
            onClick={() => goTo(target)}
          />
        )),
      )}
      <div ref={mark} className={styles.mark} tabIndex={-1} />
    </>
  );
}
