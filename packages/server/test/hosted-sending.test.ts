/** A server for several people whose messages go out through PISMO_SMTP_URL, with each person's own name and password. */
import { JmapClient, type SetError } from "@pismo/jmap";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { freePort } from "./servers/free-port.ts";
import { type CommandLine, commandLine } from "./support/command-line.ts";
import { canRunPostfix, type Postfix, startPostfix } from "./support/postfix.ts";
import { startPeer } from "./support/smtp-peer.ts";

const canRun = canRunDovecot && canRunPostfix;
const password = "pässword-17";
let dovecot: Dovecot;
let postfix: Postfix;
const commands: CommandLine[] = [];

beforeAll(async () => {
  if (!canRun) return;
  const authPort = await freePort();
  const settings = `service auth {\n  inet_listener {\n    address = 127.0.0.1\n    port = ${authPort}\n  }\n}`;
  dovecot = await startDovecot({ password, settings });
  postfix = await startPostfix({ authPort });
});
afterAll(async () => {
  for (const command of commands) await command.close();
  if (!canRun) return;
  postfix.stop();
  await dovecot.stop();
});

/** Signs in as ann and sends a message to friend@b.example. */
async function sendAs(
  smtpUrl: string,
  subject: string,
  { from, env = {} }: { from?: string; env?: Record<string, string> } = {},
): Promise<SetError | undefined> {
  const command = commandLine();
  commands.push(command);
  const { url } = await command.serve({
    PISMO_MODE: "hosted",
    PISMO_IMAP_URL: `imap://127.0.0.1:${dovecot.port}`,
    PISMO_SMTP_URL: smtpUrl,
    PISMO_DOMAIN: "b.example",
    ...env,
  });
  const answer = await fetch(`${url}/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ username: "ann", password }),
  });
  expect(answer.status).toBeLessThan(300);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const client = new JmapClient({ sessionUrl: `${url}/.well-known/jmap`, headers: { cookie } });
  const accountId = Object.keys((await client.session()).accounts)[0]!;
  const drafts = (await client.call("Mailbox/get", { accountId })).list.find(({ role }) => role === "drafts")!.id!;
  const [identity] = (await client.call("Identity/get", { accountId })).list;
  const draft = {
    mailboxIds: { [drafts]: true },
    from: [{ name: null, email: from ?? identity!.email! }],
    to: [{ name: null, email: "friend@b.example" }],
    subject,
    bodyStructure: { partId: "1", type: "text/plain" },
    bodyValues: { "1": { value: "Hello" } },
  };
  const { created } = await client.call("Email/set", { accountId, create: { draft } as never });
  const submission = { identityId: identity!.id!, emailId: created!["draft"]!.id! };
  const { notCreated } = await client.call("EmailSubmission/set", { accountId, create: { submission } });
  return notCreated?.["submission"];
}

test.skipIf(!canRun)("a person's messages go out with their own name and password", async () => {
  expect(await sendAs(`smtp://127.0.0.1:${postfix.port}`, "From a host")).toBeUndefined();
  await eventually(() => {
    const message = postfix.messages().find((text) => text.includes("Subject: From a host"));
    expect(message).toContain("From: ann@b.example");
    // Postfix asked Dovecot who that was.
    expect(message).toMatch(/with ESMTPA|with ESMTPSA/);
  });
});

test.skipIf(!canRun)(
  "where the setting has a name and a password of its own, those are used for everyone",
  async () => {
    const signedIn: (string | null | undefined)[] = [];
    const peer = await startPeer({
      authMethods: ["PLAIN"],
      onAuth(auth, _session, callback) {
        signedIn.push(auth.username, auth.password);
        callback(null, { user: auth.username });
      },
    });
    const smtpUrl = `smtp://relay:relay-password@127.0.0.1:${peer.port}`;
    expect(await sendAs(smtpUrl, "Through the relay")).toBeUndefined();
    await eventually(() => expect(peer.messages).toHaveLength(1));
    expect(signedIn).toEqual(["relay", "relay-password"]);
    await peer.close();
  },
);

test.skipIf(!canRun)(
  "from an alias that the administrator names a message goes out, from another's address none",
  async () => {
    const smtpUrl = `smtp://127.0.0.1:${postfix.port}`;
    const folder = mkdtempSync(join(tmpdir(), "pismo-aliases-"));
    const env = { PISMO_ALIASES_FILE: join(folder, "aliases") };
    writeFileSync(env.PISMO_ALIASES_FILE, "sales@b.example ann\n");
    expect(await sendAs(smtpUrl, "As sales", { env, from: "sales@b.example" })).toBeUndefined();
    expect(await sendAs(smtpUrl, "As bob", { env, from: "bob@b.example" })).toMatchObject({ type: "forbiddenFrom" });
    await eventually(() =>
      expect(postfix.messages().find((text) => text.includes("Subject: As sales"))).toContain("From: sales@b.example"),
    );
    expect(postfix.messages().some((text) => text.includes("Subject: As bob"))).toBe(false);
    writeFileSync(env.PISMO_ALIASES_FILE, "sales@b.example ann\nnobody\n");
    const command = commandLine();
    commands.push(command);
    const { code, stderr } = await command.run(["serve"], {
      ...env,
      PISMO_MODE: "hosted",
      PISMO_IMAP_URL: "imaps://x",
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/PISMO_ALIASES_FILE .*line 2 must be an address/);
    rmSync(folder, { recursive: true });
  },
);
