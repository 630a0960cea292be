/** Read receipts: RFC 9007 (JMAP), RFC 8098 (the messages). */
import { type Id, MDN, type Mdn, type SetError } from "@pismo/jmap";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { readByPython, structureOf } from "../../../e2e/support/other-parser.ts";
import { foreignClient } from "./imap/mirrored.ts";
import { canRunMailServers, password, TestMailServers } from "./servers/mail-servers.ts";
import { type Jmap, lines, type LooseArgs } from "./support/jmap.ts";
import { sendingJmap } from "./support/sending-jmap.ts";
import type { Peer } from "./support/smtp-peer.ts";

const me = "you@pismo.localhost";
const disposition: Mdn["disposition"] = {
  actionMode: "manual-action",
  sendingMode: "mdn-sent-manually",
  type: "displayed",
};

const asking = (...fields: string[]): string =>
  lines(
    "From: Boris <boris@b.example>",
    `To: ${me}`,
    "Subject: A question",
    "Message-ID: <question@b.example>",
    ...fields,
    "",
    "Did you get this?",
  );
const wish = "Disposition-Notification-To: Boris <boris@b.example>";

let j: Jmap;
let peer: Peer;
let close: () => Promise<void>;
let identityId: Id;

beforeEach(async () => {
  ({ j, peer, close } = await sendingJmap());
  identityId = (await j.call("Identity/get")).list[0]!.id!;
});
afterEach(() => close());

const receive = async (text: string, { role = "inbox", keywords = [] as string[] } = {}): Promise<Id> =>
  (
    await j.ingest.deliver({
      accountId: j.accountId,
      bytes: Buffer.from(text),
      mailboxIds: [j.role[role]!],
      keywords,
      isArrival: true,
    })
  ).id;

const mdnUsing = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", MDN];

async function send(emailId: Id, given: LooseArgs = {}, rest: LooseArgs = {}) {
  const args = { identityId, send: { m: { forEmailId: emailId, disposition, ...given } }, ...rest };
  const { methodResponses } = await j.request([["MDN/send", args]], { using: mdnUsing });
  const [, result] = methodResponses[0]!;
  const { sent, notSent } = result as { sent: Record<Id, Partial<Mdn>> | null; notSent: Record<Id, SetError> | null };
  return { sent: sent?.["m"], error: notSent?.["m"], methodResponses };
}

const arrived = () =>
  eventually(async () => {
    expect(peer.messages).toHaveLength(1);
    return peer.messages[0]!;
  });

/** Of a message that has one. */
const blobOf = async (emailId: Id): Promise<Id> => (await j.email(emailId, ["blobId"])).blobId!;
const parse = async (...blobIds: Id[]) => j.call("MDN/parse", { blobIds });

