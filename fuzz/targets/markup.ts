/** The cleaning of messages' HTML and CSS: nothing in its result runs, loads, leads astray or paints outside its box. */
import { readdirSync, readFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { hold, type Target } from "../target.ts";

const { window } = new JSDOM("");
// What the cleaning uses of a browser.
Object.assign(globalThis, {
  window,
  document: window.document,
  DOMParser: window.DOMParser,
  Document: window.Document,
  Element: window.Element,
  Node: window.Node,
  NodeFilter: window.NodeFilter,
});
const { cleanHtml } = await import("../../packages/web/src/message-html/clean/clean.ts");
const { allowedTags } = await import("../../packages/web/src/message-html/clean/allowed-markup.ts");

const allowed = new Set([...allowedTags, "html", "head", "body"]);
const dangerous =
  /url\s*\(|image-set|@import|@font-face|expression|behavior|-moz-binding|position\s*:\s*(?:fixed|sticky)/i;
const folder = "e2e/fixtures/hostile";

/** In a string all is harmless. */
const isHarmless = (css: string): boolean =>
  !dangerous.test(css.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""'));

function check({ tagName, attributes }: Element): void {
  const tag = tagName.toLowerCase();
  hold(allowed.has(tag), `no ${tag}`);
  for (const { name, value } of attributes) {
    hold(!name.startsWith("on"), "no handlers");
    hold(!/^(?:srcdoc|formaction|ping|srcset|action)$/.test(name), `no ${name}`);
    if (name === "href")
      hold(/^(?:https?:\/\/|mailto:|tel:)/i.test(value), "links lead to http, https, mailto and tel");
    else if (name === "src" || name === "background")
      hold(value.startsWith("data:image/"), "images are in the message");
    else if (name === "style") hold(isHarmless(value), "a style loads nothing and stays in its box");
    else if (name === "id" || name === "class" || name === "name") {
      hold(
        value.split(/\s+/).every((word) => word === "" || word.startsWith("l-")),
        "names have the prefix of messages",
      );
    }
  }
}

const inert = (html: string): Document => new window.DOMParser().parseFromString(html, "text/html");

export function markup(): Target {
  const messages = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const css = "body{color:red}@media (max-width:600px){.a>b,#c{background:url(x);position:fixed}}";
  return {
    sources: "/web/src/message-html/",
    seeds: [
      Buffer.from(
        `<html><head><style>${css}</style></head><body onload=x><p style="color:red">a<a href="http://a/">b</a></p>`,
      ),
      Buffer.from(`<table background="x"><tr><td><img src="cid:1" srcset="a 1x"><svg><style><img src=x></style></svg>`),
      ...messages.map((name) => readFileSync(`${folder}/${name}`)).filter(({ length }) => length < 10_000),
    ],
    words: [
      ..."<svg>|<math>|<mtext>|<mglyph>|<style>|</style>|<!--|-->|--!>|<![CDATA[|]]>|<noscript>|<template>|<select>|<form>|<title>".split(
        "|",
      ),
      ..."<table>|<caption>|<a href=|javascript:|data:text/html,|<img src=|onerror=alert(1)|style=\"|'|`|&quot;|&lt;|&#0;|<base href=//a>".split(
        "|",
      ),
      ..."url(|u\\72l(|@import|@\\69mport|/*|*/|\\|}|{|;|position:fixed|expression(|var(--a)|--a:|!important|:has(|attr(|calc(".split(
        "|",
      ),
      "image-set(",
      "@media ",
      "\u0000",
      "<frameset>",
      "<plaintext>",
    ],
    run(bytes) {
      const { html, body, css: sheet } = cleanHtml(Buffer.from(bytes).toString("utf8"));
      hold(isHarmless(sheet) && !sheet.includes("<"), "a sheet loads nothing and stays in its box");
      for (const text of [html, body]) {
        const document = inert(text);
        document.querySelectorAll("*").forEach(check);
        const again = inert(document.body.innerHTML);
        again.querySelectorAll("*").forEach(check);
      }
    },
  };
}
