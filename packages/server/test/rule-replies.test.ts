/** What rules send because of a letter that arrives: on to others, rejections, answers. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRuleReplies } from "../src/bridge/smtp/rules/rule-reply-queue.ts";
import { startSmtpReceiver, type SmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import { getSubmissions } from "../src/store/submission/email-submissions.ts";
import { updateVacationResponse } from "../src/store/submission/vacation-responses.ts";
import { allowRedirect, forbidRedirect, noteRedirectLimit } from "../src/store/rules/redirects.ts";
import { listDueReplies } from "../src/store/rules/rule-replies.ts";
import { activateScript, getSieveScripts, insertSieveScripts } from "../src/store/rules/sieve-scripts.ts";
import { destroyIdentities, getIdentities, insertIdentity } from "../src/store/submission/identities.ts";
import { setLimit } from "../src/store/people/limits.ts";
import { accountKey } from "../src/store/db/ids.ts";
import { mailStore, type MailStore } from "./support/mail-store.ts";
import { SmtpClient } from "./support/smtp-client.ts";

let mail: MailStore;
let receiver: SmtpReceiver;
let client: SmtpClient;
let replies: ReturnType<typeof startRuleReplies>;
let start: () => ReturnType<typeof startRuleReplies>;
let account: string;
let other: string;
let canSend: boolean;
/** An account whose server does not answer, and how often it was tried. */
let unreachable: string | undefined;
let attempts: number;
/** Of a letter that is sent on. */
let maxSize: number;

beforeEach(async () => {
  mail = await mailStore(["you", "other"]);
  [account, other] = mail.accountIds as [string, string];
  canSend = true;
  unreachable = undefined;
  attempts = 0;
  maxSize = 5_000_000;
  const config = { domain: "pismo.localhost", smtpPort: 0, maxUploadSize: 5_000_000 };
  receiver = await startSmtpReceiver({ config, store: mail.store, ingest: mail.ingest, log: mail.log });
  client = await SmtpClient.open(receiver.port);
  const may = async (_: unknown, accountId: string) => {
    if (accountId === unreachable && ++attempts > 0) throw new Error("unreachable");
    return canSend;
  };
  const sending = {
    ...config,
    trustedServers: ["MX.pismo.localhost"],
    get maxUploadSize() {
      return maxSize;
    },
  };
  start = () => startRuleReplies({ ...mail, config: sending, maySend: may, reaches: may });
  replies = start();
});
afterEach(async () => {
  client.close();
  await receiver.close();
  await replies.close();
  await mail.close();
});

const change = (work: Parameters<MailStore["store"]["write"]>[0]) =>
  mail.store.write(async (tx) => {
    await work(tx);
    return [];
  });
const allow = (address: string, accountId = account) => change((tx) => allowRedirect(tx, accountId, address));

async function activate(text: string, accountId = account): Promise<void> {
  const content = { text, ...(await mail.store.blobs.put(Buffer.from(text))) };
  await change(async (tx) => {
    const [id] = await insertSieveScripts(tx, accountId, [{ name: content.blobId, content }]);
    await activateScript(tx, accountId, id!);
  });
}

async function receive(header = "", from = "ann@b.example", body = "body", to = "you"): Promise<void> {
  const letter = `${header}From: Ann <ann@b.example>\r\nTo: you@pismo.localhost\r\nMessage-ID: <1@b.example>\r\nSubject: Hello\r\n\r\n${body}`;
  expect(await client.deliver([`${to}@pismo.localhost`], letter, from)).toMatch(/^250/);
}

/** Until all that rules want sent has been decided. */
async function deliver(...letter: Parameters<typeof receive>): Promise<void> {
  await receive(...letter);
  await expect.poll(() => mail.store.read((reader) => listDueReplies(reader, 10))).toEqual([]);
}

const submissions = (accountId = account) => mail.store.read((reader) => getSubmissions(reader, accountId));
const recipients = async () =>
  (await submissions()).flatMap(({ envelope }) => envelope.rcptTo.map(({ email }) => email)).toSorted();
async function failure(): Promise<string | undefined> {
  const scripts = await mail.store.read((reader) => getSieveScripts(reader, account, null));
  return scripts.find(({ isActive }) => isActive)!.lastFailure?.description;
}
const makeOlder = (hours: number) =>
  change((tx) =>
    tx.run(
      "update email set received_at = received_at - ? where account_id = ?",
      hours * 3_600_000,
      accountKey(account),
    ),
  );
const makeAnswersOlder = (hours: number) =>
  change((tx) =>
    tx.run(
      "update rule_answered set answered_at = answered_at - ? where account_id = ?",
      hours * 3_600_000,
      accountKey(account),
    ),
  );
const countIn = async (role: string) => (await mail.emails(account, role)).length;

const redirect = 'redirect "friend@c.example";';