describe("MDN/send", () => {
  test("the session has the capability, of the server and of the account", async () => {
    const { capabilities, accounts } = await j.client.session();
    expect(capabilities[MDN]).toEqual({});
    expect(accounts[j.accountId]?.accountCapabilities[MDN]).toEqual({});
  });

  test("[8098 §3] a receipt goes to who asked, without an envelope sender, as two other parsers read it", async () => {
    const emailId = await receive(asking(wish));
    const given = { subject: "Прочитано: A question", textBody: "Письмо показано.\n", reportingUA: "pismo; Pismo" };
    const { sent, error } = await send(emailId, given);
    expect(error).toBeUndefined();
    expect(sent).toEqual({ finalRecipient: `rfc822; ${me}`, originalMessageId: "question@b.example" });
    const { from, to, text } = await arrived();
    expect({ from, to }).toEqual({ from: "", to: ["boris@b.example"] });
    const source = Buffer.from(text).toString("latin1");
    expect(structureOf(await readByPython(source))).toBe(
      "report(text/plain message/disposition-notification(text/plain))",
    );
    const parsed = await PostalMime.parse(text);
    expect(parsed).toMatchObject({
      subject: "Прочитано: A question",
      from: { address: me },
      to: [{ address: "boris@b.example", name: "Boris" }],
      inReplyTo: "<question@b.example>",
      references: "<question@b.example>",
    });
    expect(parsed.text?.trim()).toBe("Письмо показано.");
    const [, report = ""] = /message\/disposition-notification\r\n\r\n(.*?)\r\n\r\n--/s.exec(text) ?? [];
    expect(report.split("\r\n")).toEqual([
      "Reporting-UA: pismo; Pismo",
      `Final-Recipient: rfc822; ${me}`,
      "Original-Message-ID: <question@b.example>",
      "Disposition: manual-action/MDN-sent-manually; displayed",
    ]);
    expect(text).toContain("\r\nAuto-Submitted: auto-replied\r\n");
    expect(text).toContain("report-type=disposition-notification");
  });

  test("[9007 §2.1] the letter says that it was sent, and no second one goes", async () => {
    const emailId = await receive(asking(wish));
    await send(emailId);
    expect((await j.email(emailId, ["keywords"])).keywords).toEqual({ $mdnsent: true });
    expect((await send(emailId)).error).toMatchObject({ type: "mdnAlreadySent" });
    await arrived();
    const both = await Promise.all([receive(asking(wish)), receive(asking(wish))]);
    const outcomes = await Promise.all([send(both[0]), send(both[0]), send(both[0])]);
    expect(outcomes.filter(({ sent }) => sent)).toHaveLength(1);
    expect(outcomes.flatMap(({ error }) => error?.type ?? [])).toEqual(["mdnAlreadySent", "mdnAlreadySent"]);
  });

  test("[9007 §2.1] onSuccessUpdateEmail changes the letter, by the creation id of the receipt", async () => {
    const emailId = await receive(asking(wish));
    const update = { onSuccessUpdateEmail: { "#m": { "keywords/$mdnsent": true, "keywords/$seen": true } } };
    const { methodResponses } = await send(emailId, {}, update);
    expect(methodResponses.map(([name, , callId]) => [name, callId])).toEqual([
      ["MDN/send", "0"],
      ["Email/set", "0"],
    ]);
    expect(methodResponses[1]![1]).toMatchObject({ updated: { [emailId]: null } });
    expect((await j.email(emailId, ["keywords"])).keywords).toEqual({ $mdnsent: true, $seen: true });
  });

  test("the receipt is nowhere among the letters, the submissions and the outbox", async () => {
    const emailId = await receive(asking(wish));
    await send(emailId);
    await arrived();
    expect((await j.call("Email/query", {})).ids).toEqual([emailId]);
    expect((await j.call("EmailSubmission/get", { ids: null })).list).toEqual([]);
    expect((await j.call("Outbox/get")).list).toEqual([]);
  });

  test("the original is included where that is wished", async () => {
    const emailId = await receive(asking(wish));
    await send(emailId, { includeOriginalMessage: true });
    const { text } = await arrived();
    expect(text).toContain(`Content-Type: message/rfc822\r\n\r\n${asking(wish)}`);
  });

  test.each<[string, () => Promise<Id>, string]>([
    ["that asks for none", () => receive(asking()), "notFound"],
    ["with two wishes", () => receive(asking(wish, wish)), "notFound"],
    ["whose wish names no address", () => receive(asking("Disposition-Notification-To: Boris")), "notFound"],
    ["that is spam", () => receive(asking(wish), { role: "junk" }), "forbidden"],
    ["of a list", () => receive(asking(wish, "List-Id: <all.b.example>")), "forbidden"],
    ["of a program", () => receive(asking(wish, "Auto-Submitted: auto-generated")), "forbidden"],
    ["in bulk", () => receive(asking(wish, "Precedence: bulk")), "forbidden"],
    ["that is a draft", () => receive(asking(wish), { keywords: ["$draft"] }), "forbidden"],
    ["that a client made", () => j.importMessage(asking(wish)), "forbidden"],
    ["that is not there", () => Promise.resolve("e999"), "notFound"],
  ])("a letter %s gets no receipt", async (_, make, type) => {
    const emailId = await make();
    expect((await send(emailId)).error).toMatchObject({ type });
    expect(peer.messages).toEqual([]);
  });

  test.each<[string, LooseArgs, string[]]>([
    ["what the server sets", { originalMessageId: "x" }, ["originalMessageId"]],
    ["another way to act", { disposition: { ...disposition, type: "shredded" } }, ["disposition"]],
    ["a final recipient without a type", { finalRecipient: "you" }, ["finalRecipient"]],
    ["a field of the standard", { extensionFields: { Disposition: "x" } }, ["extensionFields"]],
  ])("%s is refused", async (_, given, properties) => {
    const emailId = await receive(asking(wish));
    expect((await send(emailId, given)).error).toMatchObject({ type: "invalidProperties", properties });
  });

  test("nothing that is given ends a line", async () => {
    const emailId = await receive(asking(wish));
    await send(emailId, {
      subject: "a\r\nBcc: evil@x.example",
      reportingUA: "ua\r\nDisposition: automatic-action/MDN-sent-automatically; deleted",
      extensionFields: { "X-More": "b\r\n\r\nc" },
    });
    const { text } = await arrived();
    expect(text).not.toMatch(/^(?:Bcc|c\b)/m);
    expect(text.match(/^Disposition:/gm)).toHaveLength(1);
  });
});

