/** JMAP servers behind ours, each with a person's mail in it. */
import { testMessage } from "../../packages/server/test/imap/mirrored.ts";
import { startPeer } from "../../packages/server/test/support/smtp-peer.ts";
import { foreignClient } from "../../packages/server/test/servers/foreign-client.ts";
import { startCyrus } from "../../packages/server/test/servers/cyrus.ts";
import { JmapClient } from "@pismo/jmap";
import { expect } from "@playwright/test";
import { createTransport } from "nodemailer";
import { createServerFor, type PismoServer } from "./server.ts";

interface TextFile {
  filename: string;
  content: string;
}

export interface Engine {
  /** For PISMO_JMAP_URL. */
  url: string;
  name: string;
  password: string;
  /** @param file a text that is attached */
  deliver(subject: string, text: string, file?: TextFile): Promise<void>;
  /** "Letter 1." and so on, an hour between one and the next; the newest has the highest number. */
  fill(total: number): Promise<void>;
  /** Resolves when the engine itself finds a word: some index a moment later. */
  untilFound(word: string): Promise<void>;
  /** Subjects of what was sent to bob@… */
  sentToBob(): Promise<string[]>;
  bob: string;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const attached = (file: TextFile | undefined) => (file ? { attachments: [file] } : {});

async function messageOf(
  subject: string,
  text: string,
  to: string,
  file?: TextFile,
  inReplyTo?: string,
): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: "Boris <boris@mail.example>",
    to,
    subject,
    text,
    ...attached(file),
    ...(inReplyTo !== undefined && { inReplyTo }),
  });
  return message as Buffer;
}

const dateOf = (number: number, total: number): Date =>
  new Date(Date.now() - 86_400_000 - (total - number) * 3_600_000);

/** By JMAP, a thousand at a time. */
async function importMany(client: JmapClient, total: number): Promise<void> {
  const { accounts } = await client.session();
  const accountId = Object.keys(accounts)[0]!;
  const [inbox] = (await client.call("Mailbox/query", { accountId, filter: { role: "inbox" } })).ids;
  for (let from = 1; from <= total; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, total - from + 1) }, (_, index) => from + index);
    const blobs = numbers.map((number) => [
      `n${number}`,
      { data: [{ "data:asText": testMessage(`Letter ${number}.`) }] },
    ]);
    const { created } = await client.call("Blob/upload", { accountId, create: Object.fromEntries(blobs) });
    const emails = numbers.map((number) => {
      const { id: blobId } = created![`n${number}`]!;
      const receivedAt = dateOf(number, total).toISOString().replace(/\.\d+/, "");
      return [`n${number}`, { blobId, mailboxIds: { [inbox!]: true as const }, receivedAt }] as const;
    });
    const { notCreated } = await client.call("Email/import", { accountId, emails: Object.fromEntries(emails) });
    expect(notCreated ?? null).toBeNull();
  }
}

async function importOne(client: JmapClient, message: Buffer): Promise<void> {
  const { accounts } = await client.session();
  const accountId = Object.keys(accounts)[0]!;
  const { list } = await client.call("Mailbox/get", { accountId, ids: null });
  const inbox = list.find(({ role }) => role === "inbox")!.id!;
  const { blobId } = await client.upload(accountId, Uint8Array.from(message), "message/rfc822");
  const emails = { e: { blobId, mailboxIds: { [inbox]: true as const } } };
  const { created } = await client.call("Email/import", { accountId, emails });
  expect(created?.["e"]?.id).toBeDefined();
}

/** A second Pismo, where a token takes the place of the password. */
export async function pismoEngine(
  env: Record<string, string> = {},
): Promise<Engine & { server: PismoServer; renewPassword(): Promise<string> }> {
  const server = await createServerFor(env);
  await server.pismo("mailbox", "add", "bob");
  const token = /pismo_[\w-]+/.exec(await server.pismo("token", "create", "front", "--mailbox", "you@pismo.localhost"));
  const bob = await server.client("bob@pismo.localhost");
  const accountId = Object.keys((await bob.session()).accounts)[0]!;
  const own = await server.client("you@pismo.localhost");
  return {
    server,
    url: server.url,
    name: "you@pismo.localhost",
    password: token![0],
    bob: "bob@pismo.localhost",
    deliver: (subject, text, file) =>
      server.deliver({ from: "Boris <boris@mail.example>", subject, text, ...attached(file) }),
    fill: (total) => importMany(own, total),
    untilFound: async () => undefined,
    async sentToBob() {
      const { ids } = await bob.call("Email/query", { accountId });
      const { list } = await bob.call("Email/get", { accountId, ids, properties: ["subject"] });
      return list.map(({ subject }) => subject ?? "");
    },
    async renewPassword() {
      const [id] = /\bk\d+\b/.exec(await server.pismo("token", "list")) ?? [];
      await server.pismo("token", "revoke", id ?? "");
      const other = await server.pismo("token", "create", "other", "--mailbox", "you@pismo.localhost");
      return /pismo_[\w-]+/.exec(other)![0];
    },
    goAway: () => server.kill(),
    comeBack: () => server.start(),
    stop: () => server.remove(),
  };
}

