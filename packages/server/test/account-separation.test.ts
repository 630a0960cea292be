/**
 * No one reaches another person's data: every method is called with another account's id, and with a caller's own account
 * and another's ids wherever an id can stand. The table is typed by the contract: a method without a row does not compile.
 */
import {
  CORE,
  extensionOf,
  type Id,
  type JmapResponse,
  MAIL,
  type MethodName,
  SUBMISSION,
  VACATION_RESPONSE,
} from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "../src/methods/registry.ts";
import { recordFacts } from "../src/store/facts/email-facts.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

const secret = "Xanadu";
let anna: Jmap;
let boris: { accountId: Id; token: string };
/** One of everything, of Anna's. */
let hers: Record<
  | "mailbox"
  | "email"
  | "draft"
  | "thread"
  | "blob"
  | "part"
  | "upload"
  | "identity"
  | "submission"
  | "label"
  | "savedSearch"
  | "deadline"
  | "addressBook"
  | "card"
  | "script"
  | "file"
  | "newsletter"
  | "screened"
  | "transfer",
  Id
>;
let ownMailbox: Id;

const using = [CORE, MAIL, SUBMISSION, VACATION_RESPONSE, ...new Set(Object.values(extensionOf))] as string[];

/** A caller with Boris's token and no other. */
async function ask(calls: [name: string, args: LooseArgs][]): Promise<JmapResponse> {
  const response = await anna.fetch("http://127.0.0.1/jmap/api", {
    method: "POST",
    headers: { authorization: `Bearer ${boris.token}`, "content-type": "application/json" },
    body: JSON.stringify({ using, methodCalls: calls.map(([name, args], index) => [name, args, String(index)]) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as JmapResponse;
}

const get = (path: string) =>
  anna.fetch(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${boris.token}` } });

/** All that there is of Anna, as her own client sees it. */
async function everything(): Promise<string> {
  const { accountId } = anna;
  const answer = await anna.request([
    ["Mailbox/get", { accountId, ids: null }],
    ["Email/get", { accountId, ids: [hers.email, hers.draft], fetchAllBodyValues: true }],
    ["Thread/get", { accountId, ids: [hers.thread] }],
    ["Identity/get", { accountId, ids: null }],
    ["EmailSubmission/get", { accountId, ids: null }],
    ["VacationResponse/get", { accountId, ids: null }],
    ["PushSubscription/get", { ids: null }],
    ["Label/get", { accountId, ids: null }],
    ["SavedSearch/get", { accountId, ids: null }],
    ["AddressBook/get", { accountId, ids: null }],
    ["ContactCard/get", { accountId, ids: null }],
    ["SieveScript/get", { accountId, ids: null }],
    ["EmailFact/get", { accountId, ids: [hers.email] }],
    ["Deadline/get", { accountId, ids: null }],
  ]);
  return JSON.stringify(answer.methodResponses);
}

beforeAll(async () => {
  anna = await jmap({ accountSetup: { ca: "" } });
  const { accountId, token } = await anna.addMailbox("boris");
  boris = { accountId, token };
  const mailbox = await anna.mailbox(`${secret} plans`);
  const message = lines(
    "From: Khan <khan@mail.example>",
    "To: you@pismo.localhost",
    `Subject: ${secret}`,
    `List-Id: ${secret} <dome.mail.example>`,
    "Message-ID: <dome@mail.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    `A stately pleasure dome in ${secret}`,
    "--b",
    'Content-Type: text/plain; name="river.txt"',
    "Content-Disposition: attachment",
    "",
    `${secret}: Alph`,
    "--b--",
  );
  const email = await anna.importMessage(message, { mailboxIds: [mailbox] });
  const { blobId, threadId, attachments } = await anna.email(email, ["blobId", "threadId", "attachments"]);
  const { list: identities } = await anna.call("Identity/get", { ids: null });
  const identity = identities[0]!.id!;
  const set = await anna.call("Email/set", {
    create: {
      d: {
        mailboxIds: { [anna.role["drafts"]!]: true },
        keywords: { $draft: true },
        from: [{ email: "you@pismo.localhost" }],
        to: [{ email: "khan@mail.example" }],
        subject: `${secret} again`,
        bodyValues: { t: { value: secret } },
        textBody: [{ partId: "t", type: "text/plain" }],
      },
    },
  });
  const draft = set.created!["d"]!.id!;
  const later = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
  const envelope = {
    mailFrom: { email: "you@pismo.localhost", parameters: { HOLDUNTIL: later } },
    rcptTo: [{ email: "you@pismo.localhost", parameters: null }],
  };
  const sent = await anna.call("EmailSubmission/set", {
    create: { s: { emailId: draft, identityId: identity, envelope } },
  });
  const submission = sent.created!["s"]!.id!;
  await anna.call("VacationResponse/set", { update: { singleton: { textBody: `${secret} until Monday` } } });
  const file = (await anna.call("File/query", {})).ids[0]!;
  const newsletter = (await anna.call("Newsletter/query", {})).ids[0]!;
  const upload = await anna.upload(`${secret}: not sent yet`);
  const part = attachments![0]!.blobId!;
  const labels = await anna.call("Label/set", { create: { l: { name: secret } } });
  const label = labels.created!["l"]!.id!;
  const searches = await anna.call("SavedSearch/set", { create: { s: { name: secret, text: secret } } });
  const savedSearch = searches.created!["s"]!.id!;
  const fact = {
    kind: "finance" as const,
    fields: [
      { name: "dueDay" as const, value: "2099-01-31", source: "text" as const, quote: secret },
      { name: "to" as const, value: secret, source: "text" as const, quote: null },
    ],
  };
  const read = { emailId: email, category: null, sender: "own" as const, isRead: true, domain: "", facts: [fact] };
  await anna.store.write((tx) => recordFacts(tx, anna.accountId, [read]));
  await anna.call("Preferences/set", { update: { singleton: { screensInto: `${secret} waits` } } });
  await anna.ingest.deliver({
    accountId: anna.accountId,
    bytes: Buffer.from(`From: Polo <polo@mail.example>\r\nSubject: ${secret} waits\r\n\r\ntext`),
    mailboxIds: [anna.role["inbox"]!],
    isArrival: true,
    envelope: { from: "polo@mail.example", to: ["you@pismo.localhost"] },
  });
  const screened = (await anna.call("ScreenedSender/query", {})).ids[0]!;
  const deadline = (await anna.call("Deadline/query", {})).ids[0]!;
  const books = await anna.call("AddressBook/set", { create: { b: { name: secret } } });
  const addressBook = books.created!["b"]!.id!;
  const cards = await anna.call("ContactCard/set", {
    create: { c: { name: { full: secret }, addressBookIds: { [addressBook]: true } } },
  });
  const card = cards.created!["c"]!.id!;
  const scriptBlob = await anna.upload(`# ${secret}`, "application/sieve");
  const scripts = await anna.call("SieveScript/set", { create: { s: { name: secret, blobId: scriptBlob } } });
  const script = scripts.created!["s"]!.id!;
  const other = await anna.addMailbox("anna");
  const others = await anna.client.call("Mailbox/get", { accountId: other.accountId });
  const transfers = await anna.call("EmailTransfer/set", {
    create: {
      t: { toAccountId: other.accountId, mailboxId: others.list[0]!.id, emailIds: [email], keepsOriginals: true },
    },
  });
  const transfer = transfers.created!["t"]!.id;
  hers = {
    mailbox,
    email,
    draft,
    thread: threadId!,
    blob: blobId!,
    part,
    upload,
    identity,
    submission,
    label,
    savedSearch,
    deadline,
    addressBook,
    card,
    script,
    file,
    newsletter,
    screened,
    transfer,
  };
  const answer = await ask([["Mailbox/get", { accountId: boris.accountId, ids: null }]]);
  ownMailbox = (answer.methodResponses[0]![1] as { list: { id: Id }[] }).list[0]!.id;
});
afterAll(() => anna.close());

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");

/** Patches and filters of Boris's, in which Anna's ids stand. */
const attacks: Record<MethodName, () => LooseArgs[]> = {
  "Core/echo": () => [],
  "Blob/copy": () => [{ fromAccountId: anna.accountId, blobIds: [hers.blob, hers.part, hers.upload] }],
  "Blob/upload": () => [{ create: { b: { data: [{ blobId: hers.blob }] }, u: { data: [{ blobId: hers.upload }] } } }],
  "Blob/get": () => [{ ids: [hers.blob, hers.part, hers.upload] }],
  "Blob/lookup": () => [{ typeNames: ["Email", "Thread", "Mailbox"], ids: [hers.blob, hers.part, hers.upload] }],
  "Quota/get": () => [{ ids: ["q1"] }],
  "Quota/changes": () => [{ sinceState: "0" }],
  "Quota/query": () => [{ filter: { scope: "account" } }],
  "Quota/queryChanges": () => [{ sinceQueryState: "0" }],
  "PushSubscription/get": () => [{ ids: null }],
  "PushSubscription/set": () => [{ update: { p1: { expires: null } }, destroy: ["p1"] }],
  "Mailbox/get": () => [{ ids: [hers.mailbox] }],
  "Mailbox/changes": () => [{ sinceState: "0" }],
  "Mailbox/query": () => [{ filter: { parentId: hers.mailbox } }, { filter: { name: secret } }],
  "Mailbox/queryChanges": () => [{ sinceQueryState: "0", filter: { name: secret } }],
  "Mailbox/set": () => [
    { update: { [hers.mailbox]: { name: "mine" } } },
    { destroy: [hers.mailbox], onDestroyRemoveEmails: true },
    { create: { m: { name: "below hers", parentId: hers.mailbox } } },
    { update: { [ownMailbox]: { parentId: hers.mailbox } } },
  ],
  "Thread/get": () => [{ ids: [hers.thread] }],
  "Thread/changes": () => [{ sinceState: "0" }],
  "Email/get": () => [{ ids: [hers.email, hers.draft], fetchAllBodyValues: true }],
  "Email/changes": () => [{ sinceState: "0" }],
  "Email/query": () => [
    { filter: { inMailbox: hers.mailbox } },
    { filter: { inMailboxOtherThan: [ownMailbox] } },
    { filter: { text: secret } },
    { filter: { inNewsletter: hers.newsletter } },
    { anchor: hers.email },
  ],
  "Email/queryChanges": () => [{ sinceQueryState: "0", filter: { inMailbox: hers.mailbox }, upToId: hers.email }],
  "Email/set": () => [
    { update: { [hers.email]: { "keywords/$flagged": true } }, destroy: [hers.draft] },
    { update: { [hers.email]: { mailboxIds: { [ownMailbox]: true } } } },
    { create: { e: { mailboxIds: { [hers.mailbox]: true }, subject: "put into hers" } } },
    {
      create: {
        e: {
          mailboxIds: { [ownMailbox]: true },
          subject: "s",
          attachments: [{ blobId: hers.upload, type: "text/plain" }],
        },
        f: {
          mailboxIds: { [ownMailbox]: true },
          subject: "s",
          attachments: [{ blobId: hers.part, type: "text/plain" }],
        },
      },
    },
  ],
  "Email/copy": () => [
    {
      fromAccountId: anna.accountId,
      create: { c: { id: hers.email, mailboxIds: { [ownMailbox]: true } } },
      onSuccessDestroyOriginal: true,
    },
  ],
  "Email/import": () => [
    { emails: { i: { blobId: hers.blob, mailboxIds: { [ownMailbox]: true } } } },
    { emails: { i: { blobId: hers.upload, mailboxIds: { [hers.mailbox]: true } } } },
  ],
  "Email/parse": () => [{ blobIds: [hers.blob, hers.part, hers.upload], fetchAllBodyValues: true }],
  "EmailCategory/get": () => [{ ids: [hers.email] }],
  "Conversation/arrange": () => [
    { emails: { [hers.email]: null, [hers.draft]: hers.thread } },
    { emails: { [hers.email]: hers.thread } },
  ],
  "Snooze/get": () => [{ ids: [hers.email] }],
  "Snooze/put": () => [
    { emails: { [hers.email]: inAnHour() } },
    { emails: { [hers.email]: inAnHour() }, ifUnanswered: true },
    { emails: { [hers.email]: null } },
  ],
  "EmailTransfer/get": () => [{ ids: [hers.transfer] }],
  "EmailTransfer/set": () => [
    { destroy: [hers.transfer] },
    {
      create: {
        t: { toAccountId: anna.accountId, mailboxId: hers.mailbox, emailIds: [hers.email], keepsOriginals: false },
        o: { toAccountId: boris.accountId, mailboxId: ownMailbox, emailIds: [hers.email], keepsOriginals: false },
      },
    },
  ],
  "SearchSnippet/get": () => [{ filter: { text: secret }, emailIds: [hers.email, hers.draft] }],
  "File/get": () => [{ ids: [hers.file] }, { ids: null }],
  "File/changes": () => [{ sinceState: "0" }],
  "File/parse": () => [{ blobIds: [hers.blob, hers.part, hers.upload] }],
  "File/query": () => [
    { filter: { text: secret } },
    { filter: { emailId: hers.email } },
    { sort: [{ property: "name" }] },
  ],
  "SpamFilter/get": () => [{}],
  "ScreenedSender/get": () => [{ ids: [hers.screened] }, { ids: null }],
  "ScreenedSender/query": () => [{}],
  "ScreenedSender/set": () => [{ update: { [hers.screened]: { state: "letIn" } } }],
  "Newsletter/get": () => [{ ids: [hers.newsletter] }, { ids: null }],
  "Newsletter/query": () => [{ filter: { text: secret } }, { filter: { emailId: hers.email } }, {}],
  "Identity/get": () => [{ ids: [hers.identity] }],
  "Identity/changes": () => [{ sinceState: "0" }],
  "Identity/set": () => [{ update: { [hers.identity]: { name: "Boris" } }, destroy: [hers.identity] }],
  "EmailSubmission/get": () => [{ ids: [hers.submission] }, { ids: null }],
  "EmailSubmission/changes": () => [{ sinceState: "0" }],
  "EmailSubmission/query": () => [{ filter: { emailIds: [hers.draft] } }, { filter: { threadIds: [hers.thread] } }],
  "EmailSubmission/queryChanges": () => [{ sinceQueryState: "0" }],
  "EmailSubmission/set": () => [
    { update: { [hers.submission]: { undoStatus: "canceled" } } },
    { destroy: [hers.submission] },
    { create: { s: { emailId: hers.email, identityId: hers.identity } } },
  ],
  "VacationResponse/get": () => [{ ids: null }],
  "Preferences/get": () => [{ ids: null }],
  "Preferences/changes": () => [{ sinceState: "0" }],
  "Preferences/set": () => [{ update: {} }],
  "Label/get": () => [{ ids: null }, { ids: [hers.label] }],
  "Label/changes": () => [{ sinceState: "0" }],
  "Label/set": () => [
    { update: { [hers.label]: { name: "Mine" } } },
    { destroy: [hers.label] },
    { create: { l: { name: "Mine", parentId: hers.label } } },
  ],
  "EmailFact/get": () => [{ ids: [hers.email] }],
  "EmailFact/set": () => [{ update: { [hers.email]: { "corrections/0/sum": "1.00 EUR" } } }],
  "Deadline/get": () => [{ ids: null }, { ids: [hers.deadline] }],
  "Deadline/changes": () => [{ sinceState: "0" }],
  "Deadline/query": () => [{}, { filter: { emailId: hers.email } }],
  "Deadline/set": () => [{ update: { [hers.deadline]: { state: "done" } } }, { destroy: [hers.deadline] }],
  "SavedSearch/get": () => [{ ids: null }, { ids: [hers.savedSearch] }],
  "SavedSearch/changes": () => [{ sinceState: "0" }],
  "SavedSearch/set": () => [
    { update: { [hers.savedSearch]: { name: "Mine" } } },
    { destroy: [hers.savedSearch] },
    { create: { s: { name: "Mine", text: "words", mailboxId: hers.mailbox } } },
  ],
  "AddressBook/get": () => [{ ids: null }, { ids: [hers.addressBook] }],
  "AddressBook/changes": () => [{ sinceState: "0" }],
  "AddressBook/set": () => [
    { update: { [hers.addressBook]: { name: "Mine" } } },
    { destroy: [hers.addressBook], onDestroyRemoveContents: true },
    { onSuccessSetIsDefault: hers.addressBook },
  ],
  "ContactCard/get": () => [{ ids: null }, { ids: [hers.card] }],
  "ContactCard/changes": () => [{ sinceState: "0" }],
  "ContactCard/query": () => [{ filter: { text: secret } }, { filter: { inAddressBook: hers.addressBook } }, {}],
  "ContactCard/queryChanges": () => [{ sinceQueryState: "0" }],
  "ContactCard/set": () => [
    { update: { [hers.card]: { name: { full: "Mine" } } } },
    { destroy: [hers.card] },
    { create: { c: { name: { full: "Mine" }, addressBookIds: { [hers.addressBook]: true } } } },
    { create: { c: { media: { p: { kind: "photo", blobId: hers.upload } } } } },
  ],
  "ContactCard/copy": () => [{ fromAccountId: anna.accountId, create: { c: { id: hers.card } } }],
  "SieveScript/sorted": () => [{ emailIds: [hers.email] }],
  "SieveScript/paths": () => [{ mailboxIds: [hers.mailbox] }],
  "SieveScript/uses": () => [{}],
  "SieveScript/try": () => [{ script: "keep;", after: "2000-01-01T00:00:00Z" }],
  "SieveScript/get": () => [{ ids: null }, { ids: [hers.script] }],
  "SieveScript/query": () => [{}, { filter: { name: secret } }],
  "SieveScript/set": () => [
    { update: { [hers.script]: { name: "Mine" } } },
    { destroy: [hers.script] },
    { create: { s: { name: "Mine", blobId: hers.upload } } },
    { onSuccessActivateScript: hers.script },
  ],
  "SieveScript/validate": () => [{ blobId: hers.upload }],
  "VacationResponse/set": () => [{ update: {} }],
  "SenderTrust/get": () => [{ ids: [hers.email] }],
  "SenderTrust/set": () => [{ update: { [hers.email]: { showsImages: true } } }],
  "RemoteImage/sign": () => [{ urls: [] }],
  "OneClick/get": () => [{ ids: [hers.email] }],
  "OneClick/unsubscribe": () => [{ id: hers.email }],
  "MDN/parse": () => [{ blobIds: [hers.blob, hers.upload] }],
  "MDN/send": () => [
    {
      identityId: hers.identity,
      send: {
        m: {
          forEmailId: hers.email,
          disposition: { actionMode: "manual-action", sendingMode: "mdn-sent-manually", type: "displayed" },
        },
      },
    },
  ],
  "MirrorStatus/get": () => [{ ids: null }],
  "MirrorStatus/look": () => [{}],
  "MirrorStatus/dismiss": () => [{ refusalIds: ["r1"] }],
  "Outbox/get": () => [{}],
  "Outbox/retry": () => [{ ids: [hers.submission] }],
  "Outbox/edit": () => [{ ids: [hers.submission] }],
  "Outbox/redirect": () => [
    {
      create: {
        r: { emailId: hers.email, identityId: hers.identity, to: [{ name: null, email: "you@pismo.localhost" }] },
      },
    },
  ],
  "AddressBookServer/get": () => [{}],
  "AddressBookServer/put": () => [{ address: "http://127.0.0.1:9/", username: secret, password: secret }],
  "AddressBookServer/putByProvider": () => [{}],
  "AddressBookServer/remove": () => [{ keepsCards: false }],
  "AddressBookServer/look": () => [{}],
  "MailServer/discover": () => [],
  "MailServer/get": () => [{ ids: null }],
  "MailServer/set": () => [
    { update: { [anna.accountId]: { name: "Boris" } } },
    { destroy: [anna.accountId], onDestroyLoseChanges: true },
  ],
  "MailServer/trySenders": () => [{ id: anna.accountId, emails: [`x@${secret}.example`] }],
};

const matchedIdsIn = ({ list = [] }: LooseArgs) =>
  (list as { matchedIds: unknown }[]).map(({ matchedIds }) => matchedIds);

const names = Object.keys(registry) as MethodName[];
const ofNoAccount = /^(?:Core|PushSubscription|MailServer)\//;

describe("a caller who may use one account", () => {
  test.each(names.filter((name) => !ofNoAccount.test(name)))(
    "%s with another account's id: there is no such account",
    async (name) => {
      const before = await everything();
      const [args = {}] = attacks[name]();
      const from = "fromAccountId" in args && { fromAccountId: boris.accountId };
      const { methodResponses } = await ask([[name, { ...args, ...from, accountId: anna.accountId }]]);
      const [kind, result] = methodResponses[0]!;
      expect({ kind, type: result["type"] }).toEqual({ kind: "error", type: "accountNotFound" });
      expect(JSON.stringify(methodResponses)).not.toContain(secret);
      expect(await everything()).toBe(before);
    },
  );

  test.each(names)("%s with another account's ids: they are no one's", async (name) => {
    const before = await everything();
    for (const args of attacks[name]()) {
      const own = ofNoAccount.test(name) ? args : { accountId: boris.accountId, ...args };
      const { methodResponses } = await ask([[name, own]]);
      const [, result] = methodResponses[0]!;
      expect(JSON.stringify(methodResponses)).not.toContain(secret);
      for (const done of ["created", "updated", "destroyed", "copied", "parsed", "ids", "list"]) {
        // Blob/lookup tells of every id what has it (RFC 9404 §4.3).
        const told = name === "Blob/lookup" ? matchedIdsIn(result) : (result[done] ?? []);
        const all = JSON.stringify(told);
        for (const id of Object.values(hers)) expect(all, `${done} of ${name}`).not.toContain(`"${id}"`);
      }
      for (const done of ["created", "copied", "parsed"]) {
        // Of …/changes it is a list, of the caller's own.
        const made = Array.isArray(result[done]) ? [] : Object.keys(result[done] ?? {});
        expect(made, `${done} of ${name}`).toEqual([]);
      }
    }
    expect(await everything()).toBe(before);
  });

  test("downloads, uploads, streams and images of another account are not found", async () => {
    for (const blob of [hers.blob, hers.part, hers.upload]) {
      const theirs = await get(`/jmap/download/${anna.accountId}/${blob}/a.txt?type=text/plain`);
      expect(theirs.status).toBe(404);
      const mine = await get(`/jmap/download/${boris.accountId}/${blob}/a.txt?type=text/plain`);
      expect(mine.status).toBe(404);
      expect(await mine.text()).not.toContain(secret);
    }
    const upload = await anna.fetch(`http://127.0.0.1/jmap/upload/${anna.accountId}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${boris.token}`, "content-type": "text/plain" },
      body: "mine",
    });
    expect(upload.status).toBe(404);
    const session = (await (await get("/.well-known/jmap")).json()) as { accounts: object };
    expect(Object.keys(session.accounts)).toEqual([boris.accountId]);
  });
});
