/** Servers that send without end, or that end a session and not the connection: neither blocks its mirror. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { Busy, Offline, problemOf } from "../../src/bridge/imap/connection/errors.ts";
import { openSession, type Session, type SessionOptions } from "../../src/bridge/imap/connection/connection.ts";
import { createLogger } from "../../src/log.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { type Lie, type ScriptedImap, startScriptedImap } from "../servers/scripted-imap.ts";
import { testMessage, emailsOf, MirrorStore, upToDate } from "./mirrored.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** These words again and again, until the connection ends. */
const again =
  (words: () => string, every: number): Lie =>
  (say) => {
    const timer = setInterval(() => say(words()) || clearInterval(timer), every);
    closing.push(() => clearInterval(timer));
  };

async function scripted(): Promise<ScriptedImap> {
  const server = await startScriptedImap([{ uid: 1, source: testMessage("one") }]);
  closing.push(() => server.close());
  return server;
}

async function sessionWith(server: ScriptedImap, progressCheckMs?: number): Promise<Session> {
  const at = { host: "127.0.0.1", port: server.port, security: "plain", smtpUrl: null, grantedAt: null } as const;
  const options: SessionOptions = progressCheckMs === undefined ? {} : { progressCheckMs };
  const session = await openSession({ ...at, username: "ann", password: "secret" }, createLogger("silent"), options);
  closing.push(() => session.close());
  return session;
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((error) => error);

describe("a server that drips", () => {
  test.each([
    ["one octet after the other", again(() => "x", 10)],
    ["one line after the other that says nothing", again(() => "* OK still looking\r\n", 10)],
  ])("%s: the connection is given up", async (_name, lie) => {
    const server = await scripted();
    const session = await sessionWith(server, 100);
    server.lies = { SELECT: lie };
    const error = await errorOf(session.must(session.client.mailboxOpen("INBOX")));
    expect(error).toBeInstanceOf(Offline);
    expect(problemOf(error)).toMatch(/^timeout: /);
    expect(session.client.usable).toBe(false);
  });

  test("already when it is signed in to", async () => {
    const server = await scripted();
    server.lies = { LOGIN: again(() => "x", 10) };
    const error = await errorOf(sessionWith(server, 100));
    expect(problemOf(error)).toMatch(/^timeout: /);
  });

  test("but one whose large answer makes progress is waited for", async () => {
    const server = await scripted();
    const session = await sessionWith(server, 200);
    const pieces = 40;
    server.lies = {
      "UID FETCH": (say, tag) => {
        let left = pieces;
        say(`* 1 FETCH (UID 1 BODY[] {${pieces * 20_000}}\r\n`);
        const timer = setInterval(() => {
          say("x".repeat(20_000));
          if (--left > 0) return;
          clearInterval(timer);
          say(`)\r\n${tag} OK done\r\n`);
        }, 10);
      },
    };
    await session.must(session.client.mailboxOpen("INBOX"));
    const [message] = await session.must(session.client.fetchAll("1", { source: true }, { uid: true }));
    expect(message?.source?.length).toBe(pieces * 20_000);
  });
});

describe("a server that says goodbye and does not hang up", () => {
  test("in the middle of a command, which fails at once, and those after it too", async () => {
    const server = await scripted();
    const session = await sessionWith(server);
    await session.must(session.client.mailboxOpen("INBOX"));
    server.lies = { NOOP: (say) => say("* BYE see you\r\n") };
    const closed = new Promise((resolve) => session.client.once("close", resolve));
    session.client.noop().catch(() => {});
    await closed;
    const error = await errorOf(session.must(session.client.mailboxOpen("INBOX")));
    expect(error).toBeInstanceOf(Offline);
    expect(String(error)).toContain("see you");
  });

  test("because it throttles: that is a pause that it asks for", async () => {
    const server = await scripted();
    const session = await sessionWith(server);
    server.lies = { SELECT: (say) => say("* BYE Request is throttled\r\n") };
    expect(await errorOf(session.must(session.client.mailboxOpen("INBOX")))).toBeInstanceOf(Busy);
  });

  test("nothing that was changed here is taken back, and the mirror goes on", async () => {
    const server = await scripted();
    const mirror = await MirrorStore.open();
    closing.push(() => mirror.close());
    const accountId = await mirror.addAccount({ port: server.port });
    mirror.start(accountId, { connections: 1, passIntervalMs: 300 });
    await upToDate(mirror, accountId);
    let byes = 0;
    server.lies = { "UID STORE": (say) => say(`* BYE ${++byes}\r\n`) };
    const { id } = (await emailsOf(mirror, accountId)).get("one")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$flagged"] }));
    // More often than a refusal is tried before it is final.
    await eventually(() => expect(byes).toBeGreaterThan(5));
    expect((await emailsOf(mirror, accountId)).get("one")?.keywords).toEqual(["$flagged"]);
    expect(await mirror.status(accountId)).toMatchObject({ waiting: 1 });
  });
});
