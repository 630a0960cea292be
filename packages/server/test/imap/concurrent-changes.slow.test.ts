/** A change here while an earlier one is being pushed is pushed as well. */
import type { Id } from "@pismo/jmap";
import { afterEach, describe, expect, test } from "vitest";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { destroyMailbox, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { listMirrorRefusals } from "../../src/store/mirror/mirror-refusals.ts";
import type { Transactor } from "../../src/store/db/store.ts";
import { servers } from "../servers/all.ts";
import { type BehindProxy, behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, listed, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

describe.each(servers)("changed while an earlier change is pushed to $kind", ({ canRun, start }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  interface SetUp extends BehindProxy {
    /** Once, before this command is forwarded to the server. */
    before(command: RegExp, work: (tx: Transactor) => Promise<unknown>): Promise<void>;
    make(name: string): Promise<Id>;
    names(): Promise<string[]>;
  }

  async function setUp(): Promise<SetUp> {
    const server = await start();
    closing.push(() => server.stop());
    const behind = await behindProxy(server, closing);
    const { proxy, mirror, client, accountId } = behind;
    // Compressed commands (RFC 4978) cannot be read.
    proxy.rewrite = (text) => text.replaceAll(" COMPRESS=DEFLATE", "");
    await client.append("INBOX", testMessage("one"));
    mirror.start(accountId, { connections: 1 });
    await upToDate(mirror, accountId);
    return {
      ...behind,
      before: (command, work) =>
        new Promise((resolve) => {
          proxy.hold = (said) => {
            if (!command.test(said)) return undefined;
            proxy.hold = undefined;
            return mirror.store.write(work).then(() => resolve());
          };
        }),
      make: async (name) => (await mirror.store.write((tx) => insertMailbox(tx, accountId, { name }))).id,
      names: async () => (await listed(client)).map(({ path }) => path.replace(/^INBOX\./, "")),
    };
  }

  test.skipIf(!canRun)("a mailbox that is destroyed while it is being made is destroyed there too", async () => {
    const { before, make, names, mirror, client, accountId } = await setUp();
    let mailboxId: Id;
    const done = before(/^CREATE/, (tx) => destroyMailbox(tx, accountId, mailboxId, true));
    mailboxId = await make("Short");
    await done;
    await sameOnBothSides(mirror, accountId, client);
    expect(await names()).not.toContain("Short");
  });

  test.skipIf(!canRun)("a mailbox that is renamed while it is being made or renamed gets its last name", async () => {
    const { before, make, names, mirror, client, accountId } = await setUp();
    let mailboxId: Id;
    const named = (name: string) => (tx: Transactor) => updateMailbox(tx, accountId, mailboxId, { name });
    const made = before(/^CREATE/, named("Second"));
    mailboxId = await make("First");
    await made;
    await sameOnBothSides(mirror, accountId, client);
    expect(await names()).toContain("Second");
    const renamed = before(/^RENAME/, named("Fourth"));
    await mirror.store.write(named("Third"));
    await renamed;
    await sameOnBothSides(mirror, accountId, client);
    expect(await names()).toContain("Fourth");
    expect((await names()).filter((name) => ["First", "Second", "Third"].includes(name))).toEqual([]);
  });

  test.skipIf(!canRun)("a refusal to rename a mailbox does not bring back one destroyed since", async () => {
    const { before, make, names, mirror, client, proxy, accountId } = await setUp();
    const mailboxId = await make("Kept");
    await sameOnBothSides(mirror, accountId, client);
    proxy.answer = (command) => (command.startsWith("RENAME") ? "NO [CANNOT] never" : undefined);
    const done = before(/^RENAME/, (tx) => destroyMailbox(tx, accountId, mailboxId, true));
    await mirror.store.write((tx) => updateMailbox(tx, accountId, mailboxId, { name: "Other" }));
    await done;
    await sameOnBothSides(mirror, accountId, client);
    expect(await names()).not.toContain("Kept");
    expect(await mirror.store.read((reader) => listMirrorRefusals(reader, accountId))).toEqual([]);
  });

  test.skipIf(!canRun)("a message that is changed, moved or destroyed while it is being put there", async () => {
    const { before, mirror, client, accountId } = await setUp();
    const { id: archive } = await mailboxNamed(mirror, accountId, "archive");
    const put = async (name: string, change: (tx: Transactor, id: Id) => Promise<unknown>): Promise<void> => {
      let emailId: Id;
      const done = before(/^APPEND/, (tx) => change(tx, emailId));
      const bytes = Buffer.from(testMessage(name));
      ({ id: emailId } = await mirror.ingest.deliver({
        accountId,
        bytes,
        mailboxIds: [archive],
        keywords: ["$draft"],
      }));
      await done;
      await sameOnBothSides(mirror, accountId, client);
    };
    await put("read", (tx, id) => updateEmail(tx, accountId, id, { keywords: ["$seen"] }));
    const { id: inbox } = await mailboxNamed(mirror, accountId, "inbox");
    await put("moved", (tx, id) => updateEmail(tx, accountId, id, { mailboxIds: [inbox] }));
    await put("destroyed", (tx, id) => destroyEmails(tx, accountId, [id]));
    const messages = await emailsOf(mirror, accountId);
    expect([...messages.keys()].toSorted()).toEqual(["moved", "one", "read"]);
    expect(messages.get("read")?.keywords).toEqual(["$seen"]);
    expect(messages.get("moved")?.mailboxIds).toEqual([inbox]);
  });
});
