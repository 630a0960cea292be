/** What happens on the server shows here. */
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
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
  serverState,
  upToDate,
} from "./mirrored.ts";

const order = (number: number): string =>
  `Message-ID: <order-${number}@shop.example>\r\nFrom: Shop <orders@shop.example>\r\nSubject: Order ${number} confirmed\r\n\r\nTotal: $12.00\r\n`;

for (const { kind, canRun, start, renameKeepsUids } of servers)
  describe.skipIf(!canRun)(`from ${kind}`, () => {
    let server: MailServer;
    let mirror: MirrorStore;
    let client: ImapFlow;
    let user: string;
    let users = 0;

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());
    beforeEach(async () => {
      user = `ann${++users}`;
      mirror = await MirrorStore.open();
      client = await foreignClient(server.port, user);
    });
    afterEach(async () => {
      await mirror.close();
      await client.logout();
    });
    /** A folder's name there. */
    const folderPath = (...levels: string[]): string =>
      `${client.namespace?.prefix ?? ""}${levels.join(client.namespace?.delimiter ?? "/")}`;
    const add = () => mirror.addAccount({ port: server.port, username: user });

    test("the first sync brings every folder with its messages, flags and dates, and finds the special ones", async () => {
      await client.mailboxCreate(folderPath("Work", "Письма & планы"));
      const date = new Date("2024-05-06T07:08:09Z");
      await client.append("INBOX", testMessage("one"), ["\\Seen", "$Forwarded"], date);
      await client.append("INBOX", testMessage("two"), ["\\Flagged", "category-travelings"]);
      await client.append("INBOX", testMessage("marked for deletion"), ["\\Deleted"]);
      await client.append("Sent", testMessage("three"), ["\\Answered", "\\Seen"]);
      await client.append(folderPath("Work", "Письма & планы"), testMessage("four"));
      const accountId = await add();
      mirror.start(accountId);
      await upToDate(mirror, accountId);
      expect(await localState(mirror, accountId)).toEqual(await serverState(client));
      const { totalEmails } = await mailboxNamed(mirror, accountId, "sent");
      expect(totalEmails).toBe(1);
      const plans = await mailboxNamed(mirror, accountId, "Письма & планы");
      const work = await mailboxNamed(mirror, accountId, "Work");
      expect(plans.parentId).toBe(work.id);
      const messages = await emailsOf(mirror, accountId);
      expect(messages.get("one")).toMatchObject({ receivedAt: date, keywords: ["$forwarded", "$seen"] });
      expect(await mirror.status(accountId)).toMatchObject({ emailsDone: 4, emailsTotal: 4 });
    });

    test("new messages, flags, moves and deletions show by themselves; a moved message stays the same Email", async () => {
      for (const name of ["one", "two", "three", "four"]) await client.append("INBOX", testMessage(name));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
      const before = await emailsOf(mirror, accountId);

      await client.append("INBOX", testMessage("five"));
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1", ["\\Seen", "$Important"]);
      await client.messageMove("2", "Archive");
      await client.messageDelete("2");
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      const after = await emailsOf(mirror, accountId);
      expect(after.get("one")).toMatchObject({ keywords: ["$important", "$seen"] });
      expect(after.get("two")?.id).toBe(before.get("two")?.id);
      expect(after.get("two")?.mailboxIds).toEqual([(await mailboxNamed(mirror, accountId, "archive")).id]);
      expect(after.has("three")).toBe(false);
      expect(after.has("five")).toBe(true);
    });

    test("a message that comes gets its category on both sides; what was there before is left alone", async () => {
      await client.append("INBOX", order(1));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
      await client.append("INBOX", order(2));
      await client.append("INBOX", order(3), ["category-fines"]);
      sync.requestPass();
      await eventually(async () => expect(await emailsOf(mirror, accountId)).toHaveProperty("size", 3));
      await sameOnBothSides(mirror, accountId, client);
      const messages = await emailsOf(mirror, accountId);
      const keywords = [1, 2, 3].map((number) => messages.get(`Order ${number} confirmed`)?.keywords);
      expect(keywords).toEqual([[], ["category-orders"], ["category-fines"]]);
    });

    test("the inbox is watched: a message and a flag show without a sync pass", async () => {
      await client.append("INBOX", testMessage("one"));
      const accountId = await add();
      mirror.start(accountId);
      await upToDate(mirror, accountId);
      // IDLE begins a moment later than the first sync ends.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.append("INBOX", testMessage("two"));
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("two")).toBe(true));
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1", ["\\Flagged"]);
      await eventually(async () =>
        expect((await emailsOf(mirror, accountId)).get("one")?.keywords).toEqual(["$flagged"]),
      );
    });

    test("a flag that was not announced is found by the regular pass, and marking for deletion hides a message", async () => {
      await client.append("Archive", testMessage("one"));
      await client.append("Archive", testMessage("two"));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
      await client.mailboxOpen("Archive");
      await client.messageFlagsAdd("1", ["\\Answered"]);
      await client.messageFlagsAdd("2", ["\\Deleted"]);
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      await client.mailboxOpen("Archive");
      await client.messageFlagsRemove("2", ["\\Deleted"]);
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      expect((await emailsOf(mirror, accountId)).size).toBe(2);
    });

    test("folders that are made, renamed with those in them, and deleted elsewhere follow; messages keep their ids", async () => {
      await client.mailboxCreate(folderPath("Work", "Old"));
      await client.append(folderPath("Work", "Old"), testMessage("one"));
      await client.mailboxCreate("Gone");
      await client.append("Gone", testMessage("two"));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
      const old = await mailboxNamed(mirror, accountId, "Old");
      const before = await emailsOf(mirror, accountId);

      await client.mailboxRename("Work", "Projects");
      await client.mailboxCreate(folderPath("Projects", "New"));
      await client.mailboxDelete("Gone");
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      const moved = await mailboxNamed(mirror, accountId, "Old");
      // Courier gives a renamed folder new uids: to us it is another one, with the same messages in it.
      expect(moved.id === old.id).toBe(renameKeepsUids);
      expect(moved.parentId).toBe((await mailboxNamed(mirror, accountId, "Projects")).id);
      const after = await emailsOf(mirror, accountId);
      expect(after.get("one")?.id).toBe(before.get("one")?.id);
      expect([...after.keys()]).toEqual(["one"]);
    });

    test("an unsubscribed folder with a subscribed one in it keeps its messages", async () => {
      const [lists, one] = [folderPath("Lists"), folderPath("Lists", "One")];
      for (const path of [lists, one]) await client.mailboxCreate(path);
      for (const [path, name] of Object.entries({ [lists]: "one", [one]: "two" }))
        await client.append(path, testMessage(name));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const before = await emailsOf(mirror, accountId);
      await client.mailboxUnsubscribe(lists);
      await client.append(lists, testMessage("three"));
      sync.requestPass();
      await sameOnBothSides(mirror, accountId, client);
      const after = await emailsOf(mirror, accountId, (await mailboxNamed(mirror, accountId, "Lists")).id);
      expect([...after.keys()].toSorted()).toEqual(["one", "three"]);
      expect(after.get("one")?.id).toBe(before.get("one")?.id);
    });

    test("messages that went to a folder that was never seen keep their ids, however many, and what was done to them", async () => {
      const names = Array.from({ length: 60 }, (_, index) => `letter ${index}`);
      for (const name of names) await client.append("INBOX", testMessage(name));
      const accountId = await add();
      const first = mirror.start(accountId);
      await upToDate(mirror, accountId);
      const before = await emailsOf(mirror, accountId);
      await mirror.stop(first);
      await client.mailboxCreate("Projects");
      await client.mailboxOpen("INBOX");
      await client.messageMove("1:*", "Projects");
      const flagged = before.get("letter 3")!.id;
      await mirror.store.write((tx) => updateEmail(tx, accountId, flagged, { keywords: ["$flagged"] }));
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const after = await emailsOf(mirror, accountId);
      expect(names.map((name) => after.get(name)?.id)).toEqual(names.map((name) => before.get(name)?.id));
      expect(after.get("letter 3")?.keywords).toEqual(["$flagged"]);
    });

    test("a folder recreated under its old name (UIDVALIDITY) is read again, and messages that came back keep their ids", async () => {
      await client.mailboxCreate("Lists");
      await client.append("Lists", testMessage("one"), [], new Date("2024-01-01T00:00:00Z"));
      await client.append("Lists", testMessage("two"));
      const accountId = await add();
      const sync = mirror.start(accountId);
      await upToDate(mirror, accountId);
      const before = await emailsOf(mirror, accountId);
      // A pass between the two would see deleted messages alone.
      await mirror.stop(sync);
      await client.mailboxDelete("Lists");
      await client.mailboxCreate("Lists");
      await client.append("Lists", testMessage("three"));
      await client.append("Lists", testMessage("one"), ["\\Seen"], new Date("2024-01-01T00:00:00Z"));
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      const after = await emailsOf(mirror, accountId);
      expect([...after.keys()].toSorted()).toEqual(["one", "three"]);
      expect(after.get("one")?.id).toBe(before.get("one")?.id);
    });

    test("a mirror that slept catches up with everything at once", async () => {
      for (let index = 0; index < 60; index++) await client.append("INBOX", testMessage(`letter ${index}`));
      const accountId = await add();
      const first = mirror.start(accountId);
      await upToDate(mirror, accountId);
      await mirror.stop(first);
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1:20", ["\\Seen"]);
      await client.messageMove("11:30", "Trash");
      await client.messageDelete("1:5");
      for (let index = 60; index < 80; index++) await client.append("INBOX", testMessage(`letter ${index}`));
      mirror.start(accountId);
      await sameOnBothSides(mirror, accountId, client);
      expect((await emailsOf(mirror, accountId)).size).toBe(75);
    });
  });
