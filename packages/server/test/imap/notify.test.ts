/** Where the server has NOTIFY (RFC 5465), what happens in any folder shows at once; where it only says so, the inbox does. */
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { canRunDovecot, type Dovecot, type DovecotOptions, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient, testMessage, emailsOf, mailboxNamed, MirrorStore, upToDate } from "./mirrored.ts";

/** No regular pass runs in between. */
const NEVER = 24 * 60 * 60_000;

const shows = (check: () => Promise<boolean>) => eventually(async () => expect(await check()).toBe(true));

describe.skipIf(!canRunDovecot)("changes that the server tells of", () => {
  let server: Dovecot;
  let proxy: FaultProxy;
  let mirror: MirrorStore;
  let client: ImapFlow;
  let sync: AccountSync;
  let accountId: string;
  /** Commands of Pismo. */
  let said: string;

  async function begin(options: DovecotOptions = {}): Promise<void> {
    server = await startDovecot(options);
    proxy = await startFaultProxy(server.port);
    said = "";
    proxy.onChunk = ({ from, bytes }) => {
      if (from === "client") said += bytes.toString("latin1");
      return "pass";
    };
    client = await foreignClient(server.port);
    await client.append("INBOX", testMessage("one"));
    await client.append("Archive", testMessage("two"));
    mirror = await MirrorStore.open();
    accountId = await mirror.addAccount({ port: proxy.port });
    sync = mirror.start(accountId, { passIntervalMs: NEVER });
    await upToDate(mirror, accountId);
  }
  afterEach(async () => {
    await mirror.stop(sync);
    await mirror.close();
    await client.logout();
    await proxy.close();
    await server.stop();
  });
  const keywordsOf = async (subject: string) => (await emailsOf(mirror, accountId)).get(subject)?.keywords;
  const isIn = async (subject: string, folder: string): Promise<boolean> =>
    (await emailsOf(mirror, accountId, (await mailboxNamed(mirror, accountId, folder)).id)).has(subject);
  /**
   * Connections that listened, but for those that Dovecot ended itself: where two of them make its index of folders at the
   * same time, one of its processes panics ("Resource deadlock avoided"). At least one.
   */
  function connectionsThatListened(): number {
    const panics = server.log().match(/Panic: .*Resource deadlock avoided/g)?.length ?? 0;
    const begun = said.match(/NOTIFY SET/g)?.length ?? 0;
    return begun > 1 ? Math.max(1, begun - panics) : begun;
  }
  /** All connections listen, and all found changes are applied. */
  async function listening(word: RegExp): Promise<void> {
    await eventually(async () => expect(said).toMatch(word));
    await upToDate(mirror, accountId);
  }

  test("[5465 §3.1] messages, flags, moves, deletions and folders show by themselves, in whatever folder", async () => {
    await begin();
    await listening(/NOTIFY SET[^]*IDLE/);
    await client.append("Archive", testMessage("three"));
    await shows(() => isIn("three", "archive"));
    await client.mailboxOpen("Archive");
    await client.messageFlagsAdd("1", ["\\Flagged"]);
    await eventually(async () => expect(await keywordsOf("two")).toEqual(["$flagged"]));
    await client.messageMove("1", "Trash");
    await shows(() => isIn("two", "trash"));
    await client.mailboxCreate("Work");
    await client.append("Work", testMessage("four"));
    await shows(() => isIn("four", "Work"));
    await client.mailboxOpen("Work");
    await client.messageDelete("1");
    await eventually(async () => expect((await emailsOf(mirror, accountId)).has("four")).toBe(false));
    // The open folder has not been left out.
    await client.append("INBOX", testMessage("five"));
    await shows(() => isIn("five", "inbox"));
    expect(connectionsThatListened()).toBe(1);
  });

  test("[5465 §5.8] a server that refuses is still heard of the inbox", async () => {
    const capability = "IMAP4rev1 IDLE LITERAL+ UIDPLUS ENABLE CONDSTORE QRESYNC NOTIFY";
    await begin({ capability, settings: "mailbox_list_index = no" });
    await listening(/NOTIFY SET[^]*IDLE/);
    await client.append("INBOX", testMessage("three"));
    await shows(() => isIn("three", "inbox"));
    expect(connectionsThatListened()).toBe(1);
  });

  test("[5465 §5.8] when it has too much to tell and ends it, a pass runs and the inbox is watched", async () => {
    await begin();
    await listening(/NOTIFY SET[^]*IDLE/);
    let isFull = true;
    proxy.rewrite = (text) => {
      const line = /^\* STATUS Archive .*\r\n/m;
      if (!isFull || !line.test(text)) return text;
      isFull = false;
      return text.replace(line, "* OK [NOTIFICATIONOVERFLOW] Too much\r\n");
    };
    await client.append("Archive", testMessage("three"));
    await eventually(async () => expect(isFull).toBe(false));
    await client.append("INBOX", testMessage("four"));
    await shows(() => isIn("four", "inbox"));
    await shows(() => isIn("three", "archive"));
  });
});
