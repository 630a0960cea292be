import { createContext, Fragment, memo, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { misleadingLink, withoutTracking } from "../links/link-targets.ts";
import { type Link, linkify } from "../links/links.ts";
import { parsePlainText, type TextBlock, type TextFormat } from "./plain-text.ts";
import { blockPortions, textPortions } from "./portions.ts";
import styles from "./PlainMessage.module.css";

export interface PlainMessageProps {
  text: string;
  format: TextFormat;
  /** The name of what unfolds a quote. */
  quoteLabel: string;
  /** For a message that is not to be trusted: none of its links can be followed, and each line is shown as this gives it. */
  visibleLine?: (line: string) => string;
  /** Marks what matches a search. The same function as long as that is the same. */
  inText?: ((text: string) => ReactNode) | undefined;
  mail?: LinkWay;
  /** Handles misleading links. */
  misleading?: LinkWay;
}

/** Handles links that the browser should not follow itself. */
interface LinkWay {
  /** Where they lead in a tab of their own. */
  link(href: string): string;
  open(href: string): void;
}

type Visible = PlainMessageProps["visibleLine"];
const InText = createContext<PlainMessageProps["inText"]>(undefined);
const VisibleLine = createContext<Visible>(undefined);
const WaysContext = createContext<{ mail?: LinkWay | undefined; misleading?: LinkWay | undefined }>({});

/** A plain text message in the page's own colours. React escapes it: nothing of it is ever markup. */
export function PlainMessage({ text, format, quoteLabel, visibleLine, inText, mail, misleading }: PlainMessageProps) {
  const { isFlowed, dropsSpace } = format;
  const blocks = useMemo(() => parsePlainText(text, { isFlowed, dropsSpace }), [text, isFlowed, dropsSpace]);
  const ways = useMemo(() => ({ mail, misleading }), [mail, misleading]);
  return (
    <div className={styles.message} dir="auto">
      <VisibleLine value={visibleLine}>
        <InText value={inText}>
          <WaysContext value={ways}>
            <Blocks blocks={blocks} quoteLabel={quoteLabel} depth={0} />
          </WaysContext>
        </InText>
      </VisibleLine>
    </div>
  );
}

/** A quote that is answered below it stands open; the one at the end, and quotes in quotes, are folded. */
function Blocks({ blocks, quoteLabel, depth }: { blocks: TextBlock[]; quoteLabel: string; depth: number }) {
  const portions = useMemo(() => blockPortions(blocks), [blocks]);
  const count = usePortions(portions.length);
  const lastOwn = blocks.findLastIndex(({ kind }) => kind === "text");
  const openUntil = depth > 0 ? 0 : lastOwn === -1 ? Infinity : lastOwn;
  // The blocks of a text never move.
  return portions
    .slice(0, count)
    .map(({ first, blocks: portion }) => (
      <Portion
        key={first}
        blocks={portion}
        open={Math.max(0, openUntil - first)}
        quoteLabel={quoteLabel}
        depth={depth}
      />
    ));
}

interface PortionProps {
  blocks: TextBlock[];
  /** Quotes before this index are open. */
  open: number;
  quoteLabel: string;
  depth: number;
}

const Portion = memo(function Portion({ blocks, open, quoteLabel, depth }: PortionProps) {
  return blocks.map((block, index) => {
    const key = String(index);
    if (block.kind !== "quote") {
      return (
        <div key={key} className={block.kind === "signature" ? styles.signature : styles.text}>
          <Text text={block.text} />
        </div>
      );
    }
    return (
      <details key={key} className={styles.quote} open={index < open}>
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
});

function Text({ text }: { text: string }) {
  const portions = useMemo(() => textPortions(text), [text]);
  const count = usePortions(portions.length);
  if (portions.length < 2) return <Linked text={text} />;
  return portions.slice(0, count).map((portion, index) => {
    const key = String(index);
    return (
      <div key={key} className={styles.portion}>
        <Linked text={portion} />
      </div>
    );
  });
}

function inertWords(text: string, visibleLine: (line: string) => string): string {
  const lines = (part: string): string => part.split("\n").map(visibleLine).join("\n");
  return linkify(text)
    .map((piece) => {
      if (typeof piece === "string") return lines(piece);
      const host = misleadingLink(piece.href, piece.text)?.host;
      return lines(piece.text) + (host === undefined ? "" : ` → ${host}`);
    })
    .join("");
}

const Linked = memo(function Linked({ text }: { text: string }) {
  const visibleLine = useContext(VisibleLine);
  const inText = useContext(InText);
  const pieces = useMemo(() => (visibleLine ? [inertWords(text, visibleLine)] : linkify(text)), [text, visibleLine]);
  return pieces.map((piece, index) => {
    const key = String(index);
    return typeof piece === "string" ? (
      <Fragment key={key}>{inText ? inText(piece) : piece}</Fragment>
    ) : (
      <Anchor key={key} {...piece} />
    );
  });
});

function Anchor({ href, text }: Link) {
  const { mail, misleading } = useContext(WaysContext);
  const inText = useContext(InText);
  const host = misleadingLink(href, text)?.host;
  const way = href.startsWith("mailto:") ? mail : host !== undefined ? misleading : undefined;
  const target = withoutTracking(href);
  return (
    <a
      href={way ? way.link(target) : target}
      target="_blank"
      rel="noopener noreferrer"
      data-leads-to={host}
      onClick={(event) => {
        // Another tab is what these keys ask for.
        if (!way || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        way.open(target);
      }}
    >
      {inText ? inText(text) : text}
    </a>
  );
}

/** How many of `total` portions stand on the page: one at once, the others one by one, with time for the person between them. */
function usePortions(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => setCount(count + 1));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
