/** What is done here is done on the server. */
import type { Id, Keyword } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { getMembership } from "../../src/store/mail/email-memberships.ts";
import { destroyMailbox, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { servers } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import {
  foreignClient,
  testMessage,
  emailsOf,
  localState,
  mailboxNamed,
  MirrorStore,
  sameOnBothSides,
  upToDate,
} from "./mirrored.ts";

for (const { kind, canRun, start } of servers)
  describe.skipIf(!canRun)(`to ${kind}`, () => {
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
      for (const name of ["one", "two", "three"]) await client.append("INBOX", testMessage(name));
      accountId = await mirror.addAccount({ port: server.port, username });
      sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
    });
    afterEach(async () => {
      await mirror.close();
      await client.logout();
    });

    const idOf = async (name: string): Promise<Id> => (await emailsOf(mirror, accountId)).get(name)!.id;
    const change = (id: Id, changes: { mailboxIds?: Id[]; keywords?: Keyword[] }) =>
      mirror.store.write((tx) => updateEmail(tx, accountId, id, changes));
    const put = async (mailboxId: Id, text: string, keywords: Keyword[] = []) =>
      mirror.ingest.deliver({ accountId, bytes: Buffer.from(text), mailboxIds: [mailboxId], keywords });
    const box = async (name: string): Promise<Id> => (await mailboxNamed(mirror, accountId, name)).id;
    const same = () => sameOnBothSides(mirror, accountId, client);

    test("keywords become flags, system ones and those of our own", async () => {
      await change(await idOf("one"), {
        keywords: ["$seen", "$flagged", "$answered", "$important", "category-orders"],
      });
      await same();
      await change(await idOf("one"), { keywords: ["category-orders"] });
      await change(await idOf("two"), { keywords: ["$seen"] });
      await same();
      await client.mailboxOpen("INBOX", { readOnly: true });
      const [one, two] = await client.fetchAll("1:2", { flags: true });
      expect(one?.flags).toEqual(new Set(["category-orders"]));
      expect(two?.flags).toEqual(new Set(["\\Seen"]));
    });

    test("moving, moving back and copying", async () => {
      const [inbox, archive, trash] = [await box("inbox"), await box("archive"), await box("trash")];
      await change(await idOf("one"), { mailboxIds: [archive], keywords: ["$seen"] });
      await change(await idOf("two"), { mailboxIds: [trash] });
      await same();
      await change(await idOf("two"), { mailboxIds: [inbox] });
      await change(await idOf("three"), { mailboxIds: [inbox, archive] });
      await same();
      // Both copies go on being one Email: a flag is set on both, also when it was set elsewhere on one.
      await change(await idOf("three"), { keywords: ["$flagged"] });
      await same();
      await client.mailboxOpen("Archive");
      await client.messageFlagsAdd("1:*", ["\\Answered"]);
      sync.requestPass();
      await same();
      await change(await idOf("three"), { mailboxIds: [archive] });
      await same();
      expect((await emailsOf(mirror, accountId)).get("three")?.keywords.toSorted()).toEqual(["$answered", "$flagged"]);
    });

    test("a copy that others put beside a message is an Email of its own", async () => {
      const [inbox, archive] = [await box("inbox"), await box("archive")];
      await change(await idOf("one"), { mailboxIds: [inbox, archive] });
      await same();
      const one = await idOf("one");
      await client.mailboxOpen("INBOX");
      await client.messageMove("1", "Archive");
      sync.requestPass();
      await same();
      const inArchive = (await localState(mirror, accountId)).filter((line) => /Archive \S/.test(line));
      expect(inArchive).toHaveLength(2);
      expect(await mirror.store.read((reader) => getMembership(reader, accountId, one))).toMatchObject({
        mailboxIds: [archive],
      });
    });

    test("destroyed messages are expunged, and no others", async () => {
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("3", ["\\Deleted"]);
      const one = await idOf("one");
      await mirror.store.write((tx) => destroyEmails(tx, accountId, [one]));
      await same();
      const { exists } = await client.mailboxOpen("INBOX");
      expect(exists).toBeGreaterThanOrEqual(2);
      expect(await client.search({ deleted: true }, { uid: true })).toContain(3);
    });

    test("folders are made with what is put into them, renamed with those in them, and deleted when they are empty", async () => {
      const work = await mirror.store.write((tx) => insertMailbox(tx, accountId, { name: "Работа" }));
      const old = await mirror.store.write((tx) => insertMailbox(tx, accountId, { name: "a/b", parentId: work.id }));
      await change(await idOf("one"), { mailboxIds: [old.id] });
      await same();
      await mirror.store.write((tx) => updateMailbox(tx, accountId, work.id, { name: "Проекты" }));
      await same();
      await mirror.store.write((tx) => updateMailbox(tx, accountId, old.id, { parentId: null }));
      await same();
      const trash = await box("trash");
      await change(await idOf("one"), { mailboxIds: [trash] });
      await mirror.store.write((tx) => destroyMailbox(tx, accountId, old.id, false));
      await mirror.store.write((tx) => destroyMailbox(tx, accountId, work.id, false));
      await same();
      expect((await client.list()).map(({ path }) => path)).not.toContain("Проекты");
    });

    test("a folder that is deleted here while a message comes into it on the server stays with that message", async () => {
      const lists = await mirror.store.write((tx) => insertMailbox(tx, accountId, { name: "Lists" }));
      await same();
      await client.append("Lists", testMessage("four"));
      await mirror.store.write((tx) => destroyMailbox(tx, accountId, lists.id, false));
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("four")).toBe(true));
      await same();
    });

    test("a message that another client moves into a folder that is deleted here is where it was, with what was done to it", async () => {
      await client.mailboxCreate("Lists");
      await client.append("Lists", testMessage("four"));
      sync.requestPass();
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("four")).toBe(true));
      await same();
      const [one, four, lists, archive] = [
        await idOf("one"),
        await idOf("four"),
        await box("Lists"),
        await box("archive"),
      ];
      await mirror.stop(sync);
      await client.mailboxOpen("INBOX");
      await client.messageMove("1", "Lists");
      await change(one, { keywords: ["$flagged"] });
      await change(four, { mailboxIds: [archive] });
      await mirror.store.write((tx) => destroyMailbox(tx, accountId, lists, false));
      mirror.start(accountId);
      await same();
      const { id, mailboxIds, keywords } = (await emailsOf(mirror, accountId)).get("one")!;
      expect({ id, mailboxIds, keywords }).toEqual({
        id: one,
        mailboxIds: [await box("inbox")],
        keywords: ["$flagged"],
      });
      expect((await client.list()).map(({ path }) => path)).not.toContain("Lists");
    });

    test("a draft is there once, whatever its number of versions, and the message that was sent is in Sent once", async () => {
      const [drafts, sent] = [await box("drafts"), await box("sent")];
      let before: Id | undefined;
      for (let version = 1; version <= 3; version++) {
        const draft = await put(drafts, testMessage("draft", `Version ${version}\r\n`), ["$draft", "$seen"]);
        const last = before;
        if (last) await mirror.store.write((tx) => destroyEmails(tx, accountId, [last]));
        before = draft.id;
        if (version < 3) await same();
      }
      await change(before!, { mailboxIds: [sent], keywords: ["$seen"] });
      await same();
      expect((await client.mailboxOpen("Drafts")).exists).toBe(0);
      expect((await client.mailboxOpen("Sent")).exists).toBe(1);
    });

    test("a message with bare line feeds and none with a Message-ID are appended and copied once", async () => {
      const archive = await box("archive");
      const inbox = await box("inbox");
      await put(archive, "Subject: no id\n\nfirst\nsecond\n");
      await put(archive, testMessage("with id").replaceAll("\r\n", "\n"));
      await eventually(async () => expect(await mirror.status(accountId)).toMatchObject({ waiting: 0 }));
      expect((await client.mailboxOpen("Archive")).exists).toBe(2);
      await change(await idOf("no id"), { mailboxIds: [archive, inbox] });
      await eventually(async () => expect(await mirror.status(accountId)).toMatchObject({ waiting: 0 }));
      sync.requestPass();
      await upToDate(mirror, accountId);
      expect((await client.mailboxOpen("INBOX")).exists).toBe(4);
      expect((await emailsOf(mirror, accountId)).size).toBe(5);
    });

    test("what was done while the server was away is done when it is back", async () => {
      await mirror.stop(sync);
      await change(await idOf("one"), { keywords: ["$seen"] });
      await change(await idOf("two"), { mailboxIds: [await box("archive")] });
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1", ["\\Flagged"]);
      await client.messageMove("2", "Trash");
      mirror.start(accountId);
      await same();
      const messages = await emailsOf(mirror, accountId);
      expect(messages.get("one")?.keywords.toSorted()).toEqual(["$flagged", "$seen"]);
      // Moved on both sides: the person's own move stands.
      expect(messages.get("two")?.mailboxIds).toEqual([await box("archive")]);
    });
  });
