/** Mail servers elsewhere, as a person's account has them: a Dovecot, a Postfix behind its passwords, a page that names them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { canRunDovecot, type Dovecot, startDovecot } from "../../packages/server/test/servers/dovecot.ts";
import { foreignClient } from "../../packages/server/test/servers/foreign-client.ts";
import { freePort } from "../../packages/server/test/servers/free-port.ts";
import { createTestAuthority } from "../../packages/server/test/servers/test-authority.ts";
import {
  canRunPostfix,
  type Postfix,
  type PostfixOptions,
  startPostfix,
} from "../../packages/server/test/support/postfix.ts";

export const canRunMailWorld = canRunDovecot && canRunPostfix;
export const worldPassword = "pässword-17";

export interface MailWorld {
  dovecot: Dovecot;
  postfix: Postfix;
  /** Like `dovecot`, with a certificate of an unknown issuer. */
  strangers: Dovecot;
  /** Settings of a Pismo that knows this world. */
  env: Record<string, string>;
  /** Restarts `dovecot` with more lines of settings, or with its own alone. */
  restart(settings?: string): Promise<void>;
  /** Puts a message into a user's inbox. */
  put(user: string, subject: string): Promise<void>;
  /** Subjects in a user's folder. */
  subjectsIn(user: string, folder: string): Promise<string[]>;
  stop(): Promise<void>;
}

const page = (imapPort: number, smtpPort: number): string =>
  `<clientConfig version="1.1"><emailProvider id="mail.test"><displayName>Mail</displayName>
   <incomingServer type="imap"><hostname>localhost</hostname><port>${imapPort}</port><socketType>SSL</socketType><username>%EMAILLOCALPART%</username></incomingServer>
   <outgoingServer type="smtp"><hostname>localhost</hostname><port>${smtpPort}</port><socketType>STARTTLS</socketType></outgoingServer></emailProvider></clientConfig>`;

/** @param senders who may send from which address; without them the server does not look */
export async function startMailWorld({ senders }: Pick<PostfixOptions, "senders"> = {}): Promise<MailWorld> {
  const dir = mkdtempSync(join(tmpdir(), "pismo-world-"));
  const authority = createTestAuthority();
  const certificate = authority.sign(["localhost"]);
  writeFileSync(join(dir, "ca.pem"), authority.ca);
  const authPort = await freePort();
  const ownSettings = `service auth {\n  inet_listener {\n    address = 127.0.0.1\n    port = ${authPort}\n  }\n}`;
  const dovecot = await startDovecot({ password: worldPassword, certificate, settings: ownSettings });
  const strangers = await startDovecot({ password: worldPassword, certificate: authority.selfSigned(["localhost"]) });
  const postfix = await startPostfix({ certificate, authPort, ...(senders && { senders }) });
  // The page of mail.test alone: of other domains nothing is known.
  const web: Server = createServer(certificate, (request, response) => {
    response.writeHead(request.url === "/mail.test" ? 200 : 404);
    response.end(request.url === "/mail.test" ? page(dovecot.tlsPort, postfix.port) : "");
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const { port } = web.address() as AddressInfo;

  async function as<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = await foreignClient(dovecot.port, user, worldPassword);
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }
  return {
    dovecot,
    postfix,
    strangers,
    env: {
      PISMO_AUTOCONFIG_URL: `https://localhost:${port}/{domain}`,
      NODE_EXTRA_CA_CERTS: join(dir, "ca.pem"),
    },
    async restart(settings = "") {
      dovecot.configure({ settings: `${ownSettings}\n${settings}` });
      await dovecot.restart();
    },
    async put(user, subject) {
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        from: "Friend <friend@b.example>",
        to: `${user}@mail.test`,
        subject,
        text: "The text of it",
      });
      await as(user, (client) => client.append("INBOX", message as Buffer));
    },
    subjectsIn: (user, folder) =>
      as(user, async (client) => {
        const box = await client.mailboxOpen(folder, { readOnly: true });
        if (box.exists === 0) return [];
        return (await client.fetchAll("1:*", { envelope: true })).map(({ envelope }) => envelope?.subject ?? "");
      }),
    async stop() {
      postfix.stop();
      await Promise.all([dovecot.stop(), strangers.stop()]);
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
      authority.remove();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
