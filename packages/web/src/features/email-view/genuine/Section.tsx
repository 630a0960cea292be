import { useId } from "react";
import styles from "./Genuine.module.css";

/** Nothing where there is nothing to say. */
export type Line = string | false | undefined;

export function Section({ title, lines }: { title: string; lines: readonly Line[] }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {lines.filter(Boolean).map((line, index) => (
          // The lines of a letter never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
