/** The active script of an account sorts what arrives, in the transaction of the delivery. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createIngest } from "../src/ingest/ingest.ts";
import { startSmtpReceiver, type SmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import { destroyEmails, updateEmail } from "../src/store/mail/emails.ts";
import { findMailboxByRole, getMailboxes, insertMailbox } from "../src/store/mail/mailboxes.ts";
import { activateScript, getSieveScripts, insertSieveScripts } from "../src/store/rules/sieve-scripts.ts";
import { getRuleUses, getSortedEmails } from "../src/store/rules/rule-uses.ts";
import { createMimePool } from "../src/worker/pool.ts";
import { mailStore, type MailStore } from "./support/mail-store.ts";
import { SmtpClient } from "./support/smtp-client.ts";

let mail: MailStore;
let receiver: SmtpReceiver;
let client: SmtpClient;
let account: Id;

beforeEach(async () => {
  mail = await mailStore(["you", "second"]);
  account = mail.accountIds[0]!;
  const config = { domain: "pismo.localhost", smtpPort: 0, maxUploadSize: 5_000_000 };
  receiver = await startSmtpReceiver({ config, store: mail.store, ingest: mail.ingest, log: mail.log });
  client = await SmtpClient.open(receiver.port);
});
afterEach(async () => {
  client.close();
  await receiver.close();
  await mail.close();
});

async function activate(text: string, accountId = account): Promise<void> {
  const content = { text, ...(await mail.store.blobs.put(Buffer.from(text))) };
  await mail.store.write(async (tx) => {
    const [id] = await insertSieveScripts(tx, accountId, [{ name: `script ${content.blobId}`, content }]);
    await activateScript(tx, accountId, id!);
    return [];
  });
}

const letter = (subject: string, rest = "") => `From: Ann <ann@b.example>\r\nSubject: ${subject}\r\n${rest}\r\nbody`;
async function deliver(subject: string, to = ["you@pismo.localhost"], rest = ""): Promise<void> {
  expect(await client.deliver(to, letter(subject, rest))).toMatch(/^250/);
}

/** The folders of each letter, by path, and its keywords. */
async function places(accountId = account): Promise<string[]> {
  return mail.store.read(async (reader) => {
    const mailboxes = await getMailboxes(reader, accountId);
    const nameOf = (id: Id | null): string => {
      const found = mailboxes.find((each) => each.id === id)!;
      return found.parentId === null ? (found.role ?? found.name) : `${nameOf(found.parentId)}/${found.name}`;
    };
    const rows = await reader.all<{ id: number; mailbox_id: number; keyword: string | null }>(
      `select m.email_id as id, m.mailbox_id, k.keyword from email_mailbox m
       left join email_keyword k on k.account_id = m.account_id and k.email_id = m.email_id
       where m.account_id = ? order by m.email_id, m.mailbox_id, k.keyword`,
      Number(accountId.slice(1)),
    );
    const all = new Map<number, { folders: Set<string>; keywords: Set<string> }>();
    for (const { id, mailbox_id, keyword } of rows) {
      const each = all.get(id) ?? { folders: new Set(), keywords: new Set() };
      all.set(id, each);
      each.folders.add(nameOf(`m${mailbox_id}`));
      if (keyword !== null) each.keywords.add(keyword);
    }
    return [...all.values()].map(({ folders, keywords }) => `${[...folders].join(" + ")} [${[...keywords].join(" ")}]`);
  });
}

async function failure(): Promise<string | null> {
  const scripts = await mail.store.read((reader) => getSieveScripts(reader, account, null));
  return scripts.find(({ isActive }) => isActive)!.lastFailure?.description ?? null;
}

test("a letter goes into the folder that a rule names, with its flags, and others stay in the inbox", async () => {
  await mail.store.write((tx) => insertMailbox(tx, account, { name: "Orders" }).then(() => []));
  await activate(
    'require ["fileinto", "imap4flags"]; if header :contains "subject" "order" { fileinto :flags "\\\\Seen Work" "Orders"; }',
  );
  await deliver("Your order");
  await deliver("Hello");
  expect(await places()).toEqual(["Orders [$seen work]", "inbox []"]);
  expect(await failure()).toBeNull();
});

test("letters that were there stay where they are", async () => {
  await deliver("Your order");
  await activate('require ["fileinto", "mailbox"]; fileinto :create "Orders";');
  expect(await places()).toEqual(["inbox []"]);
  await deliver("Your order");
  expect(await places()).toEqual(["inbox []", "Orders []"]);
});

