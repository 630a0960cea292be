import type { MarkedPart } from "../store/search/marked-text.ts";
import styles from "./MarkedText.module.css";

/** Text whose matches of a search are marked. */
export function MarkedText({ parts }: { parts: readonly MarkedPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // The parts of a text stand where they stand.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={styles.match}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
