import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchBlob } from "../store/records/blobs.ts";
import { type OpenedPdf, openPdf } from "./pdf/open-pdf.ts";
import type { Content } from "./use-content.ts";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import type { PreviewFile } from "./viewer-of.ts";

/** A4, until a page says otherwise. */
const A4 = 210 / 297;
/** Pages that can be scrolled to; documents with more are downloaded to be read. */
const MAX_PAGES = 2000;
/** A hostile document may take forever. */
const MAX_OPENING_MS = 30_000;
const MAX_DRAWING_MS = 30_000;
/** Longer or wider pages are none that people make. */
const MAX_RATIO = 100;

/** The pages of a PDF, each drawn when it comes near. */
export function PdfView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation();
  const [content, setContent] = useState<Content<OpenedPdf> | { state: "locked" }>({ state: "waiting" });
  useEffect(() => {
    const stop = new AbortController();
    let opened: OpenedPdf | undefined;
    const open = async (): Promise<void> => {
      const blob = await fetchBlob(file.blobId, file.name, file.type, stop.signal);
      const pdf = await openPdf(new Uint8Array(await blob.arrayBuffer()), MAX_OPENING_MS);
      if (stop.signal.aborted) return pdf.close();
      opened = pdf;
      setContent({ state: "ready", value: pdf });
    };
    open().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setContent({ state: (error as Error | null)?.name === "PasswordException" ? "locked" : "failed" });
    });
    return () => {
      stop.abort();
      opened?.close();
    };
  }, [file.blobId, file.name, file.type]);
  if (content.state === "locked") return <p className={styles.note}>{t("preview.locked")}</p>;
  if (content.state !== "ready") return <Waiting content={content} />;
  const { document: pdf } = content.value;
  const count = Math.min(pdf.numPages, MAX_PAGES);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.pages} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      {Array.from({ length: count }, (_, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} />
      ))}
      {count < pdf.numPages && <p className={styles.cut}>{t("preview.cut")}</p>}
    </div>
  );
}

/** Octets of a page's canvas are four times this; browsers draw none that is longer than that. */
const MAX_CANVAS_AREA = 16_000_000;
const MAX_CANVAS_SIDE = 16_000;

/** As sharp as the screen, as far as there is memory for it. */
const drawingScale = (width: number, height: number, shownWidth: number): number =>
  Math.min(
    (shownWidth * devicePixelRatio) / width,
    MAX_CANVAS_SIDE / Math.max(width, height),
    Math.sqrt(MAX_CANVAS_AREA / (width * height)),
  );

function PdfPage({ pdf, number }: { pdf: OpenedPdf["document"]; number: number }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(A4);
  const [text, setText] = useState("");
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting");
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: box.current!.parentElement,
      rootMargin: "100% 0px",
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return undefined;
    let isLeft = false;
    let cancel = (): void => undefined;
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (isLeft) return;
      const { width, height } = page.getViewport({ scale: 1 });
      if (Math.max(width / height, height / width) > MAX_RATIO) throw new RangeError("No page");
      setRatio(width / height);
      const target = canvas.current!;
      const viewport = page.getViewport({ scale: drawingScale(width, height, box.current!.clientWidth) });
      target.width = Math.max(1, Math.round(viewport.width));
      target.height = Math.max(1, Math.round(viewport.height));
      const task = page.render({ canvas: target, viewport, annotationMode: 0 });
      cancel = () => task.cancel();
      await task.promise;
      if (isLeft) return;
      setState("drawn");
      const { items } = await page.getTextContent();
      setText(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
    };
    const giveUp = (): void => {
      if (isLeft) return;
      cancel();
      setState((before) => (before === "drawn" ? before : "failed"));
    };
    // A page that cannot be drawn says so, and the others are there.
    draw().catch(giveUp);
    const timer = setTimeout(giveUp, MAX_DRAWING_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      cancel();
      setState("waiting");
    };
  }, [isNear, pdf, number]);
  return (
    <div
      ref={box}
      className={styles.sheet}
      style={{ "--ratio": ratio } as CSSProperties}
      role="group"
      aria-label={t("preview.page", { number, count: pdf.numPages })}
      data-drawn={state === "drawn" ? "" : undefined}
    >
      {state === "failed" ? (
        <p className={styles.undrawn}>{t("preview.pageFailed")}</p>
      ) : (
        isNear && <canvas ref={canvas} aria-hidden="true" />
      )}
      {/* What screen readers read. */}
      <p className="visually-hidden">{text}</p>
    </div>
  );
}
