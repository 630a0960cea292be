// @vitest-environment jsdom
import type { Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { fromHtml, fromText, toHtml, toText } from "../editor/html.ts";
import { isEmptyDocument, schema } from "../editor/schema.ts";
import { exchangeSignatures, signatureFor, signedDocument, unsignedDocument } from "./signature.ts";

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

const of = (textSignature: string) => ({ textSignature, htmlSignature: "" });

const exchanged = (doc: Node, before: string, after: string): string => {
  const state = EditorState.create({ doc });
  return toText(exchangeSignatures(state, of(before), of(after))?.doc ?? doc);
};
const written = (signature: string): Node => signedDocument(of(signature), "Hello\n");

describe("another identity", () => {
  test("its signature takes the place of the one before", () => {
    expect(exchanged(written("Anna\nPismo"), "Anna\nPismo", "The shop")).toBe("Hello\n\n-- \nThe shop");
  });

  test("also in a draft that was opened again", () => {
    const draft = fromHtml(toHtml(written("Anna")));
    expect(exchanged(draft, "Anna", "The shop")).toBe("Hello\n\n-- \nThe shop");
  });

  test("comes where there was none, and goes where there is none", () => {
    expect(exchanged(written(""), "", "The shop")).toBe("Hello\n\n-- \nThe shop");
    expect(exchanged(written("Anna"), "Anna", "")).toBe("Hello\n");
  });

  test("what stands under the signature stays, and one that the person has changed is their text", () => {
    const below = signedDocument(of("Anna"), "Hello");
    const doc = schema.node("doc", null, [...below.children, ...fromText("P.S.").children]);
    expect(exchanged(doc, "Anna", "The shop")).toBe("Hello\n-- \nThe shop\nP.S.");
    expect(exchanged(written("Anna P."), "Anna", "The shop")).toBe("Hello\n\n-- \nAnna P.");
  });

  test("an Email that is nothing but the signature keeps a line to write in", () => {
    const doc = schema.node("doc", null, fromText("-- \nAnna").children);
    expect(isEmptyDocument(fromText(exchanged(doc, "Anna", "")))).toBe(true);
  });
});

test.each([true, false])("it is taken out again, also where it is formatted (plain text: %s)", (isPlain) => {
  const identity = { textSignature: "Anna\nPismo", htmlSignature: "<p><b>Anna</b> of Pismo</p>" };
  const doc = signedDocument(signatureFor(identity, isPlain), "Hello");
  expect(toText(doc)).toContain("Pismo");
  expect(toText(unsignedDocument(EditorState.create({ doc }), identity, isPlain))).toBe("Hello");
});
