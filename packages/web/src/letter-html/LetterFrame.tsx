import { useMemo, useRef, useState, useEffect } from "react";
import type { CleanLetter } from "./clean.ts";
import { frameDocument, type FrameColours } from "./frame-document.ts";
import { frameHtml } from "./trusted-html.ts";
import styles from "./LetterFrame.module.css";

export interface LetterFrameProps {
  letter: CleanLetter;
  colours: FrameColours;
  isQuoteShown: boolean;
  /** The frame's name for screen readers. */
  title: string;
}

/** Room for the scroll bar that a letter wider than the page gets. */
const scrollBar = 12;

/** What A4 and Letter have between their margins at least, in px. */
const sheetWidth = 680;

/** The height of the document in the measuring frame, in px. */
function heightOf(page: Document): number {
  const { scrollHeight, scrollWidth, clientWidth } = page.documentElement;
  const body = page.body.getBoundingClientRect();
  return Math.ceil(Math.max(scrollHeight, body.bottom)) + (scrollWidth > clientWidth ? scrollBar : 0);
}

/**
 * A clean letter at its full height. What is shown has an origin of its own and no scripts, so nobody can ask it how
 * high it is; a hidden frame with the same markup, where the page may look in and scripts may not run either, says so.
 */
export function LetterFrame({ letter, colours, isQuoteShown, title }: LetterFrameProps) {
  const page = useMemo(() => frameDocument(letter, colours, isQuoteShown), [letter, colours, isQuoteShown]);
  const trusted = useMemo(() => frameHtml(page), [page]);
  const measure = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const observer = useRef<ResizeObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);

  // A sheet is narrower than the screen, so the letter is higher there; once it prints nothing can be measured.
  useEffect(() => {
    const measureSheet = (): void => {
      const frame = measure.current;
      if (!frame?.contentDocument) return;
      frame.style.width = `${sheetWidth}px`;
      frame.parentElement?.style.setProperty("--printed-height", `${heightOf(frame.contentDocument)}px`);
      frame.style.width = "";
    };
    window.addEventListener("beforeprint", measureSheet);
    return () => window.removeEventListener("beforeprint", measureSheet);
  }, []);

  const onMeasureLoad = (): void => {
    const inner = measure.current?.contentDocument;
    if (!inner) return;
    observer.current?.disconnect();
    // Tells of new widths and of pictures that have got their size.
    observer.current = new ResizeObserver(() => setHeight(heightOf(inner)));
    observer.current.observe(inner.documentElement);
    observer.current.observe(inner.body);
  };

  // A new document gets a new element: changing srcdoc in place would add a step to the browser's history.
  return (
    <div className={styles.box} style={{ height }} data-measured={height === undefined ? undefined : ""}>
      <iframe
        key={`measure ${page}`}
        ref={measure}
        className={styles.measure}
        sandbox="allow-same-origin"
        srcDoc={trusted}
        onLoad={onMeasureLoad}
        aria-hidden="true"
        tabIndex={-1}
        title={title}
      />
      <iframe
        key={page}
        className={styles.shown}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={trusted}
        title={title}
      />
    </div>
  );
}