test("[8098 §2.1] a client asks for one by the header field, which a draft keeps", async () => {
  const field = "header:Disposition-Notification-To:asAddresses";
  const { created, notCreated } = await j.call("Email/set", {
    create: {
      e: {
        mailboxIds: { [j.role["drafts"]!]: true },
        from: [{ email: me }],
        to: [{ email: "boris@b.example" }],
        [field]: [{ name: "Ты", email: me }],
      },
    },
  });
  expect(notCreated).toBeNull();
  expect((await j.email(created!["e"]!.id!, [field]))[field]).toEqual([{ name: "Ты", email: me }]);
});

const receiptFor = (messageId: string): string =>
  lines(
    "From: Anna <anna@c.example>",
    `To: ${me}`,
    "Subject: Read: Hello",
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
    "",
    "--b",
    "",
    "Your message was displayed.",
    "--b",
    "Content-Type: message/disposition-notification",
    "",
    "Final-Recipient: rfc822; anna@c.example",
    `Original-Message-ID: ${messageId}`,
    "Disposition: manual-action/MDN-sent-manually; displayed",
    "",
    "--b--",
  );

describe("MDN/parse", () => {
  test("[9007 §2.2] what was sent is read again, with the letter that it is about", async () => {
    // What came to someone is the same message as what its sender has.
    const emailId = await receive(asking(wish));
    const own = await j.importMessage(asking(wish), { mailboxIds: [j.role["sent"]!] });
    await send(emailId, { textBody: "Shown.\n", extensionFields: { "X-More": "words" } });
    const { text } = await arrived();
    const receipt = await receive(text);
    const blobId = await blobOf(receipt);
    expect((await parse(blobId)).parsed).toEqual({
      [blobId]: {
        forEmailId: own,
        subject: "Read: A question",
        textBody: "Shown.\n",
        includeOriginalMessage: false,
        reportingUA: null,
        disposition,
        mdnGateway: null,
        originalRecipient: null,
        finalRecipient: `rfc822; ${me}`,
        originalMessageId: "question@b.example",
        error: null,
        extensionFields: { "X-More": "words" },
      } satisfies Mdn,
    });
  });

  test("it is about a letter that the account sent, and by its whole Message-ID alone", async () => {
    const text = (messageId: string, from = me): string =>
      lines(`From: ${from}`, "To: anna@c.example", "Subject: Hello", `Message-ID: ${messageId}`, "", "Hello");
    const about = async (messageId: string): Promise<Id | null | undefined> => {
      const blobId = await blobOf(await receive(receiptFor(messageId)));
      return (await parse(blobId)).parsed?.[blobId]?.forEmailId;
    };
    await receive(text("<theirs@c.example>", "anna@c.example"));
    await j.importMessage(text("<draft@pismo.localhost>"), { keywords: ["$draft"] });
    const made = await j.importMessage(text("<made@pismo.localhost>", "alias@elsewhere.example"));
    await j.importMessage(text("<bare>"));
    // What another program put into Sent on the mail server came as everything does.
    const filed = await receive(text("<filed@pismo.localhost>", `Me <${me.toUpperCase()}>`), { role: "sent" });
    expect(await about("<made@pismo.localhost>")).toBe(made);
    expect(await about("<filed@pismo.localhost>")).toBe(filed);
    for (const other of ["<theirs@c.example>", "<draft@pismo.localhost>", "<e>", "<bare>", "<pismo.localhost>", "<@>"])
      expect(await about(other)).toBeNull();
  });

  test("one of another program, spelled as programs spell it", async () => {
    const text = lines(
      "From: Anna <anna@c.example>",
      `To: ${me}`,
      "Subject: Read: Hello",
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Your message was displayed.",
      "--b",
      "Content-Type: message/disposition-notification",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(
        lines(
          "reporting-ua: c.example; Mail 1.0",
          "Original-Recipient: rfc822;anna@c.example",
          "Final-Recipient: RFC822; anna@c.example",
          "Original-Message-ID: <gone@pismo.localhost>",
          "Disposition: Automatic-Action/MDN-Sent-Automatically;",
          " Displayed/error",
          "Error: first",
          "Error: second",
        ),
      ).toString("base64"),
      "--b",
      "Content-Type: message/rfc822",
      "",
      "Subject: Hello",
      "",
      "--b--",
    );
    const blobId = await blobOf(await receive(text));
    expect((await parse(blobId)).parsed?.[blobId]).toMatchObject({
      forEmailId: null,
      includeOriginalMessage: true,
      disposition: { actionMode: "automatic-action", sendingMode: "mdn-sent-automatically", type: "displayed" },
      originalRecipient: "rfc822;anna@c.example",
      finalRecipient: "RFC822; anna@c.example",
      error: ["first", "second"],
      textBody: "Your message was displayed.",
    });
  });

  test("what is no receipt, and what is not there", async () => {
    const blobId = await blobOf(await receive(asking(wish)));
    const gone = `B${"a".repeat(43)}`;
    expect(await parse(blobId, gone)).toMatchObject({ parsed: null, notParsable: [blobId], notFound: [gone] });
  });
});

