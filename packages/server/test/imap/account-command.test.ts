/** `pismo account` and `pismo serve`, as people start them, with a Dovecot that speaks TLS. */
import { JmapClient } from "@pismo/jmap";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { startPeer } from "../support/smtp-peer.ts";
import { type CommandLine, commandLine } from "../support/command-line.ts";
import { foreignClient, testMessage } from "./mirrored.ts";

let dovecot: Dovecot;
let command: CommandLine;
let trust: Record<string, string>;

beforeAll(async () => {
  if (canRunDovecot) dovecot = await startDovecot({ password: "pässword-17" });
});
afterAll(() => dovecot?.stop());
beforeEach(() => {
  command = commandLine();
  if (!canRunDovecot) return;
  const file = join(command.dataDir, "../ca.pem");
  writeFileSync(file, dovecot.certificate);
  trust = { NODE_EXTRA_CA_CERTS: file };
});
afterEach(() => command.close());

const addTls = (...more: string[]) => [
  "account",
  "add",
  "--imap",
  `imaps://localhost:${dovecot.tlsPort}`,
  "--user",
  "ann@example.org",
  ...more,
];

test.skipIf(!canRunDovecot)(
  "an account is added, mirrored by serve, changed through JMAP, listed and removed; its password lies nowhere in the clear",
  async () => {
    const client = await foreignClient(dovecot.port, "ann@example.org", dovecot.password);
    await client.append("INBOX", testMessage("one"));
    const signedIn: (string | null | undefined)[] = [];
    const peer = await startPeer({
      authMethods: ["PLAIN", "LOGIN"],
      onAuth({ username, password }, _session, callback) {
        signedIn.push(username, password);
        callback(null, { user: username });
      },
    });
    const add = addTls("--smtp", `smtp://127.0.0.1:${peer.port}`);
    expect(await command.run(add, trust, "pässword-17\n")).toMatchObject({ code: 0, stderr: "" });
    const token = (await command.run(["token", "create"])).stdout.trim();

    const server = await command.serve(trust);
    const jmap = new JmapClient({
      sessionUrl: `${server.url}/.well-known/jmap`,
      headers: { authorization: `Bearer ${token}` },
    });
    const session = await jmap.session();
    const [accountId] = Object.entries(session.accounts).find(([, { name }]) => name === "ann@example.org")!;
    const emailId = await eventually(async () => {
      const { ids } = await jmap.call("Email/query", { accountId });
      expect(ids).toHaveLength(1);
      return ids[0]!;
    });
    await jmap.call("Email/set", { accountId, update: { [emailId]: { "keywords/$flagged": true } } });
    await client.mailboxOpen("INBOX");
    await eventually(async () => {
      await client.noop();
      expect((await client.fetchAll("1", { flags: true }))[0]?.flags).toContain("\\Flagged");
    });

    // A message is sent by the account's own server, and is in Sent on the IMAP server once.
    const { list: mailboxes } = await jmap.call("Mailbox/get", { accountId });
    const [drafts, sent] = ["drafts", "sent"].map((role) => mailboxes.find((mailbox) => mailbox.role === role)!.id);
    const identityId = (await jmap.call("Identity/get", { accountId })).list[0]!.id;
    const draft = {
      mailboxIds: { [drafts!]: true as const },
      keywords: { $draft: true as const, $seen: true as const },
      from: [{ name: null, email: "ann@example.org" }],
      to: [{ name: null, email: "bob@b.example" }],
      subject: "Sent from here",
      bodyStructure: { partId: "1", type: "text/plain" },
      bodyValues: { "1": { value: "Hello" } },
    };
    const { created } = await jmap.call("Email/set", { accountId, create: { draft } as never });
    const submission = { identityId, emailId: created!["draft"]!.id! };
    const change = { [`mailboxIds/${drafts}`]: null, [`mailboxIds/${sent}`]: true, "keywords/$draft": null };
    await jmap.call("EmailSubmission/set", {
      accountId,
      create: { submission } as never,
      onSuccessUpdateEmail: { "#submission": change },
    });
    await eventually(async () => {
      expect(peer.messages.map(({ from, to }) => [from, ...to])).toEqual([["ann@example.org", "bob@b.example"]]);
      expect((await client.status("Sent", { messages: true })) || {}).toMatchObject({ messages: 1 });
      expect((await client.status("Drafts", { messages: true })) || {}).toMatchObject({ messages: 0 });
    });
    expect(signedIn).toEqual(["ann@example.org", "pässword-17"]);
    await peer.close();

    await eventually(async () => {
      expect((await command.run(["account", "list"])).stdout).toMatch(
        /^ann@example\.org\tlocalhost\tup to date since /,
      );
    });
    expect(server.stderr).toContain("Connected to the IMAP server");

    const files = readdirSync(command.dataDir, { recursive: true, encoding: "utf8" })
      .map((name) => join(command.dataDir, name))
      .filter((file) => statSync(file).isFile());
    const everything = Buffer.concat(files.map((file) => readFileSync(file))).toString("latin1") + server.stderr;
    expect(everything).not.toContain("pässword-17");
    expect(everything).not.toContain(Buffer.from("pässword-17").toString("latin1"));
    expect(statSync(join(command.dataDir, "secret.key")).mode & 0o777).toBe(0o600);

    expect(await command.run(["account", "remove", "ann@example.org"])).toMatchObject({ code: 0 });
    expect((await command.run(["account", "list"])).stdout).toContain("no accounts");
    expect((await client.status("INBOX", { messages: true })) || {}).toMatchObject({ messages: 1 });
    await client.logout();
  },
);

test.skipIf(!canRunDovecot)("a wrong password and an untrusted certificate add nothing", async () => {
  const wrong = await command.run(addTls(), trust, "other");
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toMatch(/cannot be used \(signIn: .*[Aa]uthentication failed/);
  const untrusted = await command.run(addTls(), {}, "pässword-17");
  expect(untrusted.stderr).toMatch(/cannot be used \(certificate: /);
  expect((await command.run(["account", "list"])).stdout).toContain("no accounts");
});

test("what makes no sense is answered with how it is right", async () => {
  expect(await command.run(["account", "add", "--imap", "imaps://localhost"])).toMatchObject({ code: 2 });
  expect((await command.run(["account", "list"])).stderr).toContain("holds no mailbox");
  expect((await command.run(["mailbox", "add", "ann"])).code).toBe(0);
  expect((await command.run(["account", "remove", "nobody@example.org"])).stderr).toContain("There is no account");
});
