import { expect, test } from "vitest";
import { messageIdOf } from "./fingerprint.ts";

test.each([
  ["Subject: 1\r\nMessage-ID: <a@b>\r\n\r\n", "<a@b>"],
  ["MESSAGE-ID:\r\n <a\r\n\t@b>\r\nMessage-ID: <second@b>\r\n\r\n", "<a@b>"],
  ["\ufeffMessage-ID: <a@b>\r\n\r\n", "<a@b>"],
  ["Subject: 1\r\n\r\nMessage-ID: <in-the-body@b>\r\n", null],
  ["Message-ID:\r\n\r\n", null],
])("the Message-ID of %o", (header, expected) => expect(messageIdOf(Buffer.from(header))).toBe(expected));

test("one of 30 MB, folded or not, is no Message-ID, and no error", () => {
  expect(messageIdOf(Buffer.from(`Message-ID: <${"a".repeat(30_000_000)}>\r\n\r\n`))).toBeNull();
  expect(messageIdOf(Buffer.from(`Message-ID:${"\r\n a".repeat(7_500_000)}\r\n\r\n`))).toBeNull();
});