test("a folder is made with those that it is in, once", async () => {
  await activate('require ["fileinto", "mailbox", "copy"]; fileinto :copy :create "Lists/News/Weekly";');
  await deliver("One");
  await deliver("Two");
  expect(await places()).toEqual(["inbox + Lists/News/Weekly []", "inbox + Lists/News/Weekly []"]);
});

test.each([
  ["too long", "x".repeat(256), "cannot be made a folder"],
  ["too long in octets", `${"яяяяя".repeat(30)}/x`, "cannot be made a folder"],
  ["far too long", "x".repeat(100_000), "cannot be made a folder"],
  ["with control characters", "a\u0001b", "cannot be made a folder"],
  ["with a line break", "Lists/a\nb", "cannot be made a folder"],
  ["of spaces", "Lists/ /a", "cannot be made a folder"],
  ["too deep", "a/".repeat(11).slice(0, -1), "cannot be made a folder"],
  ["more than five", "1/2/3/4/5/6", "at most 5 folders are made for one letter"],
])("folders that Mailbox/set would refuse, or too many, are not made: %s", async (_, path, problem) => {
  const count = () => mail.store.read(async (reader) => (await getMailboxes(reader, account)).length);
  const before = await count();
  await activate(`require ["fileinto", "mailbox"];\nfileinto :create "${path}";`);
  await deliver("Hello", ["you@pismo.localhost", "second@pismo.localhost"]);
  expect(await places()).toEqual(["inbox []"]);
  expect(await places(mail.accountIds[1])).toEqual(["inbox []"]);
  expect(await count()).toBe(before);
  const told = (await failure())!;
  expect(told).toContain("line 2: ");
  expect(told).toContain(problem);
  expect(told.length).toBeLessThan(200);
});

test("the folders of all commands for a letter are counted together", async () => {
  await activate(
    'require ["fileinto", "mailbox"];\nfileinto :create "a/b";\nfileinto :create "a/c/d";\nfileinto :create "e";\nfileinto :create "f";',
  );
  await deliver("Hello");
  // What fails leaves the letter in the inbox, too (RFC 5228 §2.10.6).
  expect(await places()).toEqual(["inbox + a/b + a/c/d + e []"]);
  expect(await failure()).toBe("line 5: at most 5 folders are made for one letter");
});

test("[5198] one name in two forms is one folder", async () => {
  await activate('require ["fileinto", "mailbox"]; fileinto :create "Cafe\u0301";');
  await deliver("One");
  await activate('require ["fileinto"]; fileinto "Caf\u00e9";');
  await deliver("Two");
  expect(await places()).toEqual(["Caf\u00e9 []", "Caf\u00e9 []"]);
  expect(await failure()).toBeNull();
});

test("[9042] a folder is found by its id, whatever it is called now", async () => {
  const { id } = await mail.store.write((tx) => insertMailbox(tx, account, { name: "New name" }));
  await activate(`require ["fileinto", "mailboxid"]; fileinto :mailboxid "${id}" "Old name";`);
  await deliver("Hello");
  expect(await places()).toEqual(["New name []"]);
});

test("folders with a role are found by what other servers call them", async () => {
  await activate('require "fileinto"; if header :is "subject" "a" { fileinto "Trash"; } else { fileinto "Junk"; }');
  await deliver("a");
  await deliver("b");
  expect(await places()).toEqual(["trash []", "junk []"]);
});

test("what a script discards lies in the trash", async () => {
  await activate("discard;");
  await deliver("Hello");
  expect(await places()).toEqual(["trash []"]);
});

test("a script that fails leaves the letter in the inbox, and says why", async () => {
  await activate('require "fileinto";\nfileinto "Nowhere";');
  await deliver("Hello");
  expect(await places()).toEqual(["inbox []"]);
  expect(await failure()).toBe('line 2: there is no folder "Nowhere"');
  await activate('require ["fileinto", "variables", "mailbox"];\n\nfileinto :create "${none}";');
  await deliver("Again");
  expect(await places()).toEqual(["inbox []", "inbox []"]);
  expect(await failure()).toBe('line 3: "" is no name of a folder');
});