test("[5228 §4.2] what would be sent on to the mailbox itself stays there, and the script says why", async () => {
  for (const address of ["you@pismo.localhost", "You+loop@pismo.localhost"]) {
    await allow(address);
    await activate(`redirect "${address}";`);
    await deliver();
    expect(await failure()).toBe(
      `line 1: letters sent on to "${address}" come back: it is the address of this mailbox`,
    );
  }
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(2);
});

test("[5228 §4.2] a letter is sent on as it is, with who did it before it, and lies in the trash", async () => {
  await allow("Friend@c.example");
  await activate(redirect);
  await deliver();
  const [sent] = await submissions();
  expect(sent).toMatchObject({
    isRedirect: true,
    envelope: { mailFrom: { email: "you@pismo.localhost" }, rcptTo: [{ email: "friend@c.example" }] },
  });
  const message = Buffer.from((await mail.store.blobs.get(sent!.blobId))!).toString();
  const [arrived] = await mail.emails(account, "trash");
  expect(message).toMatch(/^Resent-From: .*<?you@pismo\.localhost>?\r\nResent-To: friend@c\.example\r\n/);
  expect(message.endsWith(arrived!.text)).toBe(true);
  expect(await countIn("inbox")).toBe(0);
});

test("[3894] with :copy it stays, and two addresses get it", async () => {
  await allow("a@c.example");
  await allow("b@c.example");
  await activate(
    'require "copy"; redirect :copy "a@c.example"; redirect :copy "b@c.example"; redirect :copy "A@c.example";',
  );
  await deliver();
  expect(await recipients()).toEqual(["a@c.example", "b@c.example"]);
  expect(await countIn("inbox")).toBe(1);
});

test("letters that were there are not sent on", async () => {
  await deliver();
  await allow("friend@c.example");
  await activate(redirect);
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(1);
});

test.each<[string, string, string, string]>([
  [
    "that this person sent on before",
    "Resent-From: You <you@pismo.localhost>\r\n",
    "ann@b.example",
    "has been here before",
  ],
  [
    "that was delivered here twice",
    "Delivered-To: you@pismo.localhost\r\n".repeat(2),
    "ann@b.example",
    "has been here before",
  ],
  [
    "of too many servers",
    "Received: from a by b; Thu, 26 Nov 2026 10:00:00 +0000\r\n".repeat(31),
    "ann@b.example",
    "has been here before",
  ],
  ["without a sender", "", "", "a report of a mail server"],
  ["with a report", "Content-Type: multipart/report; boundary=a\r\n", "ann@b.example", "a report of a mail server"],
])("a letter %s stays in the inbox", async (_, header, from, reason) => {
  await allow("friend@c.example");
  await activate(redirect);
  await deliver(header, from);
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(1);
  expect(await countIn("trash")).toBe(0);
  expect(await failure()).toContain(reason);
});

test.each(["Resent-From", "Delivered-To"])(
  "a letter whose %s has this person's domain in A-labels has been here",
  async (field) => {
    await allow("friend@c.example");
    await activate(redirect);
    await change((tx) => insertIdentity(tx, account, { email: "you@Пример.example", name: "" }));
    await deliver(`${field}: YOU@XN--E1AFMKFD.example\r\n`.repeat(2));
    expect(await failure()).toContain("has been here before");
    expect(await submissions()).toEqual([]);
  },
);

test("no more than so many letters are sent on within a day, and none where the administrator forbids it", async () => {
  await allow("friend@c.example");
  await activate(redirect);
  await change((tx) => noteRedirectLimit(tx, 2));
  for (let letter = 0; letter < 3; letter++) await deliver();
  expect(await submissions()).toHaveLength(2);
  expect(await countIn("inbox")).toBe(1);
  expect(await failure()).toBe("line 1: no more letters are sent on today");
  await change((tx) => noteRedirectLimit(tx, 0));
  await deliver();
  expect(await submissions()).toHaveLength(2);
  expect(await failure()).toBe("line 1: rules may not send letters on here");
});

test("an address that is no longer allowed gets nothing", async () => {
  await allow("friend@c.example");
  await activate(redirect);
  await change((tx) => forbidRedirect(tx, account, "friend@C.example"));
  await deliver();
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(1);
});

test("what no server sends comes back into the inbox", async () => {
  canSend = false;
  await allow("friend@c.example");
  await activate(redirect);
  await deliver();
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(1);
  expect(await countIn("trash")).toBe(0);
  expect(await failure()).toBe("line 1: no server sends letters of this account");
});

test("what is too large to be sent on comes back into the inbox", async () => {
  maxSize = 1000;
  await allow("friend@c.example");
  await activate(redirect);
  await deliver("", "ann@b.example", `${"x".repeat(998)}\r\n`.repeat(1010));
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(1);
  expect(await countIn("trash")).toBe(0);
  expect(await failure()).toBe("line 1: A letter has at most 1000 octets");
});

