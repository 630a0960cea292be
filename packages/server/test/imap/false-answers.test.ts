/** Servers whose answers leave messages or folders out: nothing is destroyed because of them, on neither side. */
import type { Id } from "@pismo/jmap";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { destroyMailbox } from "../../src/store/mail/mailboxes.ts";
import { poor, rich, servers, type ServerKind } from "../servers/all.ts";
import { startScriptedImap, usual } from "../servers/scripted-imap.ts";
import { type BehindProxy, behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, mailboxNamed, MirrorStore, sameOnBothSides, upToDate } from "./mirrored.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface SetUp extends BehindProxy {
  run(): AccountSync;
}

async function setUp({ start }: ServerKind): Promise<SetUp> {
  const server = await start();
  closing.push(() => server.stop());
  const behind = await behindProxy(server, closing);
  const { proxy, mirror, client, accountId } = behind;
  beHonest(behind);
  for (const name of ["one", "two", "three"]) await client.append("INBOX", testMessage(name));
  proxy.answer = undefined;
  return { ...behind, run: () => mirror.start(accountId, { connections: 1, passIntervalMs: 300 }) };
}

// Compressed commands (RFC 4978) cannot be read.
const plain = (text: string): string => text.replaceAll(" COMPRESS=DEFLATE", "");
const without =
  (pattern: RegExp) =>
  (text: string): string =>
    plain(text).replaceAll(pattern, "");
const noSearch = (text: string): string => plain(text).replaceAll(/^\* (E?SEARCH)\b.*\r\n/gm, "* SEARCH\r\n");

function beHonest({ proxy }: Pick<BehindProxy, "proxy">): void {
  proxy.rewrite = plain;
  proxy.answer = undefined;
}

const idsOf = async (mirror: MirrorStore, accountId: Id): Promise<string[]> =>
  [...(await emailsOf(mirror, accountId))].map(([name, { id }]) => `${name} ${id}`).toSorted();

/** Resolves after so many listings of all folders. */
async function rounds({ proxy }: Pick<BehindProxy, "proxy">, count: number): Promise<void> {
  let seen = 0;
  proxy.onChunk = ({ from, bytes }) => {
    if (from === "client" && /^\S+ LIST "" "\*"/m.test(bytes.toString("latin1"))) seen++;
    return "pass";
  };
  await eventually(() => expect(seen).toBeGreaterThanOrEqual(count));
  proxy.onChunk = undefined;
}

describe.each(servers)("a search of $kind that finds nothing", (kind) => {
  test.skipIf(!kind.canRun)("does not delete a message that came into a folder deleted here", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(kind);
    await client.mailboxCreate("Old");
    const first = run();
    await sameOnBothSides(mirror, accountId, client);
    await mirror.stop(first);
    const { id: old } = await mailboxNamed(mirror, accountId, "Old");
    await client.append((await client.list()).find(({ name }) => name === "Old")!.path, testMessage("unseen"));
    await mirror.store.write((tx) => destroyMailbox(tx, accountId, old, true));
    proxy.rewrite = noSearch;
    run();
    await eventually(async () => expect([...(await emailsOf(mirror, accountId)).keys()]).toContain("unseen"));
    await sameOnBothSides(mirror, accountId, client);
  });

  test.skipIf(!kind.canRun)("leaves no message out", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(kind);
    proxy.rewrite = noSearch;
    run();
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(3));
    await sameOnBothSides(mirror, accountId, client);
  });

  test.skipIf(!kind.canRun)("is as good as one that is refused", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(kind);
    proxy.answer = (command) => (command.startsWith("UID SEARCH") ? "BAD there is no such command" : undefined);
    run();
    await upToDate(mirror, accountId);
    expect((await emailsOf(mirror, accountId)).size).toBe(3);
    await client.mailboxOpen("INBOX");
    await client.messageDelete("2");
    await client.append("INBOX", testMessage("four"));
    await sameOnBothSides(mirror, accountId, client);
  });
});

