/** Nothing that a person or a message brings becomes a command to another server: neither SMTP nor IMAP. */
import { createServer, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openSession } from "../src/bridge/imap/connection/connection.ts";
import { sendThroughRelay } from "../src/bridge/smtp/send/relay.ts";
import { createLogger } from "../src/log.ts";
import { startScriptedImap } from "./servers/scripted-imap.ts";
import { jmap } from "./support/jmap.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** An SMTP server that takes everything, and writes down what it was told: commands, not the message. */
async function recorder(): Promise<{ port: number; commands: string[] }> {
  const commands: string[] = [];
  const server = createServer((socket) => {
    let input = "";
    let isLetter = false;
    socket.on("error", () => socket.destroy());
    socket.write("220 ready\r\n");
    socket.on("data", (data: Buffer) => {
      input += data.toString("utf8");
      // A server may take a lone CR or LF for the end of a line.
      for (let end = input.search(/\r\n|\r(?!$)|\n/); end >= 0; end = input.search(/\r\n|\r(?!$)|\n/)) {
        const line = input.slice(0, end);
        input = input.slice(end).replace(/^(?:\r\n|\r|\n)/, "");
        if (isLetter && line !== ".") continue;
        if (!isLetter) commands.push(line);
        const isData = line === "DATA";
        isLetter = isData;
        if (line.startsWith("EHLO"))
          socket.write("250-x\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-DSN\r\n250 SIZE 1000000\r\n");
        else if (isData) socket.write("354 go on\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, commands };
}

const tails = [
  "\r\nRSET",
  "\nRCPT TO:<evil@x.example>",
  "\rVRFY x",
  "> SIZE=1\r\nDATA",
  "\0\r\n.\r\nQUIT",
  " BODY=8BITMIME",
  "\u2028RSET",
  "Ы\r\nRSET",
];

describe("SMTP", () => {
  test("an address with more than an address in it gives one line, or none", async () => {
    for (const tail of tails) {
      const { port, commands } = await recorder();
      await sendThroughRelay(
        { url: new URL(`smtp://127.0.0.1:${port}`), name: "pismo.localhost" },
        {
          mailFrom: {
            email: `a@x.example${tail}`,
            parameters: { ENVID: `e${tail}`, RET: `HDRS${tail}`, "X\r\nRSET": tail, SIZE: tail },
          },
          rcptTo: [`b@x.example${tail}`, `c${tail}@x.example`].map((email) => ({
            email,
            parameters: { NOTIFY: `NEVER${tail}`, ORCPT: `rfc822;b@x.example${tail}` },
          })),
          message: {
            size: 10,
            is8Bit: false,
            needsUtf8: false,
            content: async function* () {
              yield Buffer.from("a: b\r\n\r\nc\r\n");
            },
          },
        },
        () => Promise.resolve(),
      );
      const kinds = commands.map((line) =>
        /^(?:EHLO|MAIL FROM:<[^<>\s]*>|RCPT TO:<[^<>\s]*>|DATA|QUIT)/.exec(line)?.[0].slice(0, 4),
      );
      expect({ tail, commands, kinds }).toEqual({ tail, commands, kinds: kinds.filter((kind) => kind !== undefined) });
      expect(commands.filter((line) => line.startsWith("RCPT")).length).toBeLessThanOrEqual(2);
      expect(commands.filter((line) => line === "DATA").length).toBeLessThanOrEqual(1);
    }
  });

  test("and the API takes none of them as a recipient", async () => {
    const t = await jmap({ smtpUrl: new URL("smtp://127.0.0.1:1") });
    closing.push(() => t.close());
    const emailId = await t.importMessage("From: you@pismo.localhost\r\nTo: b@x.example\r\n\r\nx\r\n");
    const { list } = await t.call("Identity/get");
    for (const tail of tails) {
      const envelope = { mailFrom: { email: "you@pismo.localhost" }, rcptTo: [{ email: `b@x.example${tail}` }] };
      const create = { s: { identityId: list[0]?.id, emailId, envelope } };
      const { notCreated } = await t.call("EmailSubmission/set", { create });
      expect({ tail, type: notCreated?.["s"]?.type }).toEqual({ tail, type: "invalidRecipients" });
    }
  });
});

test("IMAP: names, passwords, words, folders and flags stay what they are, and nothing behind them is a command", async () => {
  const word = 'a" {3}\r\nA9 DELETE INBOX\r\n';
  const hostile = [
    word,
    `Ы${word}`,
    "x\nA9 DELETE INBOX",
    "x\rA9 DELETE INBOX",
    '\\"',
    "{100}",
    "{100+}\r\n",
    "*",
    "%",
    "NIL",
    "",
  ];
  for (const text of hostile) {
    const server = await startScriptedImap([{ uid: 5, source: "Subject: x\r\n\r\nx\r\n" }]);
    closing.push(() => server.close());
    const account = {
      host: "127.0.0.1",
      port: server.port,
      security: "plain" as const,
      grantedAt: null,
      smtpUrl: null,
    };
    const open = (username: string, password: string) =>
      openSession({ ...account, username, password }, createLogger("silent"));
    // What cannot be said is not said: then there is an error, and no command.
    await open(`u${text}`, `p${text}`).then(
      (session) => session.close(),
      () => undefined,
    );
    const session = await open("u", "p");
    const { client } = session;
    await client.mailboxOpen("INBOX");
    const tries: (() => Promise<unknown>)[] = [
      () => client.search({ body: text, subject: text, header: { "x-a": text } }, { uid: true }),
      () => client.mailboxCreate(`f${text}`),
      () => client.mailboxRename("INBOX", `g${text}`),
      () => client.messageFlagsAdd("5", [text], { uid: true }),
      () => client.messageMove("5", `h${text}`, { uid: true }),
      () => client.append("INBOX", Buffer.from("a: b\r\n\r\n"), [text]),
    ];
    for (const attempt of tries) await attempt().catch(() => undefined);
    await session.close();
    const verbs = server.commands.map((command) => /^(?:UID )?[A-Z]+/.exec(command)?.[0]);
    expect(verbs.filter((verb) => verb === "DELETE" || verb === undefined)).toEqual([]);
  }
});