test("what cannot be sent yet is not tried at each commit, nor the account's other letters", async () => {
  for (const each of [account, other]) {
    await allow("friend@c.example", each);
    await activate(redirect, each);
  }
  unreachable = account;
  await receive();
  await expect.poll(() => attempts).toBe(1);
  await receive();
  for (let letter = 1; letter <= 3; letter++) {
    await receive("", "ann@b.example", "body", "other");
    await expect.poll(() => submissions(other)).toHaveLength(letter);
  }
  expect(attempts).toBe(1);
  expect(await mail.store.read((reader) => listDueReplies(reader, 10))).toHaveLength(2);
});

test("what cannot be sent on within two days comes back into the inbox", async () => {
  await allow("friend@c.example");
  await activate(redirect);
  unreachable = account;
  await receive();
  await expect.poll(() => attempts).toBe(1);
  await replies.close();
  await makeOlder(49);
  replies = start();
  await expect.poll(() => countIn("inbox")).toBe(1);
  expect(await failure()).toBe("line 1: it could not be sent on within two days");
  expect(await mail.store.read((reader) => listDueReplies(reader, 10))).toEqual([]);
});

test.each(["reject", "ereject"])("[5429 §2] %s tells the sender, and the letter lies in the trash", async (command) => {
  await activate(`require "${command}"; ${command} "Не пишите сюда";`);
  await deliver();
  expect(await submissions()).toMatchObject([
    { envelope: { mailFrom: { email: "" }, rcptTo: [{ email: "ann@b.example" }] } },
  ]);
  const [report] = await mail.emails(account, "sent");
  expect(report!.text).toContain("multipart/report; report-type=delivery-status");
  expect(report!.text).toContain("From: <you@pismo.localhost>\r\n");
  expect(report!.text).toContain(Buffer.from("Не пишите сюда\r\n").toString("base64"));
  expect(await countIn("trash")).toBe(1);
});

const rejecting = 'require "reject"; reject "no";';

test("a sender is told of one rejection in a day, which counts as sent", async () => {
  await change((tx) => setLimit(tx, account, "maxRecipients", 2));
  await activate(rejecting);
  await deliver();
  await deliver("", "Ann@b.example");
  expect(await recipients()).toEqual(["ann@b.example"]);
  expect(await countIn("trash")).toBe(2);
  await deliver("", "bob@b.example");
  await deliver("", "carol@b.example");
  expect(await recipients()).toEqual(["ann@b.example", "bob@b.example"]);
});

test("no more rejections than so many are told within a day, with what is sent on", async () => {
  await change((tx) => noteRedirectLimit(tx, 1));
  await activate(rejecting);
  await deliver();
  await deliver("", "bob@b.example");
  expect(await recipients()).toEqual(["ann@b.example"]);
});

test.each<[string, string, string, number]>([
  ["DMARC has failed", "ann@b.example", "dmarc=fail header.from=b.example", 0],
  ["SPF has failed", "ann@b.example", "spf=fail smtp.mailfrom=ann@b.example", 0],
  [
    "another is in the envelope than the proven author",
    "ann@c.example",
    "dmarc=pass header.from=b.example; spf=softfail smtp.mailfrom=c.example",
    0,
  ],
  ["DKIM proves the sender", "ann@b.example", "dkim=pass header.d=b.example; spf=fail smtp.mailfrom=b.example", 1],
])("of a letter where %s the sender is told only if it is no forgery", async (_, from, results, count) => {
  await activate(rejecting);
  await deliver(`Authentication-Results: mx.pismo.localhost; ${results}\r\n`, from);
  expect(await submissions()).toHaveLength(count);
  expect(await countIn("trash")).toBe(1);
});

test("what cannot be rejected comes back into the inbox", async () => {
  await activate(rejecting);
  canSend = false;
  await deliver();
  expect(await failure()).toBe("no server sends letters of this account");
  canSend = true;
  await deliver("", "you@pismo.localhost");
  expect(await failure()).toBe("this person has sent the letter");
  await change((tx) => setLimit(tx, account, "maxRecipients", 0));
  await deliver();
  expect(await failure()).toContain("tooManyRecipients");
  expect(await submissions()).toEqual([]);
  expect(await countIn("inbox")).toBe(3);
  expect(await countIn("trash")).toBe(0);
});

test("what is too late to be rejected comes back into the inbox", async () => {
  await activate(rejecting);
  unreachable = account;
  await receive();
  await expect.poll(() => attempts).toBe(1);
  await replies.close();
  await makeOlder(25);
  unreachable = undefined;
  replies = start();
  await expect.poll(() => countIn("inbox")).toBe(1);
  expect(await failure()).toBe("this letter came too late to be rejected");
  expect(await submissions()).toEqual([]);
});

