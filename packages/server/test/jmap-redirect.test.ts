/** A letter that was received is sent on as it came: RFC 5322 §3.6.6. */
import { type Id, OUTBOX, type Redirect, type SetError } from "@pismo/jmap";
import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { setLimit } from "../src/store/people/limits.ts";
import { foreignClient } from "./imap/mirrored.ts";
import { canRunMailServers, password, TestMailServers } from "./servers/mail-servers.ts";
import { readByPython } from "../../../e2e/support/other-parser.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";
import { sendingJmap } from "./support/sending-jmap.ts";
import type { Behaviour, Peer } from "./support/smtp-peer.ts";

const me = "you@pismo.localhost";

/** As it came, with all that a program may be tempted to put right. */
const received = lines(
  "Return-Path: <list@bücher.example>",
  "Received: from mx.example by pismo.localhost; Mon, 20 Jul 2026 10:00:00 +0000",
  "DKIM-Signature: v=1; a=rsa-sha256; d=b.example; s=s1; c=simple/simple;",
  "\th=from:to:subject:bcc; bh=abc=; b=def=",
  "from:Boris   <boris@bücher.example>",
  `To: ${me}`,
  `Bcc: ${me}`,
  "Subject:  Two  spaces ",
  "Message-ID: <original@b.example>",
  "Resent-From: Earlier <earlier@b.example>",
  "",
  ". a dot",
  "trailing  ",
  "",
  "",
);

/** What goes on: all of it but whom it was sent to in secret. */
const passedOn = received.replace(/^Bcc: .*\r\n/m, "");

interface Sending {
  j: Jmap;
  identityId: Id;
}

const identityOf = async (j: Jmap): Promise<Id> => (await j.call("Identity/get")).list[0]!.id!;
const people = (...all: string[]) => all.map((email) => ({ name: null, email }));

const receive = async (j: Jmap, text = received, keywords: string[] = [], roles = ["inbox"]): Promise<Id> =>
  (
    await j.ingest.deliver({
      accountId: j.accountId,
      bytes: Buffer.from(text),
      mailboxIds: roles.map((role) => j.role[role]!),
      keywords,
      isArrival: true,
    })
  ).id;

async function redirect({ j, identityId }: Sending, given: Partial<Redirect>) {
  const { created, notCreated } = await j.call("Outbox/redirect", { create: { r: { identityId, ...given } } });
  return { done: created?.["r"], error: notCreated?.["r"] };
}

