import { Fragment, useMemo } from "react";
import { unexpectedHost, withoutTracking } from "./link-targets.ts";
import { linkify } from "./links.ts";
import { parsePlainText, type TextBlock, type TextFormat } from "./plain-text.ts";
import styles from "./PlainLetter.module.css";

export interface PlainLetterProps {
  text: string;
  format: TextFormat;
  /** The name of what unfolds a quote. */
  quoteLabel: string;
}

/** A plain text letter in the page's own colours. React escapes it: nothing of it is ever markup. */
export function PlainLetter({ text, format, quoteLabel }: PlainLetterProps) {
  const { isFlowed, dropsSpace } = format;
  const blocks = useMemo(() => parsePlainText(text, { isFlowed, dropsSpace }), [text, isFlowed, dropsSpace]);
  return (
    <div className={styles.letter} dir="auto">
      <Blocks blocks={blocks} quoteLabel={quoteLabel} depth={0} />
    </div>
  );
}

/** A quote that is answered below it stands open; the one at the end, and quotes in quotes, are folded. */
function Blocks({ blocks, quoteLabel, depth }: { blocks: TextBlock[]; quoteLabel: string; depth: number }) {
  const lastOwn = blocks.findLastIndex(({ kind }) => kind === "text");
  return blocks.map((block, index) => {
    // The blocks of a text never move.
    const key = `${depth}-${index}`;
    if (block.kind !== "quote") {
      return (
        <div key={key} className={block.kind === "signature" ? styles.signature : styles.text}>
          <Linked text={block.text} />
        </div>
      );
    }
    const isOpen = depth === 0 && (index < lastOwn || lastOwn === -1);
    return (
      <details key={key} className={styles.quote} open={isOpen}>
        <summary className={styles.summary} aria-label={quoteLabel} title={quoteLabel}>
          <span className={styles.dots} aria-hidden="true">
            <span />
            <span />
            <span />
          </span>
        </summary>
        <blockquote className={styles.quoted}>
          <Blocks blocks={block.blocks} quoteLabel={quoteLabel} depth={depth + 1} />
        </blockquote>
      </details>
    );
  });
}

function Linked({ text }: { text: string }) {
  const pieces = useMemo(() => linkify(text), [text]);
  return pieces.map((piece, index) => {
    const key = String(index);
    return typeof piece === "string" ? (
      <Fragment key={key}>{piece}</Fragment>
    ) : (
      <a
        key={key}
        href={withoutTracking(piece.href)}
        target="_blank"
        rel="noopener noreferrer"
        data-leads-to={unexpectedHost(piece.href, piece.text)}
      >
        {piece.text}
      </a>
    );
  });
}
