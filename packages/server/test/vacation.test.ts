import { afterEach, beforeEach, expect, test } from "vitest";
import { queueVacationResponse } from "../src/bridge/smtp/vacation/vacation.ts";
import { getSubmissions } from "../src/store/submission/email-submissions.ts";
import { updateVacationResponse } from "../src/store/submission/vacation-responses.ts";
import { writtenAddressBooks } from "../src/store/contacts/address-books.ts";
import { insertCards, newCardIds } from "../src/store/contacts/cards.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";

let mail: MailStore;
const now = new Date("2026-07-10T12:00:00Z");
const day = 86_400_000;

beforeEach(async () => {
  mail = await mailStore(["you", "second"]);
  await mail.store.write((tx) =>
    updateVacationResponse(tx, mail.accountIds[0] ?? "", {
      isEnabled: true,
      fromDate: "2026-07-01T00:00:00Z",
      toDate: "2026-08-01T00:00:00Z",
      subject: "В отпуске",
      textBody: "Вернусь в августе.",
    }),
  );
});
afterEach(() => mail.close());

async function receive({ header = "", from = "friend@b.example", to = "you@pismo.localhost", at = now } = {}) {
  const bytes = Buffer.from(
    `${header}From: ${from}\r\nTo: ${to}\r\nMessage-ID: <1@b.example>\r\nSubject: Hello\r\n\r\nbody\r\n`,
  );
  const message = { accountId: mail.accountIds[0] ?? "", mailFrom: from, bytes, now: at };
  await queueVacationResponse(message, { config: { domain: "pismo.localhost" }, ...mail });
}
const answers = () => mail.store.read((reader) => getSubmissions(reader, mail.accountIds[0] ?? ""));

test("[3834 §3] an answer is queued to the sender, without an envelope sender, and names what it answers", async () => {
  await receive();
  expect(await answers()).toMatchObject([
    { envelope: { mailFrom: { email: "" }, rcptTo: [{ email: "friend@b.example" }] } },
  ]);
  const [answer] = await mail.emails(mail.accountIds[0], "sent");
  expect(answer?.headers).toMatchObject({
    subject: "В отпуске",
    inReplyTo: ["1@b.example"],
    references: ["1@b.example"],
  });
  expect(answer?.text).toContain("\r\nAuto-Submitted: auto-replied\r\n");
  expect(answer?.preview).toBe("Вернусь в августе.");
});

test("[3834 §2] one answer a sender in seven days", async () => {
  await receive();
  await receive({ from: "Friend@B.example", at: new Date(now.getTime() + 6 * day) });
  expect(await answers()).toHaveLength(1);
  await receive({ at: new Date(now.getTime() + 8 * day) });
  expect(await answers()).toHaveLength(2);
});

test.each([
  ["a mailing list", { header: "List-Id: <x.example>\r\n" }],
  ["bulk mail", { header: "Precedence: bulk\r\n" }],
  ["another machine's answer", { header: "Auto-Submitted: auto-replied\r\n" }],
  ["no-reply", { from: "no-reply@b.example" }],
  ["a mailer-daemon", { from: "MAILER-DAEMON@b.example" }],
  ["a list's owner", { from: "news-owner@b.example" }],
  ["oneself", { from: "you+x@pismo.localhost" }],
  ["a blind copy", { to: "others@b.example" }],
  ["nobody", { from: "" }],
  ["a letter before the holidays", { at: new Date("2026-06-30T12:00:00Z") }],
  ["a letter after the holidays", { at: new Date("2026-08-01T00:00:00Z") }],
])("%s gets no answer", async (_, message) => {
  await receive(message);
  expect(await answers()).toEqual([]);
  expect(await mail.emails()).toEqual([]);
});

test("Auto-Submitted: no is a person, and a sub-address is the person", async () => {
  await receive({ header: "Auto-Submitted: no\r\n", to: "You+list@pismo.localhost" });
  expect(await answers()).toHaveLength(1);
});

test("an answer in HTML brings its text along", async () => {
  await mail.store.write((tx) =>
    updateVacationResponse(tx, mail.accountIds[0] ?? "", {
      subject: null,
      textBody: null,
      htmlBody: "<p>Back in <b>August</b>.</p>",
    }),
  );
  await receive();
  const [answer] = await mail.emails(mail.accountIds[0], "sent");
  expect(answer?.headers.subject).toBe("Auto: Hello");
  expect(answer?.structure.subParts?.map(({ type }) => type)).toEqual(["text/plain", "text/html"]);
  expect(answer?.preview).toBe("Back in August.");
});

test("where contacts alone are answered, strangers are not, nor who has an address like a contact's", async () => {
  const accountId = mail.accountIds[0] ?? "";
  await mail.store.write(async (tx) => {
    await updateVacationResponse(tx, accountId, { contactsOnly: true });
    const [bookId = ""] = (await writtenAddressBooks(tx, accountId)).map(({ id }) => id);
    const [id = ""] = await newCardIds(tx, accountId, 1);
    const at = "2026-01-01T00:00:00Z";
    const emails = {
      a: { address: "other@b.example" },
      b: { address: "Friend_1@b.example" },
      c: { address: "anna@münchen.example" },
    };
    const card = { version: "1.0", kind: "individual", uid: "friend", emails, created: at, updated: at } as const;
    await insertCards(tx, accountId, [{ "@type": "Card", ...card, id, addressBookIds: { [bookId]: true } }]);
  });
  for (const from of ["friend@b.example", "riend_1@b.example", "friendx1@b.example"]) await receive({ from });
  expect(await answers()).toEqual([]);
  await receive({ from: "friend_1@B.example" });
  expect(await answers()).toHaveLength(1);
  // As servers name the domain (RFC 5890 §2.3.2.1).
  await receive({ from: "anna@xn--mnchen-3ya.example" });
  expect(await answers()).toHaveLength(2);
});
