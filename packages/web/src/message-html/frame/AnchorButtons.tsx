import { useRef } from "react";
import type { Anchor } from "./anchors.ts";
import styles from "./MessageFrame.module.css";

/** The links of a message to places in itself: they scroll the page. */
export function AnchorButtons({ anchors }: { anchors: readonly Anchor[] }) {
  const destination = useRef<HTMLDivElement>(null);
  const goTo = (target: number): void => {
    const { current } = destination;
    if (!current) return;
    current.style.top = `${target}px`;
    current.scrollIntoView({ block: "start" });
    // Keyboard navigation continues from there.
    current.focus({ preventScroll: true });
  };
  return (
    <>
      {anchors.flatMap(({ label, boxes, target }, anchor) =>
        boxes.map((box, line) => (
          <button
            // They stand where the message has them, and are replaced when that changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${anchor} ${line}`}
            type="button"
            className={styles.anchor}
            style={box}
            aria-label={label}
            {...(line > 0 && { tabIndex: -1, "aria-hidden": true })}
            onClick={() => goTo(target)}
          />
        )),
      )}
      <div ref={destination} className={styles.destination} tabIndex={-1} />
    </>
  );
}
