/** A server that takes a connection and then says nothing: what does not need its answer does not wait for it. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { fetchRaw } from "../../src/bridge/imap/connection/fetch-raw.ts";
import { openSession } from "../../src/bridge/imap/connection/connection.ts";
import { createLogger } from "../../src/log.ts";
import { type Lie, type ScriptedImap, startScriptedImap } from "../servers/scripted-imap.ts";
import { testMessage, MirrorStore, upToDate } from "./mirrored.ts";

const silence: Lie = () => {};

describe("a server that says nothing", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  async function setUp(): Promise<{ server: ScriptedImap; mirror: MirrorStore; accountId: string }> {
    const server = await startScriptedImap([{ uid: 1, source: testMessage("one") }]);
    const mirror = await MirrorStore.open();
    closing.push(
      () => server.close(),
      () => mirror.close(),
    );
    return { server, mirror, accountId: await mirror.addAccount({ port: server.port }) };
  }

  test("to who signs in: the mirror can be ended all the same", async () => {
    const { server, mirror, accountId } = await setUp();
    server.lies = { LOGIN: silence };
    const sync = mirror.start(accountId);
    await server.toldAll(["LOGIN"]);
    await mirror.stop(sync);
    expect(server.commands).not.toContain("LOGOUT");
  });

  test("to the second connection: when the first is lost, the account is connected again", async () => {
    const { server, mirror, accountId } = await setUp();
    let logins = 0;
    server.lies = { LOGIN: (say, tag) => void (++logins === 1 && say(`${tag} OK done\r\n`)) };
    const sync = mirror.start(accountId, { connections: 2 });
    await upToDate(mirror, accountId);
    await eventually(() => expect(logins).toBe(2));
    server.lies = { ...server.lies, LIST: (_say, _tag, _command, hangUp) => hangUp() };
    sync.requestPass();
    await eventually(() => expect(logins).toBeGreaterThan(2));
  });

  test("while it tells of news (IDLE): a message can be fetched", async () => {
    const { server } = await setUp();
    server.lies = { CAPABILITY: (say, tag) => say(`* CAPABILITY IMAP4rev1 LITERAL+ IDLE\r\n${tag} OK done\r\n`) };
    const at = { host: "127.0.0.1", port: server.port, security: "plain", smtpUrl: null, grantedAt: null } as const;
    const session = await openSession({ ...at, username: "ann", password: "secret" }, createLogger("silent"));
    closing.push(() => session.close());
    await session.client.mailboxOpen("INBOX");
    session.client.idle().catch(() => {});
    await eventually(() => expect(server.commands).toContain("IDLE"));
    const [answer] = await fetchRaw(session.client, "1", ["UID", { section: "" }]);
    expect(answer?.bodies.get("BODY[]")?.toString()).toBe(testMessage("one"));
  });
});