describe("messages that an answer leaves out", () => {
  test.skipIf(!poor.canRun)("are not gone while the server counts them", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(poor);
    const behind = { proxy };
    run();
    await sameOnBothSides(mirror, accountId, client);
    const before = await idsOf(mirror, accountId);
    let leftOut = 0;
    const leavesOut = (text: string): string =>
      plain(text).replaceAll(/^\* 2 FETCH \((?:UID \d+|FLAGS \([^)]*\)| )+\)\r\n/gm, () => (leftOut++, ""));
    proxy.rewrite = leavesOut;
    await eventually(() => expect(leftOut).toBeGreaterThan(3));
    // A search contradicts it.
    await upToDate(mirror, accountId);
    expect(await idsOf(mirror, accountId)).toEqual(before);
    // Nothing does but the count of messages.
    proxy.rewrite = (text) => noSearch(leavesOut(text));
    await rounds(behind, 4);
    expect(await idsOf(mirror, accountId)).toEqual(before);
    // With a new message, there is one that is not known.
    proxy.rewrite = (text) => noSearch(leavesOut(text)).replaceAll(/^\* 4 FETCH \(UID 4.*\r\n/gm, "");
    await client.append("INBOX", testMessage("four"));
    await rounds(behind, 4);
    expect((await mirror.status(accountId))?.state).toBe("syncing");
    expect(await idsOf(mirror, accountId)).toEqual(expect.arrayContaining(before));
    beHonest(behind);
    await sameOnBothSides(mirror, accountId, client);
    expect(await idsOf(mirror, accountId)).toEqual(expect.arrayContaining(before));
  });

  test.skipIf(!poor.canRun)("do not let those go that others have marked as deleted", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(poor);
    run();
    await sameOnBothSides(mirror, accountId, client);
    proxy.rewrite = noSearch;
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1", ["\\Deleted"]);
    const two = (await emailsOf(mirror, accountId)).get("two")!;
    await mirror.store.write((tx) => destroyEmails(tx, accountId, [two.id]));
    await sameOnBothSides(mirror, accountId, client);
    await client.mailboxOpen("INBOX", { readOnly: true });
    const subjects = (await client.fetchAll("1:*", { envelope: true })).map(({ envelope }) => envelope?.subject);
    expect(subjects).toContain("one");
  });

  test.skipIf(!rich.canRun)("are found again after all uids are new", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(rich);
    const first = run();
    await sameOnBothSides(mirror, accountId, client);
    await mirror.stop(first);
    const before = await idsOf(mirror, accountId);
    proxy.rewrite = (text) =>
      noSearch(text).replaceAll(/(UIDVALIDITY )(\d+)/g, (_all, name, uid) => `${name}9${uid.slice(1)}`);
    run();
    await rounds({ proxy }, 5);
    await upToDate(mirror, accountId);
    expect(await idsOf(mirror, accountId)).toEqual(before);
  });

  test("and that are never given keep an account from being up to date for some passes", async () => {
    const messages = [1, 2].map((uid) => ({ uid, source: testMessage(`letter-${uid}`) }));
    const server = await startScriptedImap(messages);
    const mirror = await MirrorStore.open();
    closing.push(
      () => server.close(),
      () => mirror.close(),
    );
    let states: (string | undefined)[] = [];
    const accountId = await mirror.addAccount({ port: server.port });
    server.lies = {
      "UID FETCH": async (say, tag, command) => {
        const lines = usual(messages, command).filter((line) => !line.includes("letter-2"));
        if (command.includes("HEADER")) states.push((await mirror.status(accountId))?.state);
        for (const line of lines) say(`${line}\r\n`);
        say(`${tag} OK done\r\n`);
      },
    };
    mirror.start(accountId, { connections: 1, passIntervalMs: 300 });
    // A permanently unreadable message does not keep it so for ever.
    await upToDate(mirror, accountId);
    expect(states.length).toBeGreaterThanOrEqual(8);
    expect(states).not.toContain("upToDate");
    expect([...(await emailsOf(mirror, accountId)).keys()]).toEqual(["letter-1"]);
    // A thorough pass requests them again.
    states = [];
    server.lies = {};
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(2));
  });
});

describe("folders that an answer leaves out", () => {
  test.skipIf(!rich.canRun)("are not gone when the list is empty, nor when no folder can be opened", async () => {
    const { proxy, mirror, client, accountId, run } = await setUp(rich);
    await client.mailboxCreate("Kept");
    await client.append("Kept", testMessage("kept"));
    run();
    await sameOnBothSides(mirror, accountId, client);
    const before = await idsOf(mirror, accountId);
    const { id: mailboxId } = await mailboxNamed(mirror, accountId, "Kept");

    proxy.rewrite = without(/^\* (LIST|LSUB|STATUS) .*\r\n/gm);
    await rounds({ proxy }, 3);
    await eventually(async () => expect((await mirror.status(accountId))?.state).toBe("offline"));
    expect(await idsOf(mirror, accountId)).toEqual(before);

    proxy.rewrite = without(/^\* (LIST|STATUS) .*Kept.*\r\n/gm);
    proxy.answer = (command) => (/^(SELECT|EXAMINE)/.test(command) ? "NO the disks are away" : undefined);
    await rounds({ proxy }, 3);
    expect(await idsOf(mirror, accountId)).toEqual(before);
    beHonest({ proxy });
    await sameOnBothSides(mirror, accountId, client);
    expect(await idsOf(mirror, accountId)).toEqual(before);
    expect((await mailboxNamed(mirror, accountId, "Kept")).id).toBe(mailboxId);
  });
});