test("without an identity nothing is sent on or rejected, and both letters come back", async () => {
  await allow("friend@c.example");
  await change(async (tx) => {
    const identities = await getIdentities(tx, account);
    const ids = identities.map(({ id }) => id);
    await destroyIdentities(tx, account, ids);
  });
  for (const script of [redirect, rejecting]) {
    await activate(script);
    await deliver();
    expect(await failure()).toContain("the account has no identity with its address");
  }
  expect(await countIn("inbox")).toBe(2);
  expect(await countIn("trash")).toBe(0);
});

test("a letter is rejected whatever its date says", async () => {
  await activate(rejecting);
  await deliver("Date: Thu, 1 Jan 2015 10:00:00 +0000\r\n");
  expect(await recipients()).toEqual(["ann@b.example"]);
});

test("a rejection quotes 64 KB of a header", async () => {
  await activate(rejecting);
  await deliver(`X-Long: ${"x".repeat(900)}\r\n`.repeat(200));
  const [report] = await mail.emails(account, "sent");
  expect(report!.text.length).toBeGreaterThan(64_000);
  expect(report!.text.length).toBeLessThan(68_000);
});

test.each<[string, string, string]>([
  ["a list", "List-Id: <x.example>\r\n", "ann@b.example"],
  ["a robot", "Auto-Submitted: auto-generated\r\n", "ann@b.example"],
  ["a mail server", "", ""],
])("%s is told of no rejection, and gets no answer", async (_, header, from) => {
  await activate('require ["reject"]; reject "no";');
  await deliver(header, from);
  await activate('require ["vacation"]; vacation "away";');
  await deliver(header, from);
  expect(await submissions()).toEqual([]);
});

test("[5230 §4] the sender is answered once in so many days, for each reason", async () => {
  await activate('require "vacation"; vacation :days 3 :subject "Away" "Back on Monday";');
  await deliver();
  await deliver();
  expect(await recipients()).toEqual(["ann@b.example"]);
  const [answer] = await mail.emails(account, "sent");
  expect(answer).toMatchObject({ headers: { subject: "Away", inReplyTo: ["1@b.example"] }, preview: "Back on Monday" });
  expect(answer!.text).toContain("Auto-Submitted: auto-replied");
  await activate('require "vacation"; vacation "Another reason";');
  await makeAnswersOlder(24);
  await deliver();
  expect(await submissions()).toHaveLength(2);
  expect(await countIn("inbox")).toBe(3);
});

const withSubject = (vacation: string) =>
  `require ["vacation", "variables"]; if header :matches "X-Of" "*" { set "of" "\${1}"; } ${vacation}`;

test("[5230 §4.2] a reason with a variable is one reason, whatever the letter makes of it", async () => {
  await activate(withSubject('vacation :days 3 :subject "Re: ${of}" "About ${of}: later";'));
  await deliver("X-Of: one\r\n");
  await makeAnswersOlder(24);
  await deliver("X-Of: two\r\n");
  expect(await submissions()).toHaveLength(1);
  expect((await mail.emails(account, "sent"))[0]).toMatchObject({
    headers: { subject: "Re: one" },
    preview: "About one: later",
  });
  await makeAnswersOlder(48);
  await deliver("X-Of: three\r\n");
  expect(await submissions()).toHaveLength(2);
});

test("a sender gets one answer in a day, whatever its handle", async () => {
  await activate(withSubject('vacation :handle "${of}" "Later";'));
  await deliver("X-Of: one\r\n");
  await deliver("X-Of: two\r\n");
  await deliver("X-Of: two\r\n", "bob@b.example");
  expect(await recipients()).toEqual(["ann@b.example", "bob@b.example"]);
  await makeAnswersOlder(24);
  await deliver("X-Of: two\r\n");
  expect(await submissions()).toHaveLength(3);
});

test("[5230 §4.5] the reason may be a MIME entity", async () => {
  await activate('require "vacation"; vacation :mime text:\r\nContent-Type: text/html\r\n\r\n<b>Away</b>\r\n.\r\n;');
  await deliver();
  const [answer] = await mail.emails(account, "sent");
  expect(answer!.text).toMatch(/MIME-Version: 1\.0\r\nContent-Type: text\/html\r\n\r\n<b>Away<\/b>\r\n/);
});

test("of the person's own answer and a script's only the first is sent", async () => {
  await change((tx) => updateVacationResponse(tx, account, { isEnabled: true, subject: "Own", textBody: "Own" }));
  await activate('require "vacation"; vacation "By rule";');
  await deliver();
  await expect.poll(() => submissions()).toHaveLength(1);
  expect((await mail.emails(account, "sent")).map(({ headers }) => headers.subject)).toEqual(["Own"]);
});
