// @vitest-environment jsdom
import { expect, test } from "vitest";
import { mayLeave } from "./draft-fields.ts";

const answer = { inReplyTo: ["a@mail.example"], references: ["a@mail.example"], leavesConversation: false };

test.each([
  ["a letter of its own", { ...answer, inReplyTo: null, references: null }, "Other", false, false],
  ["an answer about the same", { ...answer, answeredSubject: "Tickets" }, "Re: Tickets", false, false],
  ["an answer about something else", { ...answer, answeredSubject: "Tickets" }, "Other", false, true],
  ["an answer to a letter that is not found", answer, "Other", false, false],
  ["a draft that left, of such an answer", { ...answer, leavesConversation: true }, "Other", true, true],
  ["such a draft that comes back: the choice stays", { ...answer, leavesConversation: true }, "Other", false, true],
])("what may begin a conversation of its own: %s", (_, start, subject, leavesConversation, isSo) => {
  expect(mayLeave({ subject, leavesConversation }, start)).toBe(isSo);
});