describe("through a server for letters to elsewhere", () => {
  let j: Jmap;
  let peer: Peer;
  let behaviour: Behaviour;
  let close: () => Promise<void>;
  let sending: Sending;

  beforeEach(async () => {
    ({ j, peer, behaviour, close } = await sendingJmap());
    sending = { j, identityId: await identityOf(j) };
  });
  afterEach(() => close());

  const arrived = () =>
    eventually(async () => {
      expect(peer.messages).toHaveLength(1);
      return peer.messages[0]!;
    });

  test("the session says that letters can be redirected", async () => {
    const { accounts } = await j.client.session();
    expect(accounts[j.accountId]?.accountCapabilities[OUTBOX]).toMatchObject({ redirects: true });
  });

  test("[5322 §3.6.6] one block of Resent- fields stands before the message, which is the same octet for octet", async () => {
    const emailId = await receive(j);
    const to = [{ name: "Фрида Ёж", email: "frida@bücher.example" }, ...people("friend@b.example")];
    const { done, error } = await redirect(sending, { emailId, to });
    expect(error).toBeUndefined();
    expect(done).toMatchObject({
      undoStatus: "pending",
      envelope: { mailFrom: { email: me, parameters: null } },
      threadId: (await j.email(emailId, ["threadId"])).threadId,
    });
    const { text, from, to: recipients, parameters } = await arrived();
    expect(from).toBe(me);
    expect(recipients).toEqual(["frida@bücher.example", "friend@b.example"]);
    // The original has an address outside ASCII: what it says is not changed, so the server is told (RFC 6531).
    expect(parameters).toMatchObject({ SMTPUTF8: true });
    expect(text.endsWith(passedOn)).toBe(true);
    const added = text.slice(0, -passedOn.length);
    // oxlint-disable-next-line no-control-regex
    expect(added).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(added.replace(/\r\n[ \t]/g, " ").split("\r\n")).toEqual([
      expect.stringMatching(/^Resent-From: .*<?you@pismo\.localhost>?$/),
      expect.stringMatching(/^Resent-To: =\?UTF-8\?B\?.* <frida@xn--bcher-kva\.example>, friend@b\.example$/),
      expect.stringMatching(/^Resent-Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      expect.stringMatching(/^Resent-Message-ID: <[\w-]+@pismo\.localhost>$/),
      "",
    ]);
    const reading = await readByPython(Buffer.from(text).toString("latin1"));
    expect(reading.subject.trim()).toBe("Two  spaces");
  });

  test("a signature over the message holds", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const body = "Signed\r\n";
    const signedFields = "From: Boris <boris@b.example>\r\nSubject: Signed  \r\n";
    const bh = createHash("sha256").update(body).digest("base64");
    const unsigned = `DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=b.example; s=s; h=from:subject; bh=${bh}; b=`;
    const b = sign("sha256", Buffer.from(signedFields + unsigned), privateKey).toString("base64");
    const emailId = await receive(j, `${unsigned}${b}\r\n${signedFields}\r\n${body}`);
    await redirect(sending, { emailId, to: people("friend@b.example") });
    const { text } = await arrived();
    // RFC 6376 §3.4, §3.7: simple canonicalization, as the octets stand.
    const fieldOf = (name: string): string => new RegExp(`^${name}: .*\\r\\n`, "m").exec(text)![0];
    const field = fieldOf("DKIM-Signature").slice(0, -2);
    const at = field.indexOf("; b=") + "; b=".length;
    const covered = Buffer.from(fieldOf("From") + fieldOf("Subject") + field.slice(0, at));
    expect(verify("sha256", covered, publicKey, Buffer.from(field.slice(at), "base64"))).toBe(true);
    const sentBody = text.slice(text.indexOf("\r\n\r\n") + 4);
    expect(createHash("sha256").update(sentBody).digest("base64")).toBe(bh);
  });

  test.each(["", "\u{feff}", "\r\n", "From MAILER-DAEMON Mon Jul 20 10:00:00 2026\r\n"])(
    "[5322 §3.6.3] whom it was sent to in secret is not told, with %j before the header",
    async (before) => {
      const secret = [
        "bCC : hidden@b.example",
        "Subject: Plans",
        "Bcc: Folded",
        " <hidden@b.example>",
        "Resent-Bcc:hidden@b.example",
      ];
      const part = lines("--b", "Content-Type: message/rfc822", "", "Bcc: told@b.example", "", "Bcc: text", "--b--");
      const head = (...fields: string[]): string =>
        before +
        lines(
          "From: Boris <boris@b.example>",
          "X-Bcc: kept",
          ...fields,
          'Content-Type: multipart/mixed; boundary="b"',
          "",
        );
      const emailId = await receive(j, head(...secret) + part);
      await redirect(sending, { emailId, to: people("friend@b.example") });
      const { text } = await arrived();
      expect(text).not.toContain("hidden@b.example");
      // What stands before the header would end it below the Resent- fields.
      const passed = head("Subject: Plans") + part;
      expect(text).toMatch(/^Resent-From: /);
      expect(text.slice(text.indexOf("Resent-Message-ID")).replace(/^.*\r\n/, "")).toBe(
        passed.replace(/^\ufeff|^\r\n/, ""),
      );
    },
  );

  test("nothing becomes of the letter, and no copy of it is made", async () => {
    const emailId = await receive(j);
    const before = await j.email(emailId, ["mailboxIds", "keywords", "blobId"]);
    await redirect(sending, { emailId, to: people("friend@b.example") });
    await arrived();
    expect(await j.email(emailId, ["mailboxIds", "keywords", "blobId"])).toEqual(before);
    expect((await j.call("Email/query", {})).ids).toEqual([emailId]);
  });

  test("what is held can be taken back, stands in no outbox, and is not sent", async () => {
    const emailId = await receive(j);
    const { done } = await redirect(sending, { emailId, to: people("friend@b.example"), holdForSeconds: 60 });
    expect((await j.call("Outbox/get")).list).toEqual([]);
    const set = await j.call("EmailSubmission/set", { update: { [done!.id]: { undoStatus: "canceled" } } });
    expect(set.updated).toEqual({ [done!.id]: null });
    expect(peer.messages).toEqual([]);
    expect(await j.email(emailId, ["keywords", "mailboxIds"])).toMatchObject({
      keywords: {},
      mailboxIds: { [j.role["inbox"]!]: true },
    });
  });

  test("one that is refused stands in the outbox, can be tried again, and never becomes a draft", async () => {
    behaviour.onRecipient = () => "550 5.1.1 No such user";
    const emailId = await receive(j);
    const { done } = await redirect(sending, { emailId, to: people("friend@b.example") });
    const [id] = await eventually(async () => {
      const { list } = await j.call("Outbox/get");
      expect(list).toMatchObject([{ emailId, isRedirect: true, recipients: [{ state: "failed" }] }]);
      return list.map((entry) => entry.id);
    });
    expect(id).toBe(done!.id);
    delete behaviour.onRecipient;
    await j.call("Outbox/retry", { ids: [id!] });
    expect((await arrived()).text.endsWith(passedOn)).toBe(true);
    expect((await j.email(emailId, ["keywords"])).keywords).toEqual({});
  });

  test("one that was refused is ended, and its letter stays what it is", async () => {
    behaviour.onRecipient = () => "550 5.1.1 No such user";
    const emailId = await receive(j);
    const { done } = await redirect(sending, { emailId, to: people("friend@b.example") });
    await eventually(async () => expect((await j.call("Outbox/get")).list).toHaveLength(1));
    const { updated } = await j.call("Outbox/edit", { ids: [done!.id] });
    expect(updated).toEqual({ [done!.id]: { emailId, recipients: ["friend@b.example"] } });
    expect((await j.call("Outbox/get")).list).toEqual([]);
    expect(await j.email(emailId, ["keywords", "mailboxIds"])).toMatchObject({
      keywords: {},
      mailboxIds: { [j.role["inbox"]!]: true },
    });
  });

  test("recipients of a redirected letter count as those of every other", async () => {
    const emailId = await receive(j);
    const to = people("friend@b.example");
    const refusal = async (given: Partial<Redirect>): Promise<SetError | undefined> =>
      (await redirect(sending, { emailId, to, ...given })).error;
    expect(await refusal({ to: [] })).toMatchObject({ type: "noRecipients" });
    expect(await refusal({ to: people("nonsense") })).toMatchObject({ type: "invalidRecipients" });
    expect(await refusal({ to: people("nobody@pismo.localhost") })).toMatchObject({ type: "invalidRecipients" });
    expect(await refusal({ to: people(...Array.from({ length: 501 }, (_, n) => `a${n}@b.example`)) })).toMatchObject({
      type: "tooManyRecipients",
    });
    expect(await refusal({ identityId: "i99" })).toMatchObject({ properties: ["identityId"] });
    expect(await refusal({ emailId: "e999" })).toMatchObject({ properties: ["emailId"] });
    expect(await refusal({ holdForSeconds: 10 ** 8 })).toMatchObject({ properties: ["holdForSeconds"] });
    expect(peer.messages).toEqual([]);
  });

  test("a letter that a client made was not received, in whatever folder it lies", async () => {
    const to = people("friend@b.example");
    const forged = lines("From: boss@bank.example", `To: ${me}`, "Received: from here by there", "", "Pay at once");
    const imported = await j.importMessage(forged);
    const mailboxIds = { [j.role["inbox"]!]: true };
    const { created } = await j.call("Email/set", {
      create: { e: { mailboxIds, from: [{ email: "boss@bank.example" }], to: [{ email: me }] } },
    });
    const draft = await receive(j, received, ["$draft"]);
    for (const emailId of [imported, created!["e"]!.id!, draft]) {
      expect((await redirect(sending, { emailId, to })).error).toMatchObject({ type: "invalidEmail" });
    }
    expect(peer.messages).toEqual([]);
  });

  test("a letter of one's own did not come from another: by its sender, and by where alone it lies", async () => {
    const to = people("friend@b.example");
    const own = received.replace(/^from:.*$/m, `From: You <${me.toUpperCase()}>`);
    for (const emailId of [await receive(j, own), await receive(j, received, [], ["sent"])])
      expect((await redirect(sending, { emailId, to })).error).toMatchObject({ type: "invalidEmail" });
    expect(peer.messages).toEqual([]);
    const labelled = await receive(j, received, [], ["sent", "inbox"]);
    expect((await redirect(sending, { emailId: labelled, to })).error).toBeUndefined();
    await arrived();
  });

  test("what is more than the account may keep, or send in a day, is refused before it is stored", async () => {
    const emailId = await receive(j);
    const to = people("friend@b.example", "other@b.example");
    const stored = vi.spyOn(j.store.blobs, "putStream");
    await j.store.write((tx) => setLimit(tx, j.accountId, "maxOctets", received.length + 1));
    expect((await redirect(sending, { emailId, to })).error).toMatchObject({ type: "overQuota" });
    await j.store.write((tx) => setLimit(tx, j.accountId, "maxOctets", "none"));
    await j.store.write((tx) => setLimit(tx, j.accountId, "maxRecipients", 3));
    expect((await redirect(sending, { emailId, to: [...to, ...to] })).error).toMatchObject({
      type: "tooManyRecipients",
      maxRecipients: 3,
    });
    expect(stored).not.toHaveBeenCalled();
    expect((await redirect(sending, { emailId, to })).error).toBeUndefined();
    expect((await redirect(sending, { emailId, to })).error).toMatchObject({ type: "rateLimit", maxRecipients: 3 });
    expect(stored).toHaveBeenCalledTimes(1);
    // A day later there is room again, and of several at once as many go as may.
    await j.store.write((tx) => tx.run("update sent_count set hour = hour - 24"));
    const outcomes = await Promise.all([0, 1, 2].map(() => redirect(sending, { emailId, to })));
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1);
  });

  test("one that is asked for again by its id, since the answer was lost, goes once", async () => {
    const emailId = await receive(j);
    const to = people("friend@b.example", "other@b.example");
    const given = { emailId, to, redirectId: "0190c3a4-5d6e-7f80-9123-456789abcdef" };
    await j.store.write((tx) => setLimit(tx, j.accountId, "maxRecipients", 2));
    const stored = vi.spyOn(j.store.blobs, "putStream");
    const outcomes = await Promise.all([0, 1, 2].map(() => redirect(sending, given)));
    expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(new Set(outcomes.map(({ done }) => done!.id)).size).toBe(1);
    const { text } = await arrived();
    expect(text).toContain(`\r\nResent-Message-ID: <${given.redirectId}@pismo.localhost>\r\n`);
    stored.mockClear();
    const [{ done: first }] = outcomes as [(typeof outcomes)[number]];
    await eventually(async () =>
      expect((await redirect(sending, given)).done).toMatchObject({ id: first!.id, undoStatus: "final" }),
    );
    expect(stored).not.toHaveBeenCalled();
    expect((await j.call("EmailSubmission/get", { ids: null })).list).toHaveLength(1);
    expect(peer.messages).toHaveLength(1);

    // To others, or of another letter, it is no repetition.
    const others = { ...given, to: people("third@b.example") };
    expect((await redirect(sending, others)).error).toMatchObject({ properties: ["redirectId"] });
    expect((await redirect(sending, { ...given, redirectId: "a b\r\nc: d, e: f, g" })).error).toMatchObject({
      properties: ["redirectId"],
    });
    await j.store.write((tx) => setLimit(tx, j.accountId, "maxRecipients", "none"));
    const another = await redirect(sending, { ...given, emailId: await receive(j) });
    expect(another.done?.id).not.toBe(first!.id);
    // A client does not see what was destroyed.
    await j.call("EmailSubmission/set", { destroy: [first!.id] });
    expect((await redirect(sending, given)).error).toMatchObject({ type: "alreadyExists", existingId: first!.id });
  });

  test("a mailbox here gets it too, below the lines of its way", async () => {
    const anna = await j.addMailbox("anna");
    const emailId = await receive(j);
    await redirect(sending, { emailId, to: people("anna@pismo.localhost") });
    const [email] = await eventually(async () => {
      const { accountId } = anna;
      const { ids } = await anna.client.call("Email/query", { accountId });
      const { list } = await anna.client.call("Email/get", { accountId, ids, properties: ["blobId", "from"] });
      expect(list).toHaveLength(1);
      return list;
    });
    expect(email!.from).toMatchObject([{ name: "Boris" }]);
    const bytes = await (await anna.client.download(anna.accountId, email!.blobId!, "a.eml")).text();
    expect(bytes.endsWith(passedOn)).toBe(true);
    expect(bytes).toContain("\r\nResent-To: anna@pismo.localhost\r\n");
  });
});

