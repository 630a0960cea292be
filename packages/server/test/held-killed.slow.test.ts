/**
 * The server process is killed while letters wait, and while one of them goes out: after the restart each goes out at most once,
 * one in doubt is said to be so, and what still waits is sent or taken back. Against Postfix where it can run.
 */
import { type EmailBodyPart, type Id, JmapClient } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type FaultProxy, startFaultProxy } from "./servers/fault-proxy.ts";
import { commandLine, type CommandLine, type Running } from "./support/command-line.ts";
import { createDatabase, isOnPostgres } from "./support/memory-store.ts";
import { canRunPostfix, startPostfix } from "./support/postfix.ts";
import { startPeer } from "./support/smtp-peer.ts";

/** Another process takes over what a dead one had once its lease has ended. */
const PATIENCE_MS = 90_000;

let relay: { port: number; messages(): string[]; stop(): unknown };
let proxy: FaultProxy;
let pismo: CommandLine;
let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
let env: Record<string, string>;
let running: Running & { url: string };
let token: string;
let client: JmapClient;
let accountId: Id;
let role: Record<string, Id>;

beforeAll(async () => {
  if (canRunPostfix) relay = await startPostfix();
  else {
    const peer = await startPeer();
    relay = { port: peer.port, messages: () => peer.messages.map(({ text }) => text), stop: () => peer.close() };
  }
  proxy = await startFaultProxy(relay.port);
});
afterAll(async () => {
  await proxy?.close();
  await relay?.stop();
});

beforeEach(async () => {
  pismo = commandLine();
  database = isOnPostgres ? await createDatabase(inject("templateUrl")) : undefined;
  env = {
    PISMO_SMTP_URL: `smtp://127.0.0.1:${proxy.port}`,
    ...(database && { PISMO_DATABASE_URL: database.url, PISMO_SECRET_KEY: randomBytes(32).toString("base64") }),
  };
  token = (await pismo.run(["token", "create"], env)).stdout.trim();
  await start();
  const { list } = await client.call("Mailbox/get", { accountId });
  role = Object.fromEntries(list.flatMap(({ role: name, id }) => (name ? [[name, id!]] : [])));
});
afterEach(async () => {
  proxy.onChunk = undefined;
  await pismo.close();
  await database?.drop();
});

async function start(): Promise<void> {
  running = await pismo.serve(env);
  const headers = { authorization: `Bearer ${token}` };
  client = new JmapClient({ sessionUrl: `${running.url}/.well-known/jmap`, headers });
  accountId = Object.keys((await client.session()).accounts)[0]!;
}

async function kill(): Promise<void> {
  running.child.kill("SIGKILL");
  await running.ended;
}

/** As the compose popup does, to be held. */
async function send(subject: string, parameters: Record<string, string>): Promise<{ emailId: Id; id: Id }> {
  const { list } = await client.call("Identity/get", { accountId });
  const [identity] = list;
  const draft = await client.call("Email/set", {
    accountId,
    create: {
      d: {
        mailboxIds: { [role["drafts"]!]: true },
        keywords: { $draft: true, $seen: true },
        from: [{ name: null, email: identity!.email! }],
        to: [{ name: null, email: "friend@b.example" }],
        subject,
        textBody: [{ partId: "1", type: "text/plain" } as EmailBodyPart],
        bodyValues: { "1": { value: "Hello", isEncodingProblem: false, isTruncated: false } },
      },
    },
  });
  const emailId = draft.created!["d"]!.id!;
  const mailFrom = { email: identity!.email!, parameters };
  const set = await client.call("EmailSubmission/set", {
    accountId,
    create: {
      s: {
        identityId: identity!.id!,
        emailId,
        envelope: { mailFrom, rcptTo: [{ email: "friend@b.example", parameters: null }] },
      },
    },
    onSuccessUpdateEmail: { "#s": { "keywords/$draft": null, "keywords/$submitpending": true } },
  });
  return { emailId, id: set.created!["s"]!.id! };
}

const sendNow = (id: Id) => client.call("Outbox/retry", { accountId, ids: [id] });
const cancel = (id: Id) =>
  client.call("EmailSubmission/set", { accountId, update: { [id]: { undoStatus: "canceled" } } });
