import { file, foreign, type HostileFile, own, script } from "./hostile-file.ts";

const html = `<!DOCTYPE html><html><head><base href="${foreign}"><meta http-equiv="refresh" content="0;url=${foreign}">
<link rel="stylesheet" href="${own}"><link rel="prefetch" href="${foreign}"><style>@import "${foreign}.css";
body{background:url(${own})}</style><script>${script}</script></head><body onload="${script}"><img src="${foreign}.png"
onerror="${script}"><iframe src="${own}"></iframe><object data="${foreign}"></object><form action="${foreign}"><input
autofocus onfocus="${script}"></form><svg onload="${script}"></svg><p>Words of the page</p></body></html>`;

const event = (lines: string): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines}\r\nEND:VCALENDAR\r\n`;

/** An evil line, as its reader should see it: turned round by nothing. */
const turned = "if (role != \u202e ⁦// admin⁩ ⁦\u202dadmin) {";

/** Texts, tables, events and cards that would be programs elsewhere. */
export const textFiles: readonly HostileFile[] = [
  file("a page with scripts, frames, forms and a way elsewhere", "page.html", "text/html", html, "Words of the page"),
  file("a page that is called a text", "page.txt", "text/plain", html, "Words of the page"),
  file(
    "a page of XML with a style that transforms it",
    "page.xml",
    "application/xml",
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${own}"?><a xmlns:x="http://www.w3.org/1999/xhtml"><x:script>${script}</x:script></a>`,
    "xml-stylesheet",
  ),
  file("a program of JavaScript", "run.js", "text/javascript", script, "alert"),
  file(
    "a text that turns round what follows",
    "turned.txt",
    "text/plain",
    `${turned}\nThe next line\n`,
    "The next line",
  ),
  file("a name that turns itself round", "invoice\u202efdp.txt", "text/plain", "Words", "Words"),
  file(
    "one line of a million characters that combine",
    "marks.txt",
    "text/plain",
    `Z${"\u0300\u0489".repeat(200_000)}`,
    "Z",
  ),
  file(
    "cells that are formulas",
    "formulas.csv",
    "text/csv",
    `name,value\n=cmd|' /C calc'!A0,"=HYPERLINK(""${foreign}"")"\n@SUM(1),+1\n`,
    "=HYPERLINK",
  ),
  file(
    "a table of a million columns",
    "wide.csv",
    "text/csv",
    `first${",x".repeat(1_000_000)}\n`,
    "Only the beginning is shown",
  ),
  file("a table of a million quotes", "quotes.csv", "text/csv", `first,${'"'.repeat(1_000_001)}`, "first"),
  file(
    "an event whose words and addresses are programs",
    "event.ics",
    "text/calendar",
    event(
      `BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:<img src=x onerror="${script}">Tea\r\nLOCATION:javascript:${script}\r\nURL:javascript:${script}\r\nATTACH;VALUE=URI:${foreign}\r\nATTACH;ENCODING=BASE64;VALUE=BINARY:PHNjcmlwdD4=\r\nORGANIZER;CN="<b>Eve":data:text/html\\,<script>${script}</script>\r\nATTENDEE;CN=A;DIR="${foreign}":javascript:1@a.example\r\nDTSTART:20260301T120000Z\r\nRRULE:FREQ=SECONDLY;COUNT=999999999\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT0M\r\nATTACH:${foreign}.wav\r\nEND:VALARM\r\nEND:VEVENT`,
    ),
    "Tea",
  ),
  file(
    "a calendar without an event",
    "empty.ics",
    "text/calendar",
    event("X-WORDS:Nothing happens"),
    "Nothing happens",
  ),
  file(
    "a calendar of twenty thousand events",
    "many.ics",
    "text/calendar",
    event("BEGIN:VEVENT\r\nSUMMARY:Again\r\nEND:VEVENT\r\n".repeat(20_000)),
    "Again",
  ),
  file(
    "a calendar of a hundred thousand events",
    "too-many.ics",
    "text/calendar",
    event("BEGIN:VEVENT\r\nSUMMARY:Again\r\nEND:VEVENT\r\n".repeat(100_000)),
    /too large to be shown/,
  ),
  file(
    "a card whose pictures, keys and addresses lie elsewhere",
    "card.vcf",
    "text/vcard",
    `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Eve <script>${script}</script>\r\nPHOTO:${foreign}.png\r\nLOGO:data:image/svg+xml,${encodeURIComponent(`<svg onload="${script}"/>`)}\r\nSOUND:${foreign}.wav\r\nURL:javascript:${script}\r\nEMAIL:javascript:${script}@a.example\r\nTEL;VALUE=uri:data:text/html\\,<script>${script}</script>\r\nADR:;;<iframe src="${foreign}">;;;;\r\nSOURCE:${foreign}\r\nEND:VCARD\r\n`,
    "Eve",
  ),
  file("a page that is called a card", "page.vcf", "text/vcard", html, "Words of the page"),
];
