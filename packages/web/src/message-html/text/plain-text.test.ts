import { describe, expect, test } from "vitest";
import { parsePlainText, textFormatOf, type TextBlock } from "./plain-text.ts";

const fixed = { isFlowed: false, dropsSpace: false };
const flowed = { isFlowed: true, dropsSpace: false };
const text = (value: string): TextBlock => ({ kind: "text", text: value });

test("quotes nest by their marks, with or without spaces between them", () => {
  expect(parsePlainText("Hi\n\n> one\n>> two\n> > two again\n> one again\nBye", fixed)).toEqual([
    text("Hi"),
    { kind: "quote", blocks: [text("one"), { kind: "quote", blocks: [text("two\ntwo again")] }, text("one again")] },
    text("Bye"),
  ]);
});

test("the signature stands apart", () => {
  expect(parsePlainText("Hi\n-- \nAnna\nPismo", fixed)).toEqual([
    text("Hi"),
    { kind: "signature", text: "-- \nAnna\nPismo" },
  ]);
});

test("spaces and line breaks are kept", () => {
  expect(parsePlainText("a\r\n   b\n\n\nc", fixed)).toEqual([text("a\n   b\n\n\nc")]);
});

describe("[3676 §4]", () => {
  test("lines that end with a space go on", () => {
    expect(parsePlainText("one \ntwo \nthree\nfour", flowed)).toEqual([text("one two three\nfour")]);
  });
  test("a stuffed space goes", () => {
    expect(parsePlainText(" From here\n > no quote", flowed)).toEqual([text("From here\n> no quote")]);
  });
  test("a broken line ends where the depth of the quote changes", () => {
    expect(parsePlainText("> one \nown", flowed)).toEqual([{ kind: "quote", blocks: [text("one")] }, text("own")]);
  });
  test("the signature line is never joined", () => {
    expect(parsePlainText("one \n-- \nAnna", flowed)).toEqual([text("one"), { kind: "signature", text: "-- \nAnna" }]);
  });
  test("with DelSp the space goes", () => {
    expect(parsePlainText("dono \nzo", { isFlowed: true, dropsSpace: true })).toEqual([text("donozo")]);
  });
  test("the parameters are read from the header field", () => {
    expect(textFormatOf('text/plain; charset=utf-8; format="flowed"; DelSp=yes')).toEqual({
      isFlowed: true,
      dropsSpace: true,
    });
    expect(textFormatOf("text/plain")).toEqual(fixed);
    expect(textFormatOf(null)).toEqual(fixed);
  });
});

test("marks without end do not go on without end", () => {
  expect(parsePlainText(`${">".repeat(100_000)} x`, fixed)).toHaveLength(1);
});