const copiesOf = (subject: string): number =>
  relay.messages().filter((message) => new RegExp(`^Subject: ${subject}\r?$`, "m").test(message)).length;
const arrives = (subject: string): Promise<void> =>
  eventually(() => expect(copiesOf(subject)).toBeGreaterThan(0), PATIENCE_MS);
async function expectPlace(emailId: Id, name: string, keywords: Record<string, true>): Promise<void> {
  const properties = ["mailboxIds", "keywords"];
  const { list } = await client.call("Email/get", { accountId, ids: [emailId], properties });
  expect(list).toMatchObject([{ mailboxIds: { [role[name]!]: true }, keywords }]);
  expect(Object.keys(list[0]!.mailboxIds!)).toHaveLength(1);
}

/** It is said, and cannot be taken back. */
async function expectDoubt(emailId: Id, id: Id): Promise<void> {
  await eventually(async () => {
    const { list } = await client.call("Outbox/get", { accountId });
    expect(list).toMatchObject([{ id, emailId, recipients: [{ state: "unknown", problem: "inDoubt" }] }]);
  }, PATIENCE_MS);
  expect((await cancel(id)).notUpdated).toMatchObject({ [id]: { type: "cannotUnsend" } });
}

test("killed while letters wait: one is taken back, another is sent at once, and a third goes out by itself", async () => {
  const [undone, hurried, timed] = [
    await send("Undone", { HOLDFOR: "3600" }),
    await send("Hurried", { HOLDFOR: "3600" }),
    await send("Timed", { HOLDUNTIL: new Date(Date.now() + 5000).toISOString().replace(/\.\d+Z$/, "Z") }),
  ];
  await kill();
  await start();
  expect((await cancel(undone.id)).notUpdated ?? null).toBeNull();
  await arrives("Timed");
  await sendNow(hurried.id);
  await arrives("Hurried");
  expect(["Undone", "Hurried", "Timed"].map(copiesOf)).toEqual([0, 1, 1]);
  await expectPlace(undone.emailId, "drafts", { $draft: true, $seen: true });
  for (const { emailId } of [hurried, timed]) await expectPlace(emailId, "sent", { $seen: true });
});

test.each([
  { at: "DATA", from: "client", words: /^DATA/im, isInDoubt: false },
  { at: "the end of the text", from: "client", words: /(^|\r\n)\.\r\n$/, isInDoubt: true },
  { at: "the answer to it", from: "server", words: /^250 .*queued/im, isInDoubt: true },
] as const)("killed at $at of a letter that waited", async ({ at, from, words, isInDoubt }) => {
  const subject = `Killed at ${at}`;
  const { emailId, id } = await send(subject, { HOLDFOR: "3600" });
  let isStruck = false;
  proxy.onChunk = (chunk) => {
    if (isStruck || chunk.from !== from || !words.test(chunk.bytes.toString("latin1"))) return "pass";
    isStruck = true;
    running.child.kill("SIGKILL");
    return from === "server" ? "cut-before" : "pass";
  };
  await sendNow(id).catch(() => undefined);
  await running.ended;
  expect(isStruck).toBe(true);
  await start();
  await (isInDoubt ? expectDoubt(emailId, id) : arrives(subject));
  await expectPlace(emailId, "sent", { $seen: true });
  // A second copy would come before a further letter.
  const last = await send(`After ${at}`, { HOLDFOR: "3600" });
  await sendNow(last.id);
  await arrives(`After ${at}`);
  expect(isInDoubt ? [0, 1] : [1]).toContain(copiesOf(subject));
});

test("killed once it is sent, it stays so", async () => {
  const { emailId, id } = await send("Sent", { HOLDFOR: "3600" });
  await sendNow(id);
  await eventually(async () => {
    const { list } = await client.call("EmailSubmission/get", { accountId, ids: [id], properties: ["undoStatus"] });
    expect(list).toMatchObject([{ undoStatus: "final" }]);
  }, PATIENCE_MS);
  await kill();
  await start();
  const last = await send("After it was sent", { HOLDFOR: "3600" });
  await sendNow(last.id);
  await arrives("After it was sent");
  expect(copiesOf("Sent")).toBe(1);
  await expectPlace(emailId, "sent", { $seen: true });
});
