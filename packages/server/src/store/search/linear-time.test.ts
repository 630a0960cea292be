/** Queries and messages that repeat a token a million times are read in linear time. */
import { expect, test } from "vitest";
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { normalizeCharset } from "../../mime/text/charset.ts";
import { isMessageId } from "../mail/message-ids.ts";
import { parseSearch, wordMatcher } from "./query.ts";

const cases: Record<string, () => void> = {
  "words of a megabyte in a snippet": () => {
    const isMatch = wordMatcher(["hello"]);
    for (const char of ["a", "ä", "я", "y"]) isMatch(char.repeat(1_000_000));
  },
  "quotes that never end": () => void parseSearch(`${'" \\" '.repeat(100_000)}\\`),
  "a Message-ID of signs": () => void isMessageId(["Message-ID", `${"a@".repeat(100_000)} <`]),
  "the name of a charset": () => void normalizeCharset(`${"'".repeat(1)}x${";".repeat(200_000)}x`),
};

test.each(Object.entries(cases))("%s", (_, read) => {
  expect(cpuTime(read)).toBeLessThan(1000);
});

test("a long word is highlighted as it is found: by its beginning", () => {
  const word = "0123456789abcdef".repeat(10);
  expect(wordMatcher([word])(word)).toBe(true);
  expect(wordMatcher([`${word} x`])(`${word}more`)).toBe(true);
});