test("in the inbox of a mail server, a muted conversation leaves an answer where a rule has put it", async () => {
  const inbox = await mail.store.read((reader) => findMailboxByRole(reader, account, "inbox"));
  const arrive = async (bytes: string) => {
    const delivery = { accountId: account, bytes: Buffer.from(bytes), mailboxIds: [inbox!.id], isArrival: true };
    await mail.ingest.deliverBatch([{ ...delivery, isForRules: true, isFromServer: true }]);
  };
  await arrive(letter("Plan", "Message-ID: <plan@b.example>\r\n"));
  const [plan] = await mail.emails();
  await mail.store.write((tx) => updateEmail(tx, account, plan!.id, { keywords: ["$muted"] }));
  await activate(
    'require ["fileinto", "imap4flags", "mailbox"];\nif header :contains "from" "plans@" { fileinto :create :flags "\\\\Seen" "Plans"; }\n' +
      'else { keep :flags "Work"; }',
  );
  const answer = letter("Re: Plan", "References: <plan@b.example>\r\n");
  await arrive(answer.replace("ann@", "plans@"));
  await arrive(answer);
  await arrive(letter("Other"));
  // What a rule left in the inbox goes by, with its flags.
  expect(await places()).toEqual(["inbox [$muted]", "Plans [$seen]", "archive [$muted work]", "inbox [work]"]);
});

test("the envelope is that of the transaction, and each account has its own script", async () => {
  await activate(
    'require ["fileinto", "envelope", "mailbox"]; if envelope :is "to" "you+shop@pismo.localhost" { fileinto :create "Shop"; }',
  );
  await deliver("Hello", ["second@pismo.localhost", "you+shop@pismo.localhost"]);
  expect(await places()).toEqual(["Shop []"]);
  expect(await places(mail.accountIds[1])).toEqual(["inbox []"]);
});

test("the size is the whole letter's, with the fields that the server adds", async () => {
  await activate('require ["fileinto", "mailbox"]; if size :over 3M { fileinto :create "Large"; }');
  expect(await client.deliver(["you@pismo.localhost"], `${letter("Large")}${"x".repeat(3_200_000)}`)).toMatch(/^250/);
  await deliver("Small");
  expect(await places()).toEqual(["Large []", "inbox []"]);
});

test("[5293] what a rule does to the header is what is kept, looked at and listed; the body stays, octet for octet", async () => {
  await activate(
    'require ["editheader", "fileinto", "mailbox", "variables"];\n' +
      'if header :matches "subject" "[list] *" { deleteheader "Subject"; addheader :last "Subject" "${1}"; }\n' +
      'addheader "X-Project" "Мост"; deleteheader :index 1 "X-Note"; deleteheader :is "X-Gone" "b";\n' +
      'if header "x-project" "Мост" { fileinto :create "Bridge"; }',
  );
  const fields = "X-Note: one\r\nX-Note: two\r\n three\r\nX-Gone: a\r\nX-Gone: b\r\nContent-Type: text/plain\r\n";
  const you = ["you@pismo.localhost"];
  expect(await client.deliver(you, `${letter("[list] A plan", fields)}\r\n  \x07 more\r\n`)).toMatch(/^250/);
  expect(await places()).toEqual(["Bridge []"]);
  const [record] = await mail.emails();
  expect(record!.headers.subject).toBe("A plan");
  const text = Buffer.from((await mail.store.blobs.get(record!.blobId))!).toString("latin1");
  const [header, body] = text.split("\r\n\r\n");
  expect(body).toBe("body\r\n  \x07 more");
  expect(header!.replace(/^[\s\S]*?(?=X-Project)/, "").replace(/^Received:.*(?:\r\n\s.*)*\r\n/gm, "")).toMatch(
    /^X-Project: =\?utf-8\?B\?0JzQvtGB0YI=\?=\r\n[\s\S]*From: Ann <ann@b.example>\r\nX-Note: two\r\n three\r\nX-Gone: a\r\nContent-Type: text\/plain\r\nSubject: A plan$/i,
  );
  expect(record!.size).toBe(Buffer.byteLength(text, "latin1"));
});

test("[5293] who has sent a letter, how it came and how it is to be read stay, whatever a variable names", async () => {
  await activate(
    'require ["editheader", "variables"]; set "a" "Authentication-Results"; addheader "${a}" "pismo.localhost; dmarc=pass";' +
      'set "b" "from"; deleteheader "${b}"; set "c" "content-type"; deleteheader "${c}";',
  );
  await deliver("As it came", undefined, "Content-Type: text/plain\r\n");
  const [record] = await mail.emails();
  const text = Buffer.from((await mail.store.blobs.get(record!.blobId))!).toString("latin1");
  expect(text).not.toContain("dmarc=pass");
  expect(text).toContain("From: Ann <ann@b.example>\r\nSubject: As it came\r\nContent-Type: text/plain");
});

