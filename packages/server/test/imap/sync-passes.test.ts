/** Sync passes: which run when several are requested, and which need a new connection. */
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type Lie, type ScriptedImap, startScriptedImap } from "../servers/scripted-imap.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { testMessage, localState, MirrorStore, upToDate } from "./mirrored.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** One connection does everything. */
async function setUp(lies: Record<string, Lie> = {}) {
  const server = await startScriptedImap([{ uid: 1, source: testMessage("one") }]);
  server.lies = lies;
  const mirror = await MirrorStore.open();
  closing.push(
    () => server.close(),
    () => mirror.close(),
  );
  const accountId = await mirror.addAccount({ port: server.port });
  const sync = mirror.start(accountId, { connections: 1 });
  await upToDate(mirror, accountId);
  return { server, mirror, accountId, sync };
}

const said = ({ commands }: ScriptedImap, start: string): number =>
  commands.filter((command) => command.startsWith(start)).length;
const ALL = 'LIST "" "*"';

const no: Lie = (say, tag) => say(`${tag} NO\r\n`);
const listClosed: Lie = (say, tag) => say(`* LIST () "/" INBOX\r\n* LIST () "/" Closed\r\n${tag} OK done\r\n`);

async function pass(sync: AccountSync, server: ScriptedImap): Promise<void> {
  const before = said(server, ALL);
  sync.requestPass();
  await eventually(() => expect(said(server, ALL)).toBeGreaterThan(before));
}

test("a thorough pass, which needs a new connection, is run beside a regular one too", async () => {
  const { server, sync } = await setUp();
  expect(said(server, "LOGIN")).toBe(1);
  sync.requestPass();
  sync.requestPass("thorough");
  await eventually(() => expect(said(server, "LOGIN")).toBe(2));
});

test("a connection that still lists a deleted folder is replaced", async () => {
  let server: ScriptedImap | undefined;
  const list: Lie = (say, tag) => {
    const isOld = server === undefined || said(server, "LOGIN") < 2;
    say(`* LIST () "/" INBOX\r\n${isOld ? '* LIST () "/" Gone\r\n' : ""}${tag} OK done\r\n`);
  };
  const all = await setUp({ [ALL]: list, "SELECT Gone": no, "EXAMINE Gone": no, "STATUS Gone": no });
  server = all.server;
  await eventually(() => {
    all.sync.requestPass();
    expect(said(all.server, "LOGIN")).toBe(2);
  });
  await eventually(async () => expect(await localState(all.mirror, all.accountId)).not.toContain("Gone/"));
});

test("a folder that is never opened is no reason for one connection after the other", async () => {
  const { server, sync } = await setUp({ [ALL]: listClosed, "SELECT Closed": no, "STATUS Closed": no });
  for (let index = 0; index < 8; index++) await pass(sync, server);
  expect(said(server, "LOGIN")).toBe(2);
});
