import { addressKey } from "@pismo/jmap";
import { expect, test } from "vitest";
import { isOtherSubject, prefixedSubject, type ReplySource, startReply } from "./reply.ts";

const anna = { name: "Anna", email: "anna@mail.example" };
const boris = { name: null, email: "boris@mail.example" };
const me = { name: "Me", email: "You@pismo.localhost" };
const own = new Set(["you@pismo.localhost"]);
const email: ReplySource = {
  from: [anna],
  to: [me, boris],
  cc: [{ name: "Anna again", email: "ANNA@mail.example" }],
  replyTo: null,
  subject: "Встреча",
  messageId: ["2@mail.example"],
  references: ["1@mail.example"],
  inReplyTo: ["1@mail.example"],
};

test("[5322 §3.6.3] a reply goes to Reply-To where there is one, else to From", () => {
  expect(startReply("reply", email, own).to).toEqual([anna]);
  expect(startReply("reply", { ...email, replyTo: [boris] }, own).to).toEqual([boris]);
});

test("a reply to all leaves out the one who answers and names each person once", () => {
  expect(startReply("replyAll", email, own)).toMatchObject({ to: [anna], cc: [boris] });
});

test("[5890 §2.3.2.1] a domain in A-labels is the one in U-labels: the writer is left out, and no address stands twice", () => {
  const mine = new Set([addressKey("я@пример.рф")]);
  const to = [
    { name: null, email: "я@xn--e1afmkfd.xn--p1ai" },
    { name: null, email: "b@bücher.example" },
  ];
  const cc = [{ name: null, email: "B@xn--bcher-kva.example" }];
  expect(startReply("replyAll", { ...email, to, cc }, mine)).toMatchObject({ to: [anna], cc: [to[1]] });
});

test("a reply to one's own Email goes where that Email went", () => {
  expect(startReply("reply", { ...email, from: [me], to: [boris], cc: null }, own).to).toEqual([boris]);
});

test("[5322 §3.6.4] References are those of the Email and its Message-ID", () => {
  expect(startReply("reply", email, own)).toMatchObject({
    inReplyTo: ["2@mail.example"],
    references: ["1@mail.example", "2@mail.example"],
  });
});

test("a forwarded Email starts without recipients and outside the thread's header fields", () => {
  expect(startReply("forward", email, own)).toEqual({
    to: [],
    cc: [],
    subject: "Fwd: Встреча",
    inReplyTo: null,
    references: null,
  });
});

test("prefixes of answers are not repeated, in either language", () => {
  expect(prefixedSubject("reply", "RE: re[2]: Отв: план")).toBe("Re: план");
  expect(prefixedSubject("reply", "Ответ: план")).toBe("Re: план");
  expect(prefixedSubject("forward", "Fwd: план")).toBe("Fwd: план");
  expect(prefixedSubject("forward", "Re: Пересл: FW: план")).toBe("Fwd: план");
  expect(prefixedSubject("reply", "Fwd: план")).toBe("Re: Fwd: план");
  expect(prefixedSubject("reply", "Resume: план")).toBe("Re: Resume: план");
  expect(prefixedSubject("reply", null)).toBe("Re: ");
});

test("a subject is another one where more than what answers put before it has changed", () => {
  expect(isOtherSubject("Re: Встреча", "Встреча")).toBe(false);
  expect(isOtherSubject(" Отв: Fwd: Встреча ", "RE[2]: Встреча")).toBe(false);
  expect(isOtherSubject("Встреча во вторник", "Встреча")).toBe(true);
  expect(isOtherSubject("Re: ", "Встреча")).toBe(true);
});
