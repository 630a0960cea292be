import { type Lead, leadOf, type MarkedPart } from "../store/search/marked-text.ts";
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

const Before = ({ isCut, far, near }: Lead) => (
  <>
    {(isCut || far !== "") && (
      <>
        <span className={styles.far}>
          {isCut && "…"}
          {far}
        </span>
        <span className={styles.cut} />
      </>
    )}
    {near}
  </>
);

/** The same in one line, which begins shortly before the first match where that would not be seen. */
export function MarkedLine({ parts, room }: { parts: readonly MarkedPart[]; room: Parameters<typeof leadOf>[1] }) {
  const [first, ...others] = parts;
  if (!first || first.isMatch || others.length === 0) return <MarkedText parts={parts} />;
  return (
    <>
      <Before {...leadOf(first.text, room)} />
      <MarkedText parts={others} />
    </>
  );
}
