/** An account with thousands of folders: the work grows with their number and not with its square, in small steps. */
import type { Id } from "@pismo/jmap";
import type { ListResponse } from "imapflow";
import { afterEach, expect, test } from "vitest";
import { UnreadableMessages } from "../../src/bridge/imap/pull/unreadable-messages.ts";
import type { Mirror } from "../../src/bridge/imap/sync/mirror.ts";
import type { Session } from "../../src/bridge/imap/connection/connection.ts";
import { syncFolders } from "../../src/bridge/imap/folders/sync-folders.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { listFolders } from "../../src/store/mirror/imap-folders.ts";
import { getMailboxes, insertMailbox } from "../../src/store/mail/mailboxes.ts";
import { MirrorStore } from "./mirrored.ts";

let mirror: MirrorStore | undefined;
afterEach(() => mirror?.close());

const entryOf = (path: string, index: number): ListResponse => {
  const [name = "", ...parents] = path.split("/").toReversed();
  const parent = parents.toReversed();
  return {
    path,
    name,
    parent,
    parentPath: parent.join("/"),
    delimiter: "/",
    flags: new Set(),
    ...(path === "INBOX" && { specialUse: "\\Inbox" }),
    subscribed: true,
    listed: true,
    pathAsListed: path,
    status: { path, messages: 0, uidNext: 1, uidValidity: BigInt(1000 + index) },
  };
};

/** INBOX, and folders in groups of fifty. */
function listingOf(count: number): ListResponse[] {
  const groups = Array.from({ length: count / 50 }, (_, group) => `Group ${group}`);
  const paths = groups.flatMap((group) => Array.from({ length: 49 }, (_, index) => `${group}/Folder ${index}`));
  return ["INBOX", ...groups, ...paths].map(entryOf);
}

/** Without a server: no folder is left out of the list, so that no command is given. */
function mirrorOf(accountId: Id): Mirror {
  const { store, ingest } = mirror!;
  const session = { client: { namespace: { prefix: "", delimiter: "/" } } } as unknown as Session;
  return {
    accountId,
    store,
    ingest,
    log: createLogger("silent"),
    session,
    unreadable: new UnreadableMessages(),
    arrived: new Set(),
    requestPass() {},
  };
}

async function take(count: number): Promise<{ accountId: Id; cpuMs: number; writes: number }> {
  const { store } = mirror!;
  const accountId = await mirror!.addAccount({ port: 1 });
  const neighbour = await store.write((tx) => createAccount(tx, { name: "Bob", email: `bob-${count}@example.org` }));
  const done = new AbortController();
  let writes = 0;
  const writing = (async () => {
    for (; !done.signal.aborted; writes++) {
      await store.write((tx) => insertMailbox(tx, neighbour.id, { name: `Mine ${writes}` }));
      // A person's next change comes with a later request.
      await new Promise(setImmediate);
    }
  })();
  const begun = process.cpuUsage();
  await syncFolders(mirrorOf(accountId), listingOf(count));
  const { user, system } = process.cpuUsage(begun);
  done.abort();
  await writing;
  return { accountId, cpuMs: (user + system) / 1000, writes };
}

test("5,000 folders are taken in while another account writes, and cost five times what 1,000 cost", async () => {
  mirror = await MirrorStore.open();
  const { store } = mirror;
  await take(250);
  const thousand = await take(1000);
  const { accountId, cpuMs, writes } = await take(5000);
  const { mailboxes, folders } = await store.read(async (reader) => ({
    mailboxes: await getMailboxes(reader, accountId),
    folders: await listFolders(reader, accountId),
  }));
  expect(folders.length).toBe(5001);
  // The five that always exist besides the inbox.
  expect(mailboxes.length).toBe(5006);
  const group = mailboxes.find(({ name }) => name === "Group 7")!;
  expect(mailboxes.filter(({ parentId }) => parentId === group.id).length).toBe(49);
  // Between any two steps of a hundred folders another account gets its turn.
  expect(writes).toBeGreaterThan(40);
  // With work by the square it would be 25 times as much.
  expect(cpuMs / thousand.cpuMs).toBeLessThan(12);
});

test("a second listing of the same folders writes nothing", async () => {
  mirror = await MirrorStore.open();
  const { accountId } = await take(1000);
  const { store } = mirror;
  let commits = 0;
  const stop = store.onCommit(() => commits++);
  await syncFolders(mirrorOf(accountId), listingOf(1000));
  stop();
  expect(commits).toBe(0);
});
