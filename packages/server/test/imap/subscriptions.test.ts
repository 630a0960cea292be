/** Subscriptions, as LSUB shows them: what is changed on one side is changed on the other. */
import type { Id } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { destroyMailbox, getMailboxes, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { getFolder } from "../../src/store/mirror/imap-folders.ts";
import { servers } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { foreignClient, testMessage, mailboxNamed, MirrorStore, sameOnBothSides, upToDate } from "./mirrored.ts";

interface Untagged {
  attributes: { value: string }[];
}
interface Raw {
  exec(
    command: string,
    attributes: unknown[],
    options: { untagged: Record<string, (untagged: Untagged) => Promise<void>> },
  ): Promise<{ next(): void }>;
}

const text = (value: string) => ({ type: "STRING", value });

/** All names that LSUB has, those of no folder too; without what stands before all names. */
async function subscribed(client: ImapFlow): Promise<string[]> {
  const names: string[] = [];
  const onName = async ({ attributes }: Untagged): Promise<void> => void names.push(attributes.at(-1)!.value);
  const response = await (client as unknown as Raw).exec("LSUB", [text(""), text("*")], { untagged: { LSUB: onName } });
  response.next();
  return names.map((name) => name.replace(/^INBOX\./, "")).toSorted();
}

for (const { kind, canRun, start } of servers)
  describe.skipIf(!canRun)(`subscriptions at ${kind}`, () => {
    let server: MailServer;
    let mirror: MirrorStore;
    let client: ImapFlow;
    let accountId: Id;
    let sync: AccountSync;
    let users = 0;

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());
    beforeEach(async () => {
      const username = `ann${++users}`;
      mirror = await MirrorStore.open();
      client = await foreignClient(server.port, username);
      await client.append("INBOX", testMessage("one"));
      accountId = await mirror.addAccount({ port: server.port, username });
      sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
    });
    afterEach(async () => {
      await mirror.close();
      await client.logout();
    });

    const make = async (name: string, parentId: Id | null = null, isSubscribed = true): Promise<Id> =>
      (await mirror.store.write((tx) => insertMailbox(tx, accountId, { name, parentId, isSubscribed }))).id;
    const change = (id: Id, changes: { name?: string; isSubscribed?: boolean }) =>
      mirror.store.write((tx) => updateMailbox(tx, accountId, id, changes));
    const same = () => sameOnBothSides(mirror, accountId, client);
    const among = async (...names: string[]): Promise<string[]> =>
      (await subscribed(client)).filter((name) => names.some((each) => name.startsWith(each)));

    test("a folder without a subscription is known as such: only a change at the server changes it here", async () => {
      await client.mailboxCreate("Quiet");
      await client.mailboxUnsubscribe("Quiet");
      await eventually(async () => {
        sync.requestPass("thorough");
        const quiet = await mailboxNamed(mirror, accountId, "Quiet");
        const folder = await mirror.store.read((reader) => getFolder(reader, accountId, quiet.id));
        expect([quiet.isSubscribed, folder?.baseSubscribed]).toEqual([false, false]);
      });
    });

    test("a folder that is renamed keeps its subscription, as do those in it; the old names have none", async () => {
      const parent = await make("Works");
      await make("Inner", parent);
      await make("Unseen", parent, false);
      await same();
      const delimiter = client.namespace?.delimiter ?? "/";
      expect(await among("Works")).toEqual(["Works", `Works${delimiter}Inner`]);
      await change(parent, { name: "Projects" });
      await same();
      expect(await among("Works", "Projects")).toEqual(["Projects", `Projects${delimiter}Inner`]);
    });

    test("what is changed here is changed there, and what is changed there is changed here", async () => {
      const id = await make("Lists");
      await same();
      expect(await among("Lists")).toEqual(["Lists"]);
      await change(id, { isSubscribed: false });
      await same();
      expect(await among("Lists")).toEqual([]);
      await change(id, { isSubscribed: true });
      await same();
      expect(await among("Lists")).toEqual(["Lists"]);

      const { path } = (await client.list()).find(({ name }) => name === "Lists")!;
      for (const expected of [false, true]) {
        await (expected ? client.mailboxSubscribe(path) : client.mailboxUnsubscribe(path));
        sync.requestPass("thorough");
        await eventually(async () =>
          expect(await mailboxNamed(mirror, accountId, "Lists")).toMatchObject({ isSubscribed: expected }),
        );
        await upToDate(mirror, accountId);
        expect(await among("Lists")).toEqual(expected ? ["Lists"] : []);
      }
    });

    test("a folder that is destroyed leaves no subscription behind", async () => {
      const id = await make("Short");
      await same();
      await mirror.store.write((tx) => destroyMailbox(tx, accountId, id, true));
      await same();
      expect(await among("Short")).toEqual([]);
    });

    test("a fresh mirror has the same subscriptions", async () => {
      await make("Quiet", null, false);
      await make("Loud");
      await same();
      const freshId = await mirror.addAccount({ port: server.port, username: `ann${users}` });
      mirror.start(freshId);
      await upToDate(mirror, freshId);
      const of = async (id: Id): Promise<[string, boolean][]> =>
        (await mirror.store.read((reader) => getMailboxes(reader, id)))
          .filter(({ name }) => ["Quiet", "Loud"].includes(name))
          .map(({ name, isSubscribed }): [string, boolean] => [name, isSubscribed])
          .toSorted(([one], [other]) => (one < other ? -1 : 1));
      expect(await of(freshId)).toEqual([
        ["Loud", true],
        ["Quiet", false],
      ]);
      expect(await of(accountId)).toEqual(await of(freshId));
    });
  });
