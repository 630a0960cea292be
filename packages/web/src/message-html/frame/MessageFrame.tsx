import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { CleanHtml } from "../clean/clean.ts";
import { frameDocument, type FrameColours } from "./frame-document.ts";
import { AnchorButtons } from "./AnchorButtons.tsx";
import { type Anchor, anchorsIn } from "./anchors.ts";
import { frameHtml } from "../clean/trusted-html.ts";
import { useFocusBack } from "./use-focus-back.ts";
import { writeDocument } from "../clean/written-document.ts";
import styles from "./MessageFrame.module.css";

export interface MessageFrameProps {
  message: CleanHtml;
  colours: FrameColours;
  isQuoteShown: boolean;
  /** The frame's name for screen readers. */
  title: string;
  /** It is laid out in the frame alone, which a process of its own draws: this one would be busy with it for long. */
  isHeavy?: boolean;
  /** Says on paper that a message in a window of its own is there in part: its height cannot be read. */
  printedNote: string;
}

/** A message that is higher, in px, is scrolled within its frame: a scroll bar of the page that is all message leads nowhere. */
const highest = 100_000;

/** Room for the scroll bar that a message wider than the page gets. */
const scrollBar = 12;

/** What A4 and Letter have between their margins at least, in px. */
const sheetWidth = 680;

/** The height of what stands in the still, in px; a document is never lower than its frame, so the frame has no height until it is measured. */
function heightIn(frame: HTMLIFrameElement, page: Document, width = ""): number {
  Object.assign(frame.style, { height: "0", width });
  const { scrollHeight, scrollWidth, clientWidth } = page.documentElement;
  const body = page.body.getBoundingClientRect();
  Object.assign(frame.style, { height: "", width: "" });
  return Math.ceil(Math.max(scrollHeight, body.bottom)) + (scrollWidth > clientWidth ? scrollBar : 0);
}

/** A clean message at its full height, or in a window of its own that scrolls. */
export function MessageFrame({
  message,
  colours,
  isQuoteShown,
  title,
  isHeavy = false,
  printedNote,
}: MessageFrameProps) {
  const [highMessage, setHighMessage] = useState<CleanHtml>();
  const scrolls = isHeavy || highMessage === message;
  const page = useMemo(
    () => frameDocument(message, colours, { isQuoteShown, scrolls }),
    [message, colours, isQuoteShown, scrolls],
  );
  // A new document gets new elements: changing srcdoc in place would add a step to the browser's history.
  if (scrolls) return <ScrolledFrame key={page} page={page} title={title} note={printedNote} />;
  return <Frames key={page} page={page} title={title} onTooHigh={() => setHighMessage(message)} />;
}

interface ShownFrameProps {
  trusted: string;
  title: string;
  /** It has keys of its own: they scroll it. */
  keepsFocus?: boolean;
  onLoad?: () => void;
}

function ShownFrame({ trusted, title, keepsFocus = false, onLoad }: ShownFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useFocusBack(frame, !keepsFocus);
  return (
    <iframe
      ref={frame}
      className={styles.shown}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={trusted}
      onLoad={onLoad}
      title={title}
    />
  );
}

function ScrolledFrame({ page, title, note }: { page: string; title: string; note: string }) {
  const trusted = useMemo(() => frameHtml(page), [page]);
  return (
    <>
      <div className={styles.box} data-scrolls="" data-loaded="">
        <ShownFrame trusted={trusted} title={title} keepsFocus />
      </div>
      <p className={styles.printedNote}>{note}</p>
    </>
  );
}

/**
 * What one reads and clicks has an origin of its own and no scripts, so its height cannot be read, and it comes
 * late. A still of it, the same markup in a frame where the page may look in and scripts may not run either, is there
 * at once: it says how high the message is, and is seen until the frame has come.
 */
function Frames({ page, title, onTooHigh }: { page: string; title: string; onTooHigh(): void }) {
  const trusted = useMemo(() => frameHtml(page), [page]);
  const image = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const [isPainted, setPainted] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const [anchors, setAnchors] = useState<readonly Anchor[]>([]);

  const tooHigh = useRef(onTooHigh);
  // Before anything is painted: the message has its height in its first frame.
  useLayoutEffect(() => {
    const frame = image.current;
    if (!frame) return undefined;
    let observer: ResizeObserver | undefined;
    const stop = writeDocument(frame, trusted, (inner) => {
      const measure = (): void => {
        const measured = heightIn(frame, inner);
        if (measured > highest) tooHigh.current();
        else setHeight(measured);
        const found = anchorsIn(inner);
        setAnchors((before) => (found.length + before.length === 0 ? before : found));
      };
      measure();
      observer?.disconnect();
      // Tells of new widths and of images that have got their size.
      observer = new ResizeObserver(measure);
      observer.observe(inner.documentElement);
      observer.observe(inner.body);
    });
    return () => {
      stop();
      observer?.disconnect();
    };
  }, [trusted]);

  // A frame of another origin takes a process of its own, and some milliseconds of this one: after what is to be read.
  useEffect(() => {
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setPainted(true))));
    return () => cancelAnimationFrame(frame);
  }, []);

  // A sheet is narrower than the screen, so the message is higher there; once it prints nothing can be measured.
  useEffect(() => {
    const measureSheet = (): void => {
      const frame = image.current;
      if (!frame?.contentDocument) return;
      const printed = heightIn(frame, frame.contentDocument, `${sheetWidth}px`);
      frame.parentElement?.style.setProperty("--printed-height", `${printed}px`);
    };
    window.addEventListener("beforeprint", measureSheet);
    return () => window.removeEventListener("beforeprint", measureSheet);
  }, []);

  return (
    <div className={styles.box} style={{ height }} data-loaded={isLoaded ? "" : undefined}>
      <iframe
        ref={image}
        className={styles.still}
        sandbox="allow-same-origin"
        inert
        aria-hidden="true"
        tabIndex={-1}
        title={title}
      />
      {isPainted && <ShownFrame trusted={trusted} title={title} onLoad={() => setLoaded(true)} />}
      {isLoaded && anchors.length > 0 && <AnchorButtons anchors={anchors} />}
    </div>
  );
}
