import { file, foreign, type HostileFile, own, script } from "./hostile-file.ts";

const head = "From: Eve <eve@attack.example>\r\nTo: you@pismo.localhost\r\nMIME-Version: 1.0\r\n";
const letter = (html: string): string =>
  `${head}Subject: Inner letter\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;

/** Letters within letters: each holds the next one, to a depth that no person makes. */
const nested = (depth: number): string => {
  const outer = Array.from(
    { length: depth },
    (_, index) => `${head}Subject: Letter ${index}\r\nContent-Type: message/rfc822\r\n\r\n`,
  );
  return `${outer.join("")}${letter("<p>The innermost</p>")}`;
};

/** Parts within parts. */
const parted = (depth: number): string => {
  const open = Array.from(
    { length: depth },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
  );
  return `${head}Subject: Parts\r\n${open.join("")}Content-Type: text/plain\r\n\r\nThe innermost\r\n`;
};

/** Letters that attack through what they hold. */
export const letterFiles: readonly HostileFile[] = [
  file(
    "a letter with scripts, frames, forms and pictures elsewhere",
    "script.eml",
    "message/rfc822",
    letter(
      `<base href="${foreign}"><meta http-equiv="refresh" content="0;url=${foreign}"><link rel="stylesheet" href="${foreign}.css">
<style>@import "${own}";p{background:url(${foreign})}</style><script>${script}</script><p onclick="${script}">Words within</p>
<img src="${foreign}.png" onerror="${script}"><img srcset="${foreign} 1x"><video autoplay src="${foreign}.mp4" poster="${own}"></video>
<iframe src="${own}" srcdoc="<script>${script}</script>"></iframe><object data="${foreign}"></object><embed src="${own}">
<form action="${foreign}"><button autofocus onfocus="${script}">x</button></form><svg><script>${script}</script><use href="${own}#a"/></svg>
<a href="javascript:${script}">y</a><div style="position:fixed;inset:0;background:url(${own})">Over all</div>`,
    ),
    "Inner letter",
  ),
  file("letters in letters, a thousand deep", "nested.eml", "message/rfc822", nested(1000), "Letter 0"),
  file("parts in parts, ten thousand deep", "parts.eml", "message/rfc822", parted(10_000), "Parts"),
  file(
    "a letter whose markup is a hundred thousand deep",
    "deep.eml",
    "message/rfc822",
    letter(`${"<div>".repeat(100_000)}Words`),
    "Inner letter",
  ),
  file(
    "a page that is called a letter",
    "page.eml",
    "message/rfc822",
    `<html><script>${script}</script></html>`,
    /No subject|could not read this letter/,
  ),
];
