/** Read receipts that come for what was sent: `displayed` and `mdnBlobIds` of its submission (RFC 8621 §7, RFC 9007). */
import type { EmailSubmission, Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, lines } from "./support/jmap.ts";
import { sendingJmap } from "./support/sending-jmap.ts";

let j: Jmap;
let close: () => Promise<void>;
beforeEach(async () => ({ j, close } = await sendingJmap()));
afterEach(() => close());

/** Sent to two people. @returns the id of the submission */
async function send(): Promise<Id> {
  const text = lines(
    "From: you@pismo.localhost",
    "To: anna@b.example, Boris@b.example",
    "Subject: Tickets",
    "Message-ID: <tickets@x>",
    "Disposition-Notification-To: you@pismo.localhost",
    "",
    "Have you seen them?",
  );
  const emailId = await j.importMessage(text, { mailboxIds: [j.role["sent"]!] });
  const { list } = await j.call("Identity/get");
  const { created } = await j.call("EmailSubmission/set", {
    create: { s: { identityId: list[0]!.id, emailId } },
  });
  const id = created!["s"]!.id!;
  await eventually(async () => expect(await get(id)).toMatchObject({ undoStatus: "final" }));
  return id;
}

const get = async (id: Id): Promise<Partial<EmailSubmission>> =>
  (await j.call("EmailSubmission/get", { ids: [id] })).list[0]!;
const displayedOf = async (id: Id): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries((await get(id)).deliveryStatus!).map(([to, { displayed }]) => [to, displayed]));
const nothing = { "anna@b.example": "unknown", "Boris@b.example": "unknown" };

const receipt = (fields: string[], type = "displayed", messageId = "<tickets@x>"): string =>
  lines(
    "From: boris@b.example",
    "To: you@pismo.localhost",
    "Subject: Read",
    `In-Reply-To: ${messageId}`,
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
    "",
    "--b",
    "",
    "It was read",
    "--b",
    "Content-Type: message/disposition-notification",
    "",
    ...fields,
    `Original-Message-ID: ${messageId}`,
    `Disposition: manual-action/MDN-sent-manually; ${type}`,
    "",
    "--b--",
  );
const fromBoris = ["Final-Recipient: rfc822; boris@b.example"];

/** @returns the blob of the letter */
async function receive(text: string, role = "inbox"): Promise<Id> {
  const mailboxIds = [j.role[role]!];
  const email = { accountId: j.accountId, bytes: Buffer.from(text), mailboxIds, isArrival: true };
  return (await j.ingest.deliver(email)).blobId;
}

test("[8621 §7] what was displayed is said of the recipient, with the receipt, and clients hear of it", async () => {
  const id = await send();
  expect(await displayedOf(id)).toEqual(nothing);
  const { state } = await j.call("EmailSubmission/get", { ids: [] });
  const blobId = await receive(receipt(fromBoris));
  expect(await displayedOf(id)).toEqual({ ...nothing, "Boris@b.example": "yes" });
  expect((await get(id)).mdnBlobIds).toEqual([blobId]);
  expect((await j.call("EmailSubmission/changes", { sinceState: state })).updated).toEqual([id]);
  const { parsed } = await j.call("MDN/parse", { blobIds: [blobId] });
  expect(parsed).toMatchObject({ [blobId]: { disposition: { type: "displayed" } } });
});

test("[8098 §3.2.3] the recipient to whom it went first is the one", async () => {
  const id = await send();
  await receive(
    receipt(["Original-Recipient: rfc822;anna@b.example", "Final-Recipient: rfc822;anna@elsewhere.example"]),
  );
  expect(await displayedOf(id)).toEqual({ ...nothing, "anna@b.example": "yes" });
});

test("[8098 §3.2.6.2] a letter that was deleted unread was not displayed; the receipt is there", async () => {
  const id = await send();
  const blobId = await receive(receipt(fromBoris, "deleted"));
  expect(await displayedOf(id)).toEqual(nothing);
  expect((await get(id)).mdnBlobIds).toEqual([blobId]);
});

test("of another address: the receipt is there, and is said of none", async () => {
  const id = await send();
  const blobId = await receive(receipt(["Final-Recipient: rfc822; zoe@b.example"]));
  expect(await displayedOf(id)).toEqual(nothing);
  expect((await get(id)).mdnBlobIds).toEqual([blobId]);
});

test.each([
  ["about a letter that was not sent", receipt(fromBoris, "displayed", "<other@x>"), "inbox"],
  ["in Spam", receipt(fromBoris), "junk"],
  ["that is none", lines("From: boris@b.example", "In-Reply-To: <tickets@x>", "", "I have seen them"), "inbox"],
])("nothing comes of a receipt %s", async (_, text, role) => {
  const id = await send();
  await receive(text, role);
  expect(await displayedOf(id)).toEqual(nothing);
  expect((await get(id)).mdnBlobIds).toEqual([]);
});

test("it goes with its letter", async () => {
  const id = await send();
  await receive(receipt(fromBoris));
  const { ids } = await j.call("Email/query", { filter: { subject: "Read" } });
  const { state } = await j.call("EmailSubmission/get", { ids: [] });
  await j.call("Email/set", { destroy: ids });
  expect((await get(id)).mdnBlobIds).toEqual([]);
  expect((await j.call("EmailSubmission/changes", { sinceState: state })).updated).toEqual([id]);
});
