// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { FullEmail } from "../../../store/index.ts";
import { filesOf, troubleOf } from "./body-parts.ts";

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

const part = (type: string, name: string | null, disposition: string | null) => ({
  type,
  name,
  disposition,
  cid: null,
});
const shown = (...attachments: object[]) => filesOf({ ...email({}), attachments } as FullEmail);

test("a calendar beside the text of an invitation is listed where no file has it too", () => {
  const beside = part("text/calendar", null, null);
  const [file, other] = [part("application/ics", "invite.ics", "attachment"), part("image/png", null, null)];
  expect(shown(beside, other, file)).toEqual([other, file]);
  expect(shown(beside, other)).toEqual([beside, other]);
  expect(shown(part("text/calendar", null, "attachment"), file)).toHaveLength(2);
});
