// @vitest-environment jsdom
/** Clipboards whose `data-pm-slice`, by which the editor knows its own copies, was written by another page. */
import { Plugin } from "prosemirror-state";
import { expect, test } from "vitest";
import { createEditor } from "../create-editor.ts";
import { fromHtml, toHtml } from "../html.ts";
import { noPictures } from "../pictures/picture-view.ts";

/** What is written, and what is on the page, once the clipboard was pasted over all of a letter. */
function pasted(clipboard: string) {
  const place = document.createElement("div");
  const view = createEditor(place, {
    doc: fromHtml("<p></p>"),
    placeholder: "",
    label: "Text",
    onUpdate: () => undefined,
    onFiles: () => undefined,
    completion: new Plugin({}),
    pictures: noPictures,
    isPlain: () => false,
    onLink: () => undefined,
  });
  view.pasteHTML(clipboard, new Event("paste") as ClipboardEvent);
  const { doc } = view.state;
  const shown = place.innerHTML;
  view.destroy();
  return { doc, written: toHtml(doc), shown };
}

const wrapped = (context: unknown, within = "text"): string =>
  `<p data-pm-slice='0 0 ${JSON.stringify(context).replaceAll("'", "&#39;")}'>${within}</p>`;

const evil = "left;position:fixed;inset:0;z-index:9999;background:#fff url(https://evil.example/x)";

test.each([
  ["a paragraph's place", ["paragraph", { align: evil }]],
  ["a heading's place", ["heading", { align: evil }]],
  ["a heading's place, with a sound level", ["heading", { align: evil, level: 2 }]],
  ["a place in a list", ["bullet_list", null, "list_item", null, "paragraph", { align: evil }]],
  ["a place in a place", ["blockquote", null, "heading", { align: [evil] }]],
  ["a heading in a line end", ["hard_break", null, "heading", { align: evil }]],
  ["a level that names another element", ["heading", { level: "tml" }]],
  ["a level that does not exist", ["heading", { level: 7 }]],
  ["a level that is no name", ["heading", { level: "1 onclick=evil" }]],
  ["a number of a list", ["ordered_list", { order: `1" style="position:fixed` }, "list_item", null]],
  ["a picture", ["image", { cid: `x" style="position:fixed`, alt: evil }]],
  ["a link", ["link", { href: "javascript:evil()" }]],
  ["a colour", ["colour", { colour: "red;position:fixed" }]],
  ["a cell", ["table", null, "table_row", null, "table_cell", { colwidth: evil }]],
  ["a cell that was merged", ["table", null, "table_row", null, "table_cell", { colspan: 1_000_000_000 }]],
  ["a name of the language", ["__proto__", { align: evil }]],
  ["no list", null],
  ["many nodes in nodes", Array.from({ length: 20_000 }, (_, at) => (at % 2 ? null : "blockquote"))],
])("a clipboard's nodes bring no values of their own: %s", (_, context) => {
  const { doc, written, shown } = pasted(wrapped(context));
  doc.check();
  for (const html of [written, shown]) expect(html).not.toMatch(/position|evil|<h[^123]|<html|javascript|onclick/);
});

test("nor does what is in them", () => {
  const within =
    '<a href="javascript:evil()">a</a><img src="https://evil.example/x"><img src="cid:a" style="position:fixed">' +
    '<span style="color:red;position:fixed">b</span><font color="red;position:fixed">c</font>';
  const { doc, written } = pasted(wrapped(["blockquote", null], within));
  doc.check();
  expect(written).not.toMatch(/position|evil/);
  expect(written).toContain('<img src="cid:a"');
  expect(written).toContain("color: rgb(255, 0, 0)");
});

test("the editor's own copies come back as they were", () => {
  const list = fromHtml(
    '<ol start="3"><li><p style="text-align:right"><font color="#c00000">b</font> <a href="https://mail.example/">c</a>' +
      '</p><h2 align="center">A</h2></li></ol>',
  );
  const item = /<li>.*<\/li>/
    .exec(toHtml(list))![0]
    .replace("<li>", `<li data-pm-slice='2 2 ["ordered_list",{"order":3}]'>`);
  expect(pasted(item).doc.eq(list)).toBe(true);
});
