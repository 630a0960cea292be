import type { Email, EmailBodyPart } from "@pismo/jmap";
import { expect, test } from "vitest";
import { lastFilesIn } from "./last-files.ts";

const part = (name: string | null, more: Partial<EmailBodyPart> = {}) =>
  ({ name, type: "text/plain", blobId: `b${name}`, ...more }) as EmailBodyPart;
const email = (id: string, from: string, ...attachments: EmailBodyPart[]): Partial<Email> => ({
  id,
  subject: id,
  receivedAt: "2026-11-26T05:00:00Z",
  from: [{ name: null, email: from }],
  attachments,
});

test("a letter without a name is a file, which its subject names", () => {
  const letter = part(null, { type: "message/rfc822" });
  expect(lastFilesIn([email("1", "anna@mail.example", part(null), letter)], "anna@mail.example", 3)).toMatchObject([
    { emailId: "1", file: letter },
  ]);
});

test("files of the person alone, newest first, without pictures that stand in the text", () => {
  const emails = [
    email("1", "Anna@mail.example", part("a.txt"), part("logo.png", { disposition: "inline" }), part(null)),
    email("2", "hanna@mail.example", part("other.txt")),
    email("3", "anna@MAIL.example", part("b.txt"), part("c.txt")),
  ];
  expect(lastFilesIn(emails, "anna@mail.example", 2)).toMatchObject([
    { emailId: "1", file: { name: "a.txt" } },
    { emailId: "3", file: { name: "b.txt" } },
  ]);
});
