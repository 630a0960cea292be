/** Servers that say no, not now, or what is not true: nothing is lost, the person is told, and the mirror is the server. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { canRunDovecot, type Dovecot, type DovecotOptions, quotaOf, startDovecot } from "../servers/dovecot.ts";
import { behindProxy, type BehindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

const quota = quotaOf(20);
/** Two of them are too much. */
const large = (name: string): string => testMessage(name, `${"x".repeat(70)}\r\n`.repeat(180));

describe.skipIf(!canRunDovecot)("a server that", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.splice(0).toReversed()) await close();
  });

  async function setUp(options: DovecotOptions = {}): Promise<BehindProxy & { dovecot: Dovecot }> {
    const dovecot = await startDovecot(options);
    closing.push(() => dovecot.stop());
    return { dovecot, ...(await behindProxy(dovecot, closing)) };
  }

  test("allows one connection: that one listens while it rests, and a limit that is reached is no wrong password", async () => {
    const { proxy, mirror, client, accountId } = await setUp({ settings: "mail_max_userip_connections = 1\n" });
    await client.append("INBOX", testMessage("one"));
    // The foreign client has the only one.
    mirror.start(accountId);
    await eventually(async () =>
      expect(await mirror.status(accountId)).toMatchObject({
        state: "offline",
        problem: expect.stringMatching(/maximum/i),
      }),
    );
    await client.logout();
    await upToDate(mirror, accountId);
    expect((await emailsOf(mirror, accountId)).size).toBe(1);
    expect(proxy.connections).toBeGreaterThan(1);
  });

  test("is asked for no more connections than are wanted: with one, messages and flags show all the same", async () => {
    const { proxy, mirror, client, accountId } = await setUp();
    await client.append("INBOX", testMessage("one"));
    mirror.start(accountId, { connections: 1 });
    await upToDate(mirror, accountId);
    await client.append("INBOX", testMessage("two"));
    await eventually(async () => expect((await emailsOf(mirror, accountId)).has("two")).toBe(true));
    await client.mailboxOpen("INBOX");
    await client.messageFlagsAdd("1", ["\\Flagged"]);
    await sameOnBothSides(mirror, accountId, client);
    const { id } = (await emailsOf(mirror, accountId)).get("two")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$seen"] }));
    await sameOnBothSides(mirror, accountId, client);
    expect(proxy.connections).toBe(1);
  });

  test("lies about how many messages there are: after several passes it stays the same, and comes to rest", async () => {
    const { proxy, mirror, client, accountId } = await setUp();
    for (const name of ["one", "two", "three"]) await client.append("INBOX", testMessage(name));
    await client.append("Archive", testMessage("four"));
    proxy.rewrite = (text) =>
      text
        .replaceAll(" COMPRESS=DEFLATE", "")
        .replaceAll(/^\* (\d+) EXISTS/gm, (_, count: string) => `* ${Number(count) + 2} EXISTS`)
        .replaceAll(/MESSAGES (\d+)/g, (_, count: string) => `MESSAGES ${Number(count) + 1}`);
    const sync = mirror.start(accountId);
    for (let looks = 0; looks < 3; looks++) {
      sync.requestPass("thorough");
      await sameOnBothSides(mirror, accountId, client);
    }
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1");
    await client.append("Archive", testMessage("five"));
    sync.requestPass();
    await sameOnBothSides(mirror, accountId, client);
    expect([...(await emailsOf(mirror, accountId)).keys()].toSorted()).toEqual(["five", "four", "three", "two"]);
  });

  test("leaves a folder out of its list that is there, as Dovecot may for a while: it stays, and so do its messages", async () => {
    const { proxy, mirror, client, accountId } = await setUp();
    await client.mailboxCreate("Lists");
    await client.append("Lists", testMessage("one"));
    let isHiding = false;
    proxy.rewrite = (text) => {
      const plain = text.replaceAll(" COMPRESS=DEFLATE", "");
      return isHiding ? plain.replaceAll(/^\* (?:LIST|STATUS)\b[^\r\n]*\bLists\b[^\r\n]*\r\n/gm, "") : plain;
    };
    const sync = mirror.start(accountId);
    await sameOnBothSides(mirror, accountId, client);
    const before = (await emailsOf(mirror, accountId)).get("one")!;
    isHiding = true;
    // One pass may be told how a folder was a moment ago: Dovecot keeps the counts of its folders in an index.
    const arrives = (name: string): Promise<void> =>
      eventually(async () => {
        sync.requestPass();
        expect((await emailsOf(mirror, accountId)).has(name)).toBe(true);
      });
    // Two passes, each of which begins after the change.
    for (const name of ["two", "three"]) {
      await client.append("Archive", testMessage(name));
      await arrives(name);
    }
    await upToDate(mirror, accountId);
    expect((await emailsOf(mirror, accountId)).get("one")).toEqual(before);
    // Nor is it gone because it cannot be opened now. (By new connections: one that has a folder open keeps it here.)
    proxy.answer = (command) => (/^EXAMINE .*Lists/.test(command) ? "NO [UNAVAILABLE] Try again later" : undefined);
    for (const name of ["four", "five"]) {
      await client.append("INBOX", testMessage(name));
      sync.requestPass("thorough");
      await arrives(name);
    }
    await upToDate(mirror, accountId);
    expect((await emailsOf(mirror, accountId)).get("one")).toEqual(before);
    proxy.answer = undefined;
    isHiding = false;
    sync.requestPass();
    await sameOnBothSides(mirror, accountId, client);
    expect((await emailsOf(mirror, accountId)).get("one")?.id).toBe(before.id);
  });

  test("answers slowly and in pieces", async () => {
    const { proxy, mirror, client, accountId } = await setUp();
    for (const name of ["one", "two", "three"]) await client.append("INBOX", testMessage(name));
    proxy.delay = 60;
    proxy.splitAt = 40;
    mirror.start(accountId);
    await sameOnBothSides(mirror, accountId, client);
    const { id } = (await emailsOf(mirror, accountId)).get("two")!;
    const trash = (await mailboxNamed(mirror, accountId, "trash")).id;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { mailboxIds: [trash] }));
    await sameOnBothSides(mirror, accountId, client);
    expect((await emailsOf(mirror, accountId, trash)).has("two")).toBe(true);
  });

  test("has an odd delimiter, parents that hold no messages, and names of all kinds", async () => {
    const { mirror, client, accountId } = await setUp({ separator: "^", prefix: "Mail^" });
    const paths = ["A & B", "&-", "Письма^Входящие 📬", "日本語", "a.b c", "Work", "Work^Old"];
    for (const path of paths) await client.mailboxCreate(`Mail^${path}`);
    await client.append("Mail^Work^Old", testMessage("one"));
    await client.mailboxDelete("Mail^Work");
    const sync = mirror.start(accountId);
    await sameOnBothSides(mirror, accountId, client);
    const [old, work] = [await mailboxNamed(mirror, accountId, "Old"), await mailboxNamed(mirror, accountId, "Work")];
    expect(old.parentId).toBe(work.id);
    await client.mailboxRename("Mail^Письма", "Mail^Почта");
    await client.mailboxDelete("Mail^日本語");
    sync.requestPass();
    await sameOnBothSides(mirror, accountId, client);
    const { id } = (await emailsOf(mirror, accountId)).get("one")!;
    const inbox = (await mailboxNamed(mirror, accountId, "Входящие 📬")).id;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { mailboxIds: [inbox] }));
    await sameOnBothSides(mirror, accountId, client);
  });

  test.each([
    { which: "forward", hours: 26 },
    { which: "back", hours: -26 },
  ])(
    "is met at the usual times when our clock jumps $which: looks, new attempts and what waits keep their pauses",
    async ({ hours }) => {
      const { proxy, mirror, client, accountId } = await setUp({ settings: quota });
      await client.append("INBOX", large("one"));
      await client.append("Archive", testMessage("two"), [], new Date("2038-01-20T00:00:00Z"));
      await client.append("Archive", testMessage("three"), [], new Date("1971-01-01T00:00:00Z"));
      mirror.start(accountId, { passIntervalMs: 300 });
      await upToDate(mirror, accountId);
      // Refused for now: it waits for its next attempt.
      const drafts = (await mailboxNamed(mirror, accountId, "drafts")).id;
      await mirror.ingest.deliver({
        accountId,
        bytes: Buffer.from(large("mine")),
        mailboxIds: [drafts],
        keywords: ["$draft"],
      });
      await eventually(async () =>
        expect(await mirror.status(accountId)).toMatchObject({ waitsFor: expect.stringMatching(/^full/) }),
      );
      await client.mailboxOpen("INBOX");
      await client.messageDelete("1:*");
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3600_000 });
      await client.append("Archive", testMessage("four"));
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("four")).toBe(true));
      await sameOnBothSides(mirror, accountId, client, 60_000);
      proxy.cutAll();
      await client.append("Archive", testMessage("five"));
      await eventually(async () => expect((await emailsOf(mirror, accountId)).has("five")).toBe(true));
      await sameOnBothSides(mirror, accountId, client);
    },
  );
});
