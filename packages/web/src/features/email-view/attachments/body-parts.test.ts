// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Letter } from "../../../store/index.ts";
import { troubleOf } from "./body-parts.ts";

const letter = (value: Partial<Letter["bodyValues"][string]>): Letter =>
  ({
    textBody: [],
    htmlBody: [],
    attachments: [],
    size: 100,
    bodyValues: { "1": { value: "words", isEncodingProblem: false, isTruncated: false, ...value } },
  }) as unknown as Letter;

test("a damaged letter is said to be damaged, and not to have another character set or to be very long", () => {
  expect(troubleOf(letter({ isEncodingProblem: true, isTruncated: true, isDamaged: true }))).toBe("damaged");
  expect(troubleOf(letter({ isEncodingProblem: true, isTruncated: true }))).toBe("encoding");
  expect(troubleOf(letter({ isTruncated: true }))).toBe("truncated");
});
