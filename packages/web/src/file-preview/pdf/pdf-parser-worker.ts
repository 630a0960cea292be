/** The thread that reads a PDF: pdf.js' own, from our origin. */
// oxlint-disable-next-line import/no-unassigned-import -- it is all that the thread runs
import "pdfjs-dist/build/pdf.worker.min.mjs";
