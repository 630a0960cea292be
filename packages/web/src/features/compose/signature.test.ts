// @vitest-environment jsdom
import { expect, test } from "vitest";
import { fromHtml, toHtml, toText } from "./editor/html.ts";
import { isEmptyDocument } from "./editor/schema.ts";
import { signedDocument } from "./signature.ts";

const signed = (textSignature: string, htmlSignature = "") => signedDocument({ textSignature, htmlSignature });

test("without a signature an Email begins empty", () => {
  expect(isEmptyDocument(signedDocument(undefined))).toBe(true);
  expect(isEmptyDocument(signed(" \n", " "))).toBe(true);
});

test('[3676 §4.3] it stands under room to write, set off by "-- ", and keeps its lines', () => {
  expect(toText(signed("Anna Petrova\n\nPismo"))).toBe("\n-- \nAnna Petrova\n\nPismo");
});

test("what a link has written for the person stands above it", () => {
  expect(toText(signedDocument({ textSignature: "Anna", htmlSignature: "" }, "Hello,\n"))).toBe("Hello,\n\n-- \nAnna");
});

test("one that sets itself off is not set off twice", () => {
  expect(toText(signed("--\nAnna"))).toBe("\n-- \nAnna");
});

test("the HTML that another client has made of it is taken, and nothing active with it", () => {
  const html = '<p>Anna <b>Petrova</b></p><script>x()</script><img src="https://a.example/x.png">';
  expect(toHtml(signed("Anna", html))).toContain('<p style="margin: 0px;">Anna <b>Petrova</b></p>');
  expect(toHtml(signed("Anna", html))).not.toMatch(/script|img/);
});

test("a draft that is opened again has the same text", () => {
  const doc = signed("Anna\nPismo");
  expect(toText(fromHtml(toHtml(doc)))).toBe(toText(doc));
});
