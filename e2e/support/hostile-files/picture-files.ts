import { deflateSync } from "node:zlib";
import { pngChunk, pngSignature } from "../images.ts";
import { file, foreign, type HostileFile, notShown, own, script } from "./hostile-file.ts";

/** A PNG with one bit for each pixel: small, whatever its size. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(1_000_000), { level: 9 });
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function hugeGif(): Buffer {
  const screen = Buffer.from("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff", "latin1");
  const frame = Buffer.from("\x2c\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02\x44\x01\x00", "latin1");
  return Buffer.concat([screen, ...Array.from({ length: 100 }, () => frame), Buffer.from(";")]);
}

/** Run-length coded: a few octets for each row. */
function hugeBmp(side: number): Buffer {
  const head = Buffer.alloc(54 + 1024);
  head.write("BM");
  head.writeUInt32LE(54 + 1024, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(side, 18);
  head.writeInt32LE(side, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(8, 28);
  head.writeUInt32LE(1, 30);
  return Buffer.concat([head, Buffer.from("\xff\x00\x00\x01", "latin1")]);
}

const svg = (content: string, before = ""): string =>
  `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${script}">${content}</svg>`;

const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join(
  "",
);

const attacking = svg(
  `<script>${script}</script><script href="${foreign}.js"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml"
   src="${foreign}"/><body xmlns="http://www.w3.org/1999/xhtml" onload="${script}"/></foreignObject><image href="${foreign}.png"/>
   <use href="${own}#a"/><style>@import url(${foreign}.css);*{background:url(${own})}</style><animate onbegin="${script}"/>
   <a href="javascript:${script}"><text>Press</text></a><set attributeName="href" to="javascript:${script}"/>`,
);

/** Pictures that are larger than memory, no pictures at all, or programs. */
export const pictureFiles: readonly HostileFile[] = [
  file("a PNG of ten thousand million pixels", "huge.png", "image/png", hugePng(100_000), notShown),
  file("an animation of a hundred frames larger than memory", "huge.gif", "image/gif", hugeGif(), notShown),
  file("a bitmap of thousands of millions of pixels", "huge.bmp", "image/bmp", hugeBmp(60_000), notShown),
  file("HTML that is called a picture", "page.png", "image/png", `<html><script>${script}</script></html>`, notShown),
  file("a drawing that is called a photograph", "photo.jpg", "image/jpeg", attacking, notShown),
  file("a drawing with programs and addresses", "drawing.svg", "image/svg+xml", attacking, "<script>"),
  file("a drawing without a name", "drawing", "image/svg+xml", attacking, notShown),
  file(
    "a drawing whose entities expand to more than memory",
    "entities.svg",
    "image/svg+xml",
    svg("<text>&e20;</text>", `<!DOCTYPE svg [<!ENTITY e0 "a"><!ENTITY x SYSTEM "${foreign}">${entities}]>`),
    "&e20;",
  ),
];
