/** Folders that are labels (X-GM-EXT-1): one message in several folders is one Email, both ways. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { keywordsOf, withImportant } from "../../src/bridge/imap/pull/flags.ts";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { canRunDovecot } from "../servers/dovecot.ts";
import { type Gmail, startGmail } from "../servers/gmail.ts";
import { ALL, SPAM, TRASH } from "../servers/gmail-account.ts";
import { randomFrom } from "../store/random.ts";
import { foreignClient, testMessage, emailsOf, mailboxNamed, MirrorStore, upToDate } from "./mirrored.ts";

// The server compares all folders after every command.
vi.setConfig({ testTimeout: 180_000 });

describe.skipIf(!canRunDovecot)("Gmail's labels", () => {
  let gmail: Gmail;
  let mirror: MirrorStore;
  let accountId: Id;
  let sync: AccountSync;
  let foreign: ImapFlow;

  beforeEach(async () => {
    gmail = await startGmail();
    mirror = await MirrorStore.open();
    foreign = await foreignClient(gmail.port, "ann", gmail.password);
    await foreign.mailboxCreate("Work");
    await foreign.mailboxCreate("Письма & планы");
    accountId = await mirror.addAccount({ port: gmail.port, password: gmail.password });
  });
  afterEach(async () => {
    foreign.close();
    await mirror.close();
    await gmail.stop();
  });

  const begin = async (): Promise<void> => {
    sync = mirror.start(accountId, { passIntervalMs: 300 });
    await upToDate(mirror, accountId);
  };
  const idOf = async (name: string): Promise<Id> => (await mailboxNamed(mirror, accountId, name)).id;
  const change = async (subject: string, changes: Parameters<typeof updateEmail>[3]): Promise<void> => {
    const id = (await emailsOf(mirror, accountId)).get(subject)?.id ?? "";
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, changes));
  };
  /** Names or roles of the mailboxes, by subject. */
  const foldersHere = async (): Promise<Record<string, string[]>> => {
    const mailboxes = await mirror.store.read((reader) => getMailboxes(reader, accountId));
    const nameOf = new Map(mailboxes.map(({ id, name, role }) => [id, role ?? name]));
    const messages = [...(await emailsOf(mirror, accountId)).entries()];
    return Object.fromEntries(
      messages.map(([subject, { mailboxIds }]) => [subject, mailboxIds.map((id) => nameOf.get(id) ?? id).toSorted()]),
    );
  };
  const roles: Record<string, string> = {
    INBOX: "inbox",
    [ALL]: "archive",
    [TRASH]: "trash",
    [SPAM]: "junk",
    "[Gmail]/Sent Mail": "sent",
    "[Gmail]/Drafts": "drafts",
  };
  const foldersThere = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      [...(await gmail.folders())].map(([messageId, folders]) => [
        messageId.replace(/^<(.*)@.*$/, "$1"),
        folders.map((folder) => roles[folder] ?? folder).toSorted(),
      ]),
    );
  const countHere = async (): Promise<number> =>
    (await mirror.store.read((reader) => reader.get<{ n: number }>("select count(*) as n from email")))?.n ?? 0;
  /** Keywords by subject. */
  const marksThere = async (): Promise<Map<string, string[]>> => {
    const marks = new Map<string, string[]>();
    for (const folder of [ALL, TRASH, SPAM]) {
      const { exists } = await foreign.mailboxOpen(folder);
      if (exists === 0) continue;
      for (const message of await foreign.fetchAll("1:*", { flags: true, labels: true, envelope: true })) {
        const flags = keywordsOf(withImportant(message.flags ?? new Set(), message.labels));
        marks.set(message.envelope?.subject ?? "", flags);
      }
    }
    return marks;
  };
  /** Both sides have this, and nothing is open. */
  const settled = (expected: Record<string, string[]>): Promise<void> =>
    eventually(async () => {
      expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
      expect(await foldersThere()).toEqual(expected);
      expect(await foldersHere()).toEqual(expected);
      expect(await countHere()).toBe(Object.keys(expected).length);
    }, 60_000);

  test("the first sync fetches each message once, and it is one Email in all of its folders", async () => {
    await gmail.deliver(testMessage("labelled"), ["INBOX", "Work", "Письма & планы"]);
    await gmail.deliver(testMessage("plain"), ["INBOX"], ["\\Flagged"]);
    await gmail.deliver(testMessage("archived"), [], ["\\Seen"]);
    await gmail.deliver(testMessage("sent"), ["[Gmail]/Sent Mail"], ["\\Seen"]);
    await gmail.deliver(testMessage("thrown away"), [TRASH], ["\\Seen"]);
    await begin();
    await settled({
      labelled: ["archive", "inbox", "Work", "Письма & планы"].toSorted(),
      plain: ["archive", "inbox"],
      archived: ["archive"],
      sent: ["archive", "sent"],
      "thrown away": ["trash"],
    });
    await eventually(async () => expect(gmail.fetched.size).toBe(5));
    expect([...gmail.fetched.values()]).toEqual([1, 1, 1, 1, 1]);
    expect((await emailsOf(mirror, accountId)).get("plain")?.keywords).toEqual(["$flagged"]);
    const counts = async (name: string) => {
      const { totalEmails, unreadEmails } = await mailboxNamed(mirror, accountId, name);
      return [totalEmails, unreadEmails];
    };
    expect([await counts("inbox"), await counts("archive"), await counts("Work")]).toEqual([
      [2, 2],
      [4, 2],
      [1, 1],
    ]);
    // Views of messages in other folders are no folders, nor is their container.
    const names = (await mirror.store.read((reader) => getMailboxes(reader, accountId))).map(({ name }) => name);
    expect(names.filter((name) => /Gmail|Starred|Important|All Mail/.test(name))).toEqual([]);
  });

  test("labels, archiving, stars and importance from elsewhere show here, and the Email stays the same", async () => {
    await gmail.deliver(testMessage("one"));
    await gmail.deliver(testMessage("two"), ["INBOX", "Work"]);
    await begin();
    const before = await emailsOf(mirror, accountId);
    await foreign.mailboxOpen(ALL);
    const [one, two] = ["1", "2"] as const;
    await foreign.messageCopy(one, "Work");
    await foreign.messageFlagsAdd(two, ["\\Flagged", "\\Seen"]);
    await foreign.messageFlagsAdd(two, ["\\Important"], { useLabels: true });
    await foreign.messageFlagsRemove(two, ["\\Inbox"], { useLabels: true });
    await settled({ one: ["Work", "archive", "inbox"], two: ["Work", "archive"] });
    await eventually(async () =>
      expect((await emailsOf(mirror, accountId)).get("two")?.keywords.toSorted()).toEqual([
        "$flagged",
        "$important",
        "$seen",
      ]),
    );
    await foreign.messageFlagsRemove(two, ["\\Important"], { useLabels: true });
    await eventually(async () =>
      expect((await emailsOf(mirror, accountId)).get("two")?.keywords.toSorted()).toEqual(["$flagged", "$seen"]),
    );
    await foreign.mailboxOpen("Work");
    await foreign.messageDelete("2");
    await settled({ one: ["Work", "archive", "inbox"].filter((name) => name !== "Work"), two: ["Work", "archive"] });
    await foreign.mailboxOpen(ALL);
    await foreign.messageMove(two, TRASH);
    await settled({ one: ["archive", "inbox"], two: ["trash"] });
    await foreign.mailboxOpen(TRASH);
    await foreign.messageMove("1", "INBOX");
    await settled({ one: ["archive", "inbox"], two: ["archive", "inbox"] });
    const after = await emailsOf(mirror, accountId);
    for (const name of ["one", "two"]) expect(after.get(name)?.id).toBe(before.get(name)?.id);
  });

  test("what is done here is done to the labels there", async () => {
    await gmail.deliver(testMessage("one"));
    await gmail.deliver(testMessage("two"), ["INBOX", "Work", "Письма & планы"]);
    await begin();
    const [inbox, work, archive, trash, junk] = await Promise.all(
      ["inbox", "Work", "archive", "trash", "junk"].map(idOf),
    );
    const before = await emailsOf(mirror, accountId);
    // A label, archiving, one label less.
    await change("one", { mailboxIds: [work!, archive!] });
    await change("two", { mailboxIds: [inbox!, work!, archive!], keywords: ["$flagged", "$important"] });
    await settled({ one: ["Work", "archive"], two: ["Work", "archive", "inbox"] });
    await foreign.mailboxOpen(ALL);
    const flags = await foreign.fetchOne("2", { flags: true, labels: true });
    expect(flags && [[...(flags.flags ?? [])], flags.labels?.has("\\Important")]).toEqual([
      expect.arrayContaining(["\\Flagged"]),
      true,
    ]);
    expect(flags && [...(flags.flags ?? [])]).not.toContain("$important");
    await change("two", { keywords: [] });
    await eventually(async () => {
      const now = await foreign.fetchOne("2", { flags: true, labels: true });
      expect(now && [now.labels?.has("\\Important"), now.flags?.has("\\Flagged")]).toEqual([false, false]);
    }, 60_000);
    // Alone in Trash and in Spam, whatever else was asked for; and back.
    await change("one", { mailboxIds: [trash!, work!] });
    await change("two", { mailboxIds: [junk!] });
    await settled({ one: ["trash"], two: ["junk"] });
    await change("one", { mailboxIds: [inbox!] });
    await change("two", { mailboxIds: [archive!] });
    await settled({ one: ["archive", "inbox"], two: ["archive"] });
    expect((await emailsOf(mirror, accountId)).get("one")?.id).toBe(before.get("one")?.id);
    // Nothing leaves "All Mail" but for Trash and Spam.
    await change("two", { mailboxIds: [work!] });
    await settled({ one: ["archive", "inbox"], two: ["Work", "archive"] });
    await mirror.store.write((tx) => destroyEmails(tx, accountId, [before.get("one")!.id]));
    await settled({ two: ["Work", "archive"] });
    expect(gmail.violations).toEqual([]);
  });

  test("a message that comes, and one that is put there from here, are one each", async () => {
    await begin();
    await gmail.deliver(testMessage("new"), ["INBOX", "Work"]);
    await settled({ new: ["Work", "archive", "inbox"] });
    const sent = await idOf("sent");
    const bytes = Buffer.from(testMessage("written here"));
    await mirror.ingest.deliver({ accountId, bytes, mailboxIds: [sent], keywords: ["$seen"] });
    await settled({ new: ["Work", "archive", "inbox"], "written here": ["archive", "sent"] });
    sync.requestPass("thorough");
    await settled({ new: ["Work", "archive", "inbox"], "written here": ["archive", "sent"] });
    expect(gmail.violations).toEqual([]);
  });

  test("whatever both sides do at once, they end the same", async () => {
    const seed = Number(process.env["RANDOM_SEED"] ?? 7);
    const steps = Number(process.env["RANDOM_STEPS"] ?? 24);
    const random = randomFrom(seed);
    const { pick } = random;
    const names = ["one", "two", "three", "four"];
    for (const name of names)
      await gmail.deliver(testMessage(name), pick([["INBOX"], ["INBOX", "Work"], [], ["Work"]]));
    await begin();
    const ids = await Promise.all(["inbox", "Work", "archive", "trash", "junk"].map(idOf));
    const [inbox, work, archive, trash, junk] = ids as [Id, Id, Id, Id, Id];
    const wholes = [[inbox], [inbox, work], [archive], [work, archive], [trash], [junk], [inbox, work, archive]];

    const here = async (): Promise<void> => {
      const subjects = [...(await emailsOf(mirror, accountId)).keys()];
      if (subjects.length === 0) return;
      const name = pick(subjects);
      const keywords = ["$seen", "$flagged", "$important"].filter(() => random.chance(0.5));
      await change(name, random.chance(0.5) ? { mailboxIds: pick(wholes) } : { keywords }).catch(ifGone);
    };
    const there = async (): Promise<void> => {
      const folder = pick([ALL, ALL, "INBOX", "Work", TRASH]);
      await foreign.mailboxOpen(folder);
      const uids = await foreign.search({ all: true }, { uid: true });
      if (!uids || uids.length === 0) return;
      const [uid, options] = [String(pick(uids)), { uid: true }];
      const labels = { uid: true, useLabels: true };
      await pick([
        () => foreign.messageFlagsAdd(uid, [pick(["\\Seen", "\\Flagged"])], options),
        () => foreign.messageFlagsRemove(uid, [pick(["\\Seen", "\\Flagged"])], options),
        () => foreign.messageFlagsAdd(uid, ["\\Important"], labels),
        () => (folder === ALL ? foreign.messageFlagsRemove(uid, ["\\Inbox"], labels) : Promise.resolve(false)),
        () => (folder === ALL ? foreign.messageMove(uid, TRASH, options) : Promise.resolve(false)),
        () => (folder === TRASH ? foreign.messageMove(uid, "INBOX", options) : Promise.resolve(false)),
        () => (folder === "INBOX" || folder === "Work" ? foreign.messageDelete(uid, options) : Promise.resolve(false)),
      ])();
    };
    for (let step = 0; step < steps; step++) {
      await Promise.all([here(), there()]);
      if (random.chance(0.3)) sync.requestPass();
    }
    sync.requestPass("thorough");
    await eventually(async () => {
      expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
      const folders = await foldersThere();
      expect({ seed, folders: await foldersHere() }).toEqual({ seed, folders });
      expect(await countHere()).toBe(Object.keys(folders).length);
      const messages = [...(await emailsOf(mirror, accountId))];
      const marks = new Map(messages.map(([subject, { keywords }]) => [subject, keywords.toSorted()]));
      expect({ seed, marks: await marksThere() }).toEqual({ seed, marks });
    }, 120_000);
    expect(gmail.violations).toEqual([]);
  });
});

/** Another client was faster. */
function ifGone(error: unknown): void {
  if (!(error instanceof SetFailure)) throw error;
}
