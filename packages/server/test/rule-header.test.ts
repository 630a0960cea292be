/** What a rule sees of a letter whose message only its mail server has. */
import type { EmailHeaders } from "@pismo/jmap";
import { expect, test } from "vitest";
import { headerOf } from "../src/methods/sieve-script/header-of.ts";
import { letterOf } from "../src/sieve/run/letter.ts";
import { noHeaders } from "../src/store/mail/broken-email.ts";
import { mailStore } from "./support/mail-store.ts";

const work = (): void => undefined;

test("the people and the subject as lists show them, and no field that a subject pretends", async () => {
  const mail = await mailStore(["you"]);
  const known: EmailHeaders = {
    ...noHeaders,
    from: [{ name: 'Анна "A" \\ Петрова, Inc', email: "anna@b.example" }],
    to: [
      { name: null, email: "you@pismo.localhost" },
      { name: "Bob", email: "bob@b.example" },
    ],
    subject: "Заказ\r\nList-Id: <false.example>",
  };
  const letter = {
    id: "e1",
    blobId: "Rx",
    size: 5000,
    hasAttachment: true,
    receivedAt: 0,
    headerStart: 0,
    bodyStart: 4000,
    known,
  };
  const seen = letterOf(await headerOf(mail.store.blobs, letter), letter);
  expect(seen.addresses("from", work)).toEqual(["anna@b.example"]);
  expect(seen.header("from", work)[0]).toContain("Петрова, Inc");
  expect(seen.addresses("to", work)).toEqual(["you@pismo.localhost", "bob@b.example"]);
  expect(seen.header("subject", work)).toEqual(["Заказ List-Id: <false.example>"]);
  expect(seen.has("list-id")).toBe(false);
  expect([seen.size, seen.hasAttachment]).toEqual([5000, true]);
  await mail.close();
});
