/** The thread that draws the pages of a PDF: only pixels come out of it. */
// oxlint-disable-next-line import/no-unassigned-import -- it is all that the thread runs
import "pdfjs-dist/build/pdf.renderer.min.mjs";
