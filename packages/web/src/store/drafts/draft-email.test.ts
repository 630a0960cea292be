import { expect, test } from "vitest";
import { draftEmail, type DraftContent, newMessageId } from "./draft-email.ts";

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
const emailOf = (changes: Partial<DraftContent>, isToBeSent = false) =>
  draftEmail(
    { ...content, ...changes },
    from,
    "drafts",
    "id@mail.example",
    new Date("2026-11-26T06:00:00Z"),
    isToBeSent,
  );

test("[8098 §2.1] a letter that asks for a receipt asks for it to the address that writes", () => {
  expect(emailOf({ asksForReceipt: true })).toMatchObject({ [field]: [from], from: [from] });
});

test("no other letter has the field", () => {
  expect(emailOf({})).not.toHaveProperty([field]);
  expect(emailOf({ asksForReceipt: false })).not.toHaveProperty([field]);
});

const left = "header:X-Pismo-Left-Conversation:asMessageIds";
const answer = { inReplyTo: ["b@mail.example"], references: ["a@mail.example", "b@mail.example"] };

test("[5322 §3.6.4] an answer names what it answers, as a draft and as it is sent", () => {
  for (const isToBeSent of [false, true]) {
    expect(emailOf(answer, isToBeSent)).toMatchObject(answer);
    expect(emailOf(answer, isToBeSent)).not.toHaveProperty([left]);
  }
});

test("one that begins a conversation names nothing; its draft alone keeps what it left, the answered one last", () => {
  const leaving = { ...answer, references: ["b@mail.example", "a@mail.example"], leavesConversation: true };
  expect(emailOf(leaving)).toMatchObject({
    inReplyTo: null,
    references: null,
    [left]: ["a@mail.example", "b@mail.example"],
  });
  expect(emailOf(leaving, true)).toMatchObject({ inReplyTo: null, references: null });
  expect(emailOf(leaving, true)).not.toHaveProperty([left]);
});

test.each([
  ["you@Mail.example", "mail.example"],
  ["почта@пример.рф", "xn--e1afmkfd.xn--p1ai"],
  ["", "localhost"],
])("[5322 §3.6.4] the Message-ID of a letter by %s ends with %s", (address, domain) => {
  expect(newMessageId(address)).toMatch(new RegExp(String.raw`^[\w-]{36}@${domain.replaceAll(".", String.raw`\.`)}$`));
});
