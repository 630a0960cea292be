import { expect, test } from "vitest";
import { draftEmail, type DraftContent } from "./draft-email.ts";

const content: DraftContent = {
  to: [{ name: null, email: "anna@mail.example" }],
  cc: [],
  bcc: [],
  subject: "Tickets",
  html: null,
  text: "Have you seen them?",
  attachments: [],
  inReplyTo: null,
  references: null,
};
const from = { name: "You", email: "you@mail.example" };
const field = "header:Disposition-Notification-To:asAddresses";
const emailOf = (changes: Partial<DraftContent>) =>
  draftEmail({ ...content, ...changes }, from, "drafts", "id@mail.example", new Date("2026-11-26T06:00:00Z"));

test("[8098 §2.1] a letter that asks for a receipt asks for it to the address that writes", () => {
  expect(emailOf({ asksForReceipt: true })).toMatchObject({ [field]: [from], from: [from] });
});

test("no other letter has the field", () => {
  expect(emailOf({})).not.toHaveProperty([field]);
  expect(emailOf({ asksForReceipt: false })).not.toHaveProperty([field]);
});
