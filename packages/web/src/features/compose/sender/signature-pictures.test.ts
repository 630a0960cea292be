// @vitest-environment jsdom
import { expect, test } from "vitest";
import { png } from "../../../../../images/test/support/images.ts";
import { toHtml, toText } from "../editor/html.ts";
import { isOfSignature } from "../attachments/of-signature.ts";
import { picturesFor, pictureOf, putTogether, takenApart } from "./signature-pictures.ts";
import { signedDocument } from "./signature.ts";

const picture = pictureOf(png({ width: 3, height: 2 }))!;
const html = `<p>Anna</p><p><img src="${picture.url}" alt="A logo"></p>`;

test("a picture of the identity is a part of the letter, with its words, and comes back as it was", () => {
  const { html: inLetter, pictures } = takenApart(html);
  expect(inLetter).toContain(`src="cid:${picture.cid}"`);
  expect(inLetter).not.toContain("data:");
  expect(pictures).toEqual([picture]);
  expect(putTogether(inLetter, pictures)).toBe(html);
});

test("in the text it stands as its words, and in HTML by its Content-ID", () => {
  const doc = signedDocument({ textSignature: "Anna\n[A logo]", htmlSignature: html });
  expect(toText(doc)).toBe("\n-- \nAnna\n[A logo]");
  expect(toHtml(doc)).toContain(`cid:${picture.cid}`);
});

test("a picture that stands there twice is one file, with a name of its kind", () => {
  const files = picturesFor({ htmlSignature: html + html });
  expect(files).toMatchObject([{ name: "signature.png", type: "image/png", cid: picture.cid, img: picture.url }]);
  expect(files.every(isOfSignature)).toBe(true);
});

test("other pictures have other Content-IDs, the same one has the same", () => {
  expect(pictureOf(png({ width: 3, height: 2 }))!.cid).toBe(picture.cid);
  expect(pictureOf(png({ width: 2, height: 3 }))!.cid).not.toBe(picture.cid);
});

test.each([
  "https://a.example/x.png",
  "cid:other@mail.example",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "data:image/png;base64,AAAA",
  "data:image/png;base64,§",
  "data:text/html,<b>x</b>",
])("what is no picture of a signature is left out: %s", (source) => {
  expect(takenApart(`<p>Anna<img src="${source}"></p>`)).toEqual({ html: "<p>Anna</p>", pictures: [] });
});