test("[5293] a letter that was put somewhere is changed no more, and stays in the inbox with the reason", async () => {
  await activate('require ["editheader", "fileinto", "mailbox"];\nfileinto :create "A";\naddheader "X-Late" "yes";');
  await deliver("Late");
  expect(await places()).toEqual(["inbox []"]);
  expect(await failure()).toBe("line 3: a letter is changed before it is put anywhere, and not after that");
});

test("[5293] a letter that cannot be read as a script has changed it comes as it was sent, with the reason", async () => {
  const pool = createMimePool(1);
  const mime = Object.create(pool, {
    prepare: {
      value: async (bytes: Uint8Array) => {
        if (Buffer.from(bytes).includes("X-Poison")) throw new Error("unreadable");
        return pool.prepare(bytes);
      },
    },
  }) as typeof pool;
  const ingest = createIngest({ store: mail.store, mime });
  await activate('require ["editheader", "fileinto", "mailbox"]; addheader "X-Poison" "yes"; fileinto :create "A";');
  const delivery = {
    accountId: account,
    mailboxIds: [(await mail.store.read((reader) => findMailboxByRole(reader, account, "inbox")))!.id],
    isArrival: true,
    envelope: { from: "ann@b.example", to: ["you@pismo.localhost"] },
  };
  await ingest.deliver({ ...delivery, bytes: Buffer.from(letter("Mine")) });
  expect(await places()).toEqual(["inbox []"]);
  expect((await mail.emails())[0]!.text).toBe(letter("Mine"));
  expect(await failure()).toBe("line 1: this letter cannot be read as the script has changed it");
  // What cannot be read as it came either is no fault of the script.
  await pool.close();
  const large = Buffer.from(`${letter("Large")}${"x".repeat(1_000_000)}`);
  await expect(ingest.deliver({ ...delivery, bytes: large })).rejects.toThrow(/closed/);
});

const withFile = [
  "MIME-Version: 1.0",
  'Content-Type: multipart/related; boundary="x"',
  "",
  "--x",
  "Content-Type: text/plain",
  "",
  "See the file",
  "--x",
  "Content-Type: application/pdf",
  'Content-Disposition: attachment; filename="bill.pdf"',
  "",
  "%PDF",
  "--x--",
  "",
].join("\r\n");

test("whether it has a file is what lists show, whatever type the whole letter has", async () => {
  await activate('require ["vnd.pismo.attachment", "imap4flags"]; if hasattachment { addflag "file"; }');
  await deliver("Bill", undefined, withFile);
  await deliver(
    "Only mixed",
    undefined,
    'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\n\r\ntext\r\n--x--\r\n',
  );
  await deliver("Plain");
  expect(await places()).toEqual(["inbox [file]", "inbox []", "inbox []"]);
});

const uses = () => mail.store.read((reader) => getRuleUses(reader, account));
const sortedBy = (ids: readonly Id[]) => mail.store.read((reader) => getSortedEmails(reader, account, ids));

test("the rules that a script names are noted with the letter and counted, not those of a letter that it failed on", async () => {
  await activate(
    'require ["variables", "fileinto"]; set "rules" "always";\n' +
      'if header :contains "subject" "order" { set "rules" "${rules} orders"; fileinto "Archive"; }\n' +
      'if header :contains "subject" "nowhere" { fileinto "Nowhere"; }\n',
  );
  await deliver("Your order");
  await deliver("Hello");
  await deliver("nowhere");
  const ids = ["e1", "e2", "e3"];
  expect(await sortedBy(ids)).toEqual([
    { emailId: "e1", rules: ["always", "orders"] },
    { emailId: "e2", rules: ["always"] },
  ]);
  const lastAt = expect.stringMatching(/Z$/) as string;
  expect(await uses()).toEqual([
    { rule: "always", times: 2, lastAt },
    { rule: "orders", times: 1, lastAt },
  ]);
  await mail.store.write((tx) => destroyEmails(tx, account, ["e1"]));
  expect(await sortedBy(ids)).toEqual([{ emailId: "e2", rules: ["always"] }]);
});

test("names that are none, and too many of one letter, are not noted", async () => {
  const many = Array.from({ length: 40 }, (_, index) => `r${index}`);
  await activate(`require "variables"; set "rules" "a,b ${"x".repeat(33)} ${many.join(" ")} r0";`);
  await deliver("Any");
  expect(await sortedBy(["e1"])).toEqual([{ emailId: "e1", rules: many.slice(0, 32) }]);
});
