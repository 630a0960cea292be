import type { LabelFace } from "@pismo/jmap";
import type { CSSProperties } from "react";
import { visibleText } from "../ui/visible-text.ts";
import styles from "./LabelChips.module.css";

export const labelColor = ({ color }: Pick<LabelFace, "color">): CSSProperties =>
  ({ "--label": `var(--label-${color})` }) as CSSProperties;

/** Decoration: the name stands beside it. */
export const LabelDot = ({ label }: { label: Pick<LabelFace, "color"> }) => (
  <span className={styles.dot} style={labelColor(label)} aria-hidden="true" />
);

export interface LabelChipsProps {
  labels: readonly LabelFace[];
  /** The others are a number. */
  most: number;
}

/** Names on their colours. */
export const LabelChips = ({ labels, most }: LabelChipsProps) => (
  <>
    {labels.slice(0, most).map((label) => (
      <bdi key={label.id} className={styles.chip} style={labelColor(label)}>
        {visibleText(label.name)}
      </bdi>
    ))}
    {labels.length > most && <span className={styles.more}>+{labels.length - most}</span>}
  </>
);
