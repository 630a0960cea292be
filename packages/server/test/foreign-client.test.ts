/** Clients that were written for other servers read and change a mailbox here: jmap-jam, and what meli is known to send. */
import type { Email, Identity, Mailbox } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { type TestServer, testServer } from "./support/server.ts";

interface Results {
  ids: string[];
  list: (Partial<Email> & Partial<Mailbox> & Partial<Identity>)[];
}
interface Draft {
  $ref(path: string): object;
}
type Api<T> = Record<
  "Email" | "EmailSubmission" | "Identity" | "Mailbox",
  Record<"get" | "query" | "set", (args: object) => T>
>;
/** What we use of it: its own types lead to sources that our compiler settings refuse. */
interface Jam {
  api: Api<Promise<[Results]>>;
  requestMany<K extends string>(build: (t: Api<Draft>) => Record<K, Draft>): Promise<[Record<K, Results>]>;
  getPrimaryAccount(): Promise<string>;
  uploadBlob(accountId: string, body: Blob): Promise<{ blobId: string }>;
  downloadBlob(wanted: Record<"accountId" | "blobId" | "fileName" | "mimeType", string>): Promise<Response>;
}
const packageName: string = "jmap-jam";
const { default: JamClient } = (await import(packageName)) as {
  default: new (options: { sessionUrl: string; bearerToken: string }) => Jam;
};

let server: TestServer;
let jam: Jam;
let accountId: string;

beforeEach(async () => {
  server = await testServer({ sends: true });
  jam = new JamClient({ sessionUrl: `${await server.listen()}/.well-known/jmap`, bearerToken: server.token });
  accountId = await jam.getPrimaryAccount();
  const inbox = await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from("From: Anna <anna@b.example>\r\nSubject: Tickets\r\n\r\nTwo seats by the window.\r\n");
  await server.ingest.deliver({ accountId, bytes, mailboxIds: [inbox?.id ?? ""] });
});
afterEach(() => server.close());

const findByWord = async (text: string) => {
  const [answer] = await jam.requestMany((t) => {
    const found = t.Email.query({ accountId, filter: { text } });
    const messages = t.Email.get({
      accountId,
      ids: found.$ref("/ids"),
      properties: ["id", "subject", "keywords", "mailboxIds"],
    });
    return { found, letters: messages };
  });
  return answer.letters.list;
};

test("it finds a message by a word of its body, in one batch with a back reference", async () => {
  expect(await findByWord("window")).toMatchObject([{ subject: "Tickets", keywords: {} }]);
});

test("it marks a message as read and moves it", async () => {
  const [letter] = await findByWord("window");
  const [{ list }] = await jam.api.Mailbox.get({ accountId });
  const archive = list.find(({ role }) => role === "archive");
  const id = letter?.id ?? "";
  await jam.api.Email.set({
    accountId,
    update: { [id]: { "keywords/$seen": true, mailboxIds: { [archive?.id ?? ""]: true } } },
  });
  expect(await findByWord("window")).toMatchObject([
    { id, keywords: { $seen: true }, mailboxIds: { [archive?.id ?? ""]: true } },
  ]);
});

test("it writes a message with an uploaded file, sends it, and reads the file from what arrived", async () => {
  const [{ list: mailboxes }] = await jam.api.Mailbox.get({ accountId });
  const drafts = mailboxes.find(({ role }) => role === "drafts")?.id ?? "";
  const [{ list: identities }] = await jam.api.Identity.get({ accountId });
  const { blobId } = await jam.uploadBlob(accountId, new Blob(["the map"], { type: "text/plain" }));
  await jam.requestMany((t) => {
    const draft = t.Email.set({
      accountId,
      create: {
        letter: {
          mailboxIds: { [drafts]: true },
          from: [{ name: null, email: identities[0]?.email ?? "" }],
          to: [{ name: null, email: "you@pismo.localhost" }],
          subject: "Where we meet",
          bodyValues: { text: { value: "See the file.", isEncodingProblem: false, isTruncated: false } },
          textBody: [{ partId: "text", type: "text/plain" }],
          attachments: [{ blobId, type: "text/plain", name: "map.txt" }],
        },
      },
    });
    const sent = t.EmailSubmission.set({
      accountId,
      create: { s: { identityId: identities[0]?.id ?? "", emailId: "#letter" } },
    });
    return { draft, sent };
  });
  const arrived = async () => {
    const [{ ids }] = await jam.api.Email.query({ accountId, filter: { subject: "Where we meet" } });
    return ids;
  };
  await expect.poll(arrived, { timeout: 25_000 }).toHaveLength(2);
  const [{ list }] = await jam.api.Email.get({ accountId, ids: await arrived(), properties: ["attachments"] });
  const attachment = list[0]?.attachments?.[0];
  expect(attachment).toMatchObject({ name: "map.txt", size: 7 });
  const file = await jam.downloadBlob({
    accountId,
    blobId: attachment?.blobId ?? "",
    fileName: "map.txt",
    mimeType: "text/plain",
  });
  expect(await file.text()).toBe("the map");
});

test("it names what went wrong by the RFC's words", async () => {
  await expect(jam.api.Email.get({ accountId: "a999", ids: [] })).rejects.toMatchObject({ type: "accountNotFound" });
});

test("nulls for defaults and an expected undoStatus, as meli writes them, are no reason to refuse a message", async () => {
  const [{ list: mailboxes }] = await jam.api.Mailbox.get({ accountId });
  const drafts = mailboxes.find(({ role }) => role === "drafts")?.id ?? "";
  const message = "From: you@pismo.localhost\r\nTo: you@pismo.localhost\r\nSubject: To myself\r\n\r\nA note.\r\n";
  const { blobId } = await jam.uploadBlob(accountId, new Blob([message]));
  const letter = {
    blobId,
    mailboxIds: { [drafts]: true as const },
    keywords: { $draft: true as const },
    receivedAt: null,
  };
  const { created } = await server.client.call("Email/import", { accountId, emails: { newid: letter } });
  const { ids } = await server.client.call("Email/query", {
    accountId,
    sort: [{ property: "receivedAt", isAscending: false, collation: null }],
  });
  expect(ids[0]).toBe(created?.["newid"]?.id);
  const [{ list: identities }] = await jam.api.Identity.get({ accountId });
  const submission = { identityId: identities[0]?.id, emailId: ids[0], envelope: null, undoStatus: "final" };
  const answer = await jam.api.EmailSubmission.set({ accountId, create: { k1490: submission } });
  expect(answer[0]).toMatchObject({ created: { k1490: { undoStatus: expect.any(String) as unknown } } });
});
