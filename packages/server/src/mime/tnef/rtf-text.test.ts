import { expect, test } from "vitest";
import { rtfText } from "./rtf-text.ts";

const read = (rtf: string) => rtfText(Buffer.from(rtf, "latin1"));

test("[MS-OXRTFEX §4.1] HTML encapsulated in RTF is restored unchanged", () => {
  const wrapped = [
    "{\\rtf1\\ANSI\\ansicpg1251\\fromhtml1 \\deff0",
    "{\\fonttbl {\\f0\\fmodern Courier New;}{\\f1\\fswiss Arial;}{\\f2\\fswiss\\fcharset0 Arial;}}",
    "{\\colortbl\\red0\\green0\\blue0;\\red0\\green0\\blue255;}",
    "{\\*\\htmltag64}",
    "\\uc1\\pard\\plain\\deftab360 \\f0\\fs24",
    "{\\*\\htmltag <HTML><head>\\par <style>\\par <!--\\par  /* Style Definitions */\\par  p.MsoNormal \\{font-family:Arial;\\} -->\\par </style>\\par }",
    "{\\*\\htmltag64 <p class=MsoNormal>}{\\htmlrtf {\\f1 \\htmlrtf0 Note the line break inside a P tag. {\\*\\htmltag84 <b>}{\\htmlrtf {\\b \\htmlrtf0 This is a bold text{\\*\\htmltag92 </b>}\\htmlrtf }\\htmlrtf0}\\htmlrtf }\\htmlrtf0}",
    "{\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0 {\\*\\mhtmltag8 <a>}\\'cf\\'f0\\'e8\\u1074?\\u1077\\'3f\\'f2",
    "{\\*\\htmltag72 </p>}{\\*\\htmltag27 </HTML>}}",
  ].join("\r\n");
  expect(read(wrapped)).toEqual({
    type: "text/html",
    value:
      "<HTML><head>\n<style>\n<!--\n /* Style Definitions */\n p.MsoNormal {font-family:Arial;} -->\n</style>\n" +
      "<p class=MsoNormal>Note the line break inside a P tag. <b>This is a bold text</b>&lt;Привет</p></HTML>",
  });
});

test("RTF without HTML gives its text, in the charsets of its fonts", () => {
  const rtf =
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}{\\stylesheet Normal;}" +
    "{\\*\\generator Riched20;}{\\info{\\author Somebody}}Caf\\'e9\\par{\\f1 \\'cf\\'e8\\'f1\\'fc\\'ec\\'ee}\\tab\\lquote x\\rquote\\~\\{\\}" +
    "{\\pict\\pngblip 89504e47}{\\object{\\*\\objdata 0105}}\\emdash }";
  expect(read(rtf)).toEqual({ type: "text/plain", value: "Café\nПисьмо\t‘x’\u00a0{}—" });
});

test("plain text encapsulated in RTF is restored", () => {
  expect(read("{\\rtf1\\ansi\\fromtext \\fbidis \\deff0{\\fonttbl{\\f0 A;}}\\pard one\\par two <b>}")).toEqual({
    type: "text/plain",
    value: "one\ntwo <b>",
  });
});

test.each([
  ["a million groups in each other", "{".repeat(1_000_000)],
  ["a million groups that end", "}".repeat(1_000_000)],
  ["5 MB of escapes", "\\'e9".repeat(1_250_000)],
  ["5 MB of backslashes", "\\".repeat(5_000_000)],
  ["words without end", `\\${"a".repeat(3_000_000)}`],
  ["5 MB of words", "\\par ".repeat(1_000_000)],
])("%s end in time", (_, rtf) => {
  const began = process.cpuUsage();
  read(`{\\rtf1\\fromhtml1 ${rtf}`);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
});
