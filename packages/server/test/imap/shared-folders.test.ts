/** Folders of others (RFC 2342) with rights of their own (RFC 4314), as a real Dovecot shares them. */
import type { Id, Mailbox } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ImapClient } from "../../src/bridge/imap/connection/imap-client.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { sharedNamespace } from "../servers/shared-namespace.ts";
import { foreignClient, testMessage, emailsOf, MirrorStore, upToDate } from "./mirrored.ts";

describe.skipIf(!canRunDovecot)("shared folders", () => {
  let dovecot: Dovecot;
  let bob: ImapClient;
  let mirror: MirrorStore;
  let accountId: Id;

  beforeEach(async () => {
    dovecot = await startDovecot();
    dovecot.configure({ settings: sharedNamespace(dovecot) });
    await dovecot.restart();
    bob = await foreignClient(dovecot.port, "bob");
    mirror = await MirrorStore.open();
    accountId = await mirror.addAccount({ port: dovecot.port });
  });
  afterEach(async () => {
    await mirror.close();
    bob.close();
    await dovecot.stop();
  });

  async function share(path: string, rights: string): Promise<void> {
    await bob.mailboxCreate(path);
    await bob.append(path, testMessage(`in ${path}`));
    const attributes = [path, "ann", rights].map((value) => ({ type: "STRING", value }));
    await bob.command("SETACL", attributes);
  }

  const mailboxes = (): Promise<Mailbox[]> => mirror.store.read((reader) => getMailboxes(reader, accountId));
  async function pathsOf(): Promise<Map<string, Mailbox>> {
    const all = await mailboxes();
    const byId = new Map(all.map((mailbox) => [mailbox.id, mailbox]));
    const path = ({ name, parentId }: Mailbox): string =>
      parentId === null ? name : `${path(byId.get(parentId)!)}/${name}`;
    return new Map(all.map((mailbox) => [path(mailbox), mailbox]));
  }

  const closed = async (): Promise<Mailbox> => (await pathsOf()).get("Other Users/bob/Closed")!;

  test("stand below their owner, with the rights that the server gives", async () => {
    await share("Read", "lr");
    await share("Seen", "lrs");
    await share("Keep", "lrswi");
    await share("All", "lrswipkxte");
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const found = await pathsOf();
    const rightsOf = (name: string) => {
      const { myRights } = found.get(`Other Users/bob/${name}`)!;
      return Object.entries(myRights).flatMap(([right, may]) => (may ? [right] : []));
    };
    expect(rightsOf("Read")).toEqual(["mayReadItems"]);
    expect(rightsOf("Seen")).toEqual(["mayReadItems", "maySetSeen"]);
    expect(rightsOf("Keep")).toEqual(["mayReadItems", "mayAddItems", "maySetSeen", "maySetKeywords"]);
    expect(rightsOf("All")).toHaveLength(9);
    // No user may change names that only hold others.
    for (const path of ["Other Users", "Other Users/bob"]) {
      expect(found.get(path)!.myRights).toMatchObject({ mayAddItems: false, mayCreateChild: false, mayRename: false });
    }
    const own = found.get("Inbox")!.myRights;
    expect(own).toMatchObject({ mayReadItems: true, mayAddItems: true, mayRemoveItems: true, maySetKeywords: true });
    expect((await emailsOf(mirror, accountId, found.get("Other Users/bob/Read")!.id)).size).toBe(1);
  });

  test("another user's Sent and Trash do not become the person's own", async () => {
    await share("Sent", "lrswipkxte");
    await share("Trash", "lrswipkxte");
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const found = await pathsOf();
    expect(found.get("Other Users/bob/Sent")).toMatchObject({ role: null, totalEmails: 1 });
    expect(found.get("Other Users/bob/Trash")).toMatchObject({ role: null, totalEmails: 1 });
    expect(found.get("Sent")).toMatchObject({ role: "sent", totalEmails: 0 });
  });

  test("a folder that is listed and cannot be opened says so by its rights; when it is opened to us, it has all", async () => {
    await share("Closed", "l");
    const sync = mirror.start(accountId);
    await upToDate(mirror, accountId);
    expect(await closed()).toMatchObject({ totalEmails: 0, myRights: { mayReadItems: false, mayAddItems: false } });
    await bob.command(
      "SETACL",
      ["Closed", "ann", "lrs"].map((value) => ({ type: "STRING", value })),
    );
    await vi.waitFor(
      async () => {
        sync.requestPass("thorough");
        await upToDate(mirror, accountId);
        expect(await closed()).toMatchObject({ totalEmails: 1, myRights: { mayReadItems: true, maySetSeen: true } });
      },
      { timeout: 30_000, interval: 500 },
    );
  });
});
