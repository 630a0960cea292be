import { greedyPdf, hostilePdf, pdfFile, pdfPage, pdfStream } from "../pdf.ts";
import { file, foreign, type HostileFile, notShown, own } from "./hostile-file.ts";

const type = "application/pdf";
const words = "Words on the page";
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const content = pdfStream(`BT /F1 24 Tf 20 100 Td (${words}) Tj ET`);
const resources = "/Resources << /Font << /F1 3 0 R >> >>";
const pages = "<< /Type /Pages /Kids [4 0 R] /Count 1 >>";

/** One page with words, and these entries in the catalogue and the page; objects from 6 on. */
const pdfWith = (catalogue: string, page: string, ...objects: string[]): Buffer =>
  pdfFile([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    pages,
    font,
    pdfPage(5, `${resources} ${page}`),
    content,
    ...objects,
  ]);

/** One page of these measures. */
const pdfOf = (mediaBox: string, contents: string): Buffer =>
  pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    pages,
    font,
    `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents 5 0 R ${resources} >>`,
    pdfStream(contents),
  ]);

const remoteForm = `<?xml version="1.0"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template
xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="a" layout="tb"><pageSet><pageArea><contentArea
w="200pt" h="200pt"/><medium short="300pt" long="300pt"/></pageArea></pageSet><field name="b" w="99pt" h="20pt"><event
activity="initialize"><script contentType="application/x-javascript">app.launchURL("${foreign}")</script></event><ui>
<imageEdit/></ui><value><image href="${foreign}.png"/></value></field></subform></template></xdp:xdp>`;

const filled = pdfStream("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", "/Type /EmbeddedFile");

/** Documents that start programs, send, fetch, or take more memory and time than there is. */
export const pdfFiles: readonly HostileFile[] = [
  file("every script, form, link and program that a PDF knows", "all.pdf", type, hostilePdf(foreign), "A"),
  file(
    "an address that is opened with the document",
    "open-uri.pdf",
    type,
    pdfWith(`/OpenAction << /S /URI /URI (${foreign}) >> /URI << /Base (${own}) >>`, ""),
    words,
  ),
  file(
    "a program that is started with the document, and one with its page",
    "launch.pdf",
    type,
    pdfWith(
      "/OpenAction << /S /Launch /Win << /F (cmd.exe) /P (/c calc) >> /F (/bin/sh) /NewWindow true >>",
      `/AA << /O << /S /GoToR /F << /FS /URL /F (${foreign}.pdf) >> /D [0 /Fit] /NewWindow true >> >>`,
    ),
    words,
  ),
  file(
    "a file within the document that is opened at once",
    "embedded.pdf",
    type,
    pdfWith(
      `/Names << /EmbeddedFiles << /Names [(run.html) 6 0 R] >> >> /PageMode /UseAttachments
       /OpenAction << /S /GoToE /T << /R /C /N (run.html) >> /NewWindow true >>`,
      "/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 300 200] /FS 6 0 R /Name /Graph >>]",
      "<< /Type /Filespec /F (run.html) /EF << /F 7 0 R >> >>",
      filled,
    ),
    words,
  ),
  file(
    "a form of XFA with a program and a picture elsewhere",
    "xfa.pdf",
    type,
    pdfWith("/AcroForm << /Fields [] /XFA 6 0 R >> /NeedsRendering true", "", pdfStream(remoteForm)),
    words,
  ),
  file(
    "moving and sounding annotations from elsewhere",
    "media.pdf",
    type,
    pdfWith(
      "",
      `/Annots [<< /Type /Annot /Subtype /Movie /Rect [0 0 99 99] /Movie << /F << /FS /URL /F (${foreign}.mp4) >> >> /A true >>
        << /Type /Annot /Subtype /RichMedia /Rect [0 0 300 200] /RichMediaSettings << /Activation << /Condition /PO >> >> >>
        << /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /AA << /PO << /S /Rendition /OP 0 /JS (app.launchURL\\("${foreign}"\\)) >> >> >>]`,
    ),
    words,
  ),
  file("a page that unpacks to gigabytes", "greedy.pdf", type, greedyPdf(), "Page 1 of 1"),
  file("a page that is a million times as high as wide", "tall.pdf", type, pdfOf("[0 0 1 1000000]", ""), "be drawn"),
  file("a page without height", "flat.pdf", type, pdfOf("[0 0 100 0]", ""), "Page 1 of 1"),
  file(
    "pages that are their own children",
    "circle.pdf",
    type,
    pdfFile(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000000 >>"]),
    /could not be shown|Page 1 of/,
  ),
  file(
    "a drawing that draws itself",
    "recursion.pdf",
    type,
    pdfFile([
      "<< /Type /Catalog /Pages 2 0 R >>",
      pages,
      pdfStream(
        "/X Do /X Do",
        "/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << /X 3 0 R >> >>",
      ),
      pdfPage(5, "/Resources << /XObject << /X 3 0 R >> >>"),
      pdfStream("/X Do"),
    ]),
    "Page 1 of 1",
  ),
  file(
    "a stream that never ends in a table that leads nowhere",
    "broken.pdf",
    type,
    `%PDF-1.7\n1 0 obj\n<< /Length 9e9 >>\nstream\n${"x".repeat(100_000)}`,
    notShown,
  ),
];
