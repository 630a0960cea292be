/** The text of a PDF, by pdf.js: nothing is drawn, run or loaded. */

const MAX_PAGES = 500;

/** At most about `limit` characters. @throws pdf.js' errors */
export async function pdfText(data: Uint8Array, limit: number): Promise<string> {
  // Loaded with the first one: it takes longer than most files.
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({
    // A copy: it is given away.
    data: new Uint8Array(data),
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: 0,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    let text = "";
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && text.length < limit; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ("str" in item) text += item.str + (item.hasEOL ? " " : "");
      text += " ";
      page.cleanup();
    }
    return text.slice(0, limit);
  } finally {
    await task.destroy();
  }
}