describe("where several people are served", () => {
  let j: Jmap;
  beforeAll(async () => void (j = await jmap({ smtpUrl: new URL("smtp://127.0.0.1:9"), hosted: {} })));
  afterAll(() => j.close());

  test("Resent-From is one's own address; whose the letter is does not matter", async () => {
    const emailId = await receive(j);
    const to = people("friend@elsewhere.example");
    const { insertIdentity } = await import("../src/store/submission/identities.ts");
    const old = await j.store.write((tx) => insertIdentity(tx, j.accountId, { email: "bob@pismo.localhost" }));
    expect((await redirect({ j, identityId: old.id }, { emailId, to })).error).toMatchObject({ type: "forbiddenFrom" });
    expect((await redirect({ j, identityId: await identityOf(j) }, { emailId, to })).error).toBeUndefined();
  });
});

describe("of an account at a mail server", () => {
  const servers = new TestMailServers();

  test.skipIf(!canRunMailServers)("a letter goes on through its own server, and stays where it is there", async () => {
    const client = await foreignClient(servers.dovecot.port, "ann", password);
    const text = lines("From: Boris <boris@c.example>", "To: ann@b.example", "Subject: An order", "", "Two", ". dot");
    await client.append("INBOX", text);
    const { id } = await servers.add();
    const { client: own } = servers.t;
    const accountId = id!;
    const [emailId] = await eventually(async () => {
      const { ids } = await own.call("Email/query", { accountId, filter: { subject: "An order" } });
      expect(ids).toHaveLength(1);
      return ids;
    });
    const [identity] = (await own.call("Identity/get", { accountId })).list;
    const { created, notCreated } = await own.call("Outbox/redirect", {
      accountId,
      create: { r: { emailId: emailId!, identityId: identity!.id!, to: people("friend@b.example") } },
    });
    expect(notCreated).toBeNull();
    expect(created!["r"]!.envelope!.mailFrom.email).toBe("ann@b.example");
    const message = await eventually(async () => {
      const found = servers.postfix.messages().find((each) => each.includes("Subject: An order"));
      expect(found).toBeDefined();
      return found!;
    });
    expect(message.endsWith(text.replaceAll("\r\n", "\n"))).toBe(true);
    expect(message).toMatch(/^Resent-From: Ann <ann@b\.example>$/m);
    expect(message).toMatch(/^Resent-To: friend@b\.example$/m);
    const reading = await readByPython(message);
    expect(reading.from).toEqual([["Boris", "boris@c.example"]]);
    // A change of the letter still gets to its server.
    await own.call("Email/set", { accountId, update: { [emailId!]: { "keywords/$flagged": true } } });
    await eventually(async () => {
      const lock = await client.getMailboxLock("INBOX");
      try {
        expect(await client.search({ flagged: true })).toHaveLength(1);
      } finally {
        lock.release();
      }
    });
    await client.logout();
  });
});
