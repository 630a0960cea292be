/**
 * PDF files by pdf.js: read in one thread and drawn in another, so that the page gets pixels. Nothing in a PDF runs: there
 * is no scripting, no form and no link here, and pdf.js compiles nothing. The threads' own policy lets them load nothing
 * (packages/server/src/http/page/security-headers.ts).
 */
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- the build makes it
import parserUrl from "./pdf-parser-worker.ts?worker&url";
// oxlint-disable-next-line import/default -- the build makes it
import rendererUrl from "./pdf-renderer-worker.ts?worker&url";

interface Policy {
  createScriptURL(url: string): string;
}

/** Missing in browsers that do not know Trusted Types. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
const policy = trustedTypes?.createPolicy("pismo-workers", {
  createScriptURL(url) {
    if (url !== parserUrl && url !== rendererUrl) throw new TypeError("No worker of ours");
    return url;
  },
});

const startWorker = (url: string): Worker => new Worker(policy?.createScriptURL(url) ?? url, { type: "module" });

/** Pixels of a picture in a PDF, and octets of a page's canvas: more would take gigabytes. */
const MAX_IMAGE_PIXELS = 50_000_000;
const MAX_CANVAS_OCTETS = 64_000_000;

export interface OpenedPdf {
  document: PDFDocumentProxy;
  close: () => void;
}

/** @throws pdf.js' errors: damaged, or with a password; Error it took too long */
export async function openPdf(data: Uint8Array, maxMs: number): Promise<OpenedPdf> {
  const [parser, renderer] = [startWorker(parserUrl), startWorker(rendererUrl)];
  GlobalWorkerOptions.rendererPorts = [renderer];
  const worker = PDFWorker.create({ port: parser });
  const task = getDocument({
    data,
    worker,
    disableAutoFetch: true,
    disableFontFace: true,
    enableXfa: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_CANVAS_OCTETS,
    verbosity: 0,
  });
  const close = (): void => {
    void task.destroy();
    parser.terminate();
    renderer.terminate();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The document takes too long")), maxMs);
  });
  try {
    return { document: await Promise.race([task.promise, tooLong]), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