describe("of an account at a mail server", () => {
  const servers = new TestMailServers();

  test.skipIf(!canRunMailServers)("a receipt goes out through it, and its letter is marked there", async () => {
    const client = await foreignClient(servers.dovecot.port, "ann", password);
    await client.append("INBOX", asking("Disposition-Notification-To: friend@b.example"));
    const { id } = await servers.add();
    const { client: own } = servers.t;
    const accountId = id!;
    const [emailId] = await eventually(async () => {
      const { ids } = await own.call("Email/query", { accountId, filter: { subject: "A question" } });
      expect(ids).toHaveLength(1);
      return ids;
    });
    const [identity] = (await own.call("Identity/get", { accountId })).list;
    const { sent, notSent } = await own.call("MDN/send", {
      accountId,
      identityId: identity!.id!,
      send: { m: { forEmailId: emailId!, disposition } },
    });
    expect({ sent, notSent }).toMatchObject({ sent: { m: {} }, notSent: null });
    const message = await eventually(async () => {
      const found = servers.postfix.messages().find((each) => each.includes("Subject: Read: A question"));
      expect(found).toBeDefined();
      return found!;
    });
    expect(message).toContain("Disposition: manual-action/MDN-sent-manually; displayed");
    await eventually(async () => {
      const lock = await client.getMailboxLock("INBOX");
      try {
        expect(await client.search({ keyword: "$MDNSent" })).toHaveLength(1);
      } finally {
        lock.release();
      }
    });
    await client.logout();
  });
});
