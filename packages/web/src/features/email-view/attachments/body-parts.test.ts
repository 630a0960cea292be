// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { FullEmail } from "../../../store/index.ts";
import { troubleOf } from "./body-parts.ts";

const email = (value: Partial<FullEmail["bodyValues"][string]>): FullEmail =>
  ({
    textBody: [],
    htmlBody: [],
    attachments: [],
    size: 100,
    bodyValues: { "1": { value: "words", isEncodingProblem: false, isTruncated: false, ...value } },
  }) as unknown as FullEmail;

test("a damaged message is said to be damaged, and not to have another character set or to be very long", () => {
  expect(troubleOf(email({ isEncodingProblem: true, isTruncated: true, isDamaged: true }))).toBe("damaged");
  expect(troubleOf(email({ isEncodingProblem: true, isTruncated: true }))).toBe("encoding");
  expect(troubleOf(email({ isTruncated: true }))).toBe("truncated");
});