interface CyrusEngine extends Engine {
  /** A letter in the conversation of the one with that subject. */
  answer(subject: string, text: string): Promise<void>;
  /** Roles of the folders of each Email with the subject. */
  foldersOf(subject: string): Promise<string[][]>;
  keywordsOf(subject: string): Promise<string[]>;
}

export async function cyrusEngine(): Promise<CyrusEngine> {
  const peer = await startPeer();
  const cyrus = await startCyrus({ searches: true, hasDomains: true, smtpPort: peer.port, password: "tulips-4-ann" });
  const name = "ann@example.org";
  const client = await foreignClient(cyrus.port, name, cyrus.password);
  client.close();
  const authorization = `Basic ${Buffer.from(`${name}:${cyrus.password}`).toString("base64")}`;
  const append = async (message: Buffer): Promise<void> => {
    const own = await foreignClient(cyrus.port, name, cyrus.password);
    await own.append("INBOX", message);
    await own.logout();
  };
  const inFull: typeof fetch = (input, init) => fetch(new URL(input as string, cyrus.jmapUrl), init);
  const jmap = new JmapClient({ sessionUrl: cyrus.jmapUrl, headers: { authorization }, fetch: inFull });
  return {
    url: new URL(cyrus.jmapUrl).origin,
    name,
    password: cyrus.password,
    bob: "bob@mail.example",
    async deliver(subject, text, file) {
      // Of what comes by IMAP a Cyrus without annotator does not say whether it has attachments.
      if (file) return importOne(jmap, await messageOf(subject, text, name, file));
      await append(await messageOf(subject, text, name, file));
    },
    async answer(subject, text) {
      const found = async () => (await jmap.call("Email/query", { accountId: name, filter: { subject } })).ids;
      // After a move it is not in the index for a moment.
      await expect.poll(found).not.toEqual([]);
      const { list } = await jmap.call("Email/get", { accountId: name, ids: await found(), properties: ["messageId"] });
      const [inReplyTo] = list[0]!.messageId!;
      await append(await messageOf(`Re: ${subject}`, text, name, undefined, `<${inReplyTo}>`));
    },
    async fill(total) {
      const own = await foreignClient(cyrus.port, name, cyrus.password);
      for (let number = 1; number <= total; number++) {
        await own.append("INBOX", testMessage(`Letter ${number}.`), [], dateOf(number, total));
      }
      await own.logout();
    },
    async untilFound(word) {
      const find = { accountId: name, filter: { text: word } };
      await expect.poll(async () => (await jmap.call("Email/query", find)).ids.length).toBe(1);
    },
    async foldersOf(subject) {
      const { list: mailboxes } = await jmap.call("Mailbox/get", { accountId: name });
      const { ids } = await jmap.call("Email/query", { accountId: name, filter: { subject } });
      const { list } = await jmap.call("Email/get", { accountId: name, ids, properties: ["mailboxIds"] });
      const roleOf = (each: string) => mailboxes.find(({ id }) => id === each)?.role ?? "";
      return list.map(({ mailboxIds }) =>
        Object.keys(mailboxIds ?? {})
          .map(roleOf)
          .toSorted(),
      );
    },
    async keywordsOf(subject) {
      const { ids } = await jmap.call("Email/query", { accountId: name, filter: { subject } });
      const { list } = await jmap.call("Email/get", { accountId: name, ids, properties: ["keywords"] });
      return list.flatMap(({ keywords }) => Object.keys(keywords ?? {}));
    },
    sentToBob: async () => peer.messages.map(({ text }) => /^Subject: (.*?)\r$/m.exec(text)?.[1] ?? ""),
    goAway: () => cyrus.end(),
    comeBack: () => cyrus.start(),
    async stop() {
      await cyrus.stop();
      await peer.close();
    },
  };
}
