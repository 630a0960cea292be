/** A folder that may be read and no more (ACL, RFC 4314): changes of its messages are rolled back at once, and reported. */
import type { ImapFlow } from "imapflow";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { listMirrorRefusals } from "../../src/store/mirror/mirror-refusals.ts";
import { courier, cyrus, poor, rich } from "../servers/all.ts";
import { poorCapability, startDovecot } from "../servers/dovecot.ts";
import { ofToday } from "../support/of-today.ts";
import { behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, localState, mailboxNamed, serverState, upToDate } from "./mirrored.ts";

/** "owner": the person whose folders they are, whatever the name. */
const settings = `mail_plugins = acl
protocol imap {
  mail_plugins = acl imap_acl
}
plugin {
  acl = vfile
}`;
const kinds = [
  { ...rich, start: () => startDovecot({ settings }), owner: "owner" },
  { ...poor, start: () => startDovecot({ settings, capability: `${poorCapability} ACL` }), owner: "owner" },
  { ...courier, owner: "owner" },
  { ...cyrus, owner: "ann" },
];

/** Members of ImapFlow that its types leave out. */
interface Internals {
  exec(command: string, attributes: unknown[]): Promise<{ next(): void }>;
}

async function setAcl(client: ImapFlow, path: string, who: string, rights: string): Promise<void> {
  const attributes = [path, who, rights].map((value) => ({ type: "STRING", value }));
  (await (client as unknown as Internals).exec("SETACL", attributes)).next();
}

describe.each(ofToday(kinds))("$kind: a folder that may only be read", ({ canRun, start, owner }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  test.skipIf(!canRun)("messages cannot be moved out of it, into it, or destroyed; a flag stays with us", async () => {
    const server = await start();
    closing.push(() => server.stop());
    const { mirror, client, accountId } = await behindProxy(server, closing);
    const path = `${client.namespace?.prefix ?? ""}Announcements`;
    await client.mailboxCreate(path);
    for (const name of ["moved", "destroyed", "flagged"]) await client.append(path, testMessage(name));
    await client.append("INBOX", testMessage("put there"));
    await setAcl(client, path, owner, "alr");
    const before = await serverState(client);
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    expect(await localState(mirror, accountId)).toEqual(before);
    expect((await mailboxNamed(mirror, accountId, "Announcements")).myRights).toMatchObject({
      // What an owner cannot lose at Cyrus is left out: to rename, to delete, to put folders into it.
      mayReadItems: true,
      mayAddItems: false,
      mayRemoveItems: false,
      maySetSeen: false,
      maySetKeywords: false,
      maySubmit: false,
    });

    const messages = await emailsOf(mirror, accountId);
    const idOf = (name: string) => messages.get(name)!.id;
    const [announcements, trash] = [
      (await mailboxNamed(mirror, accountId, "Announcements")).id,
      (await mailboxNamed(mirror, accountId, "trash")).id,
    ];
    await mirror.store.write(async (tx) => {
      await updateEmail(tx, accountId, idOf("moved"), { mailboxIds: [trash] });
      await updateEmail(tx, accountId, idOf("put there"), { mailboxIds: [announcements] });
      await updateEmail(tx, accountId, idOf("flagged"), { keywords: ["$flagged"] });
      await destroyEmails(tx, accountId, [idOf("destroyed")]);
    });
    await eventually(async () => {
      expect(await mirror.status(accountId)).toMatchObject({ state: "upToDate", waiting: 0 });
      const refusals = await mirror.store.read((reader) => listMirrorRefusals(reader, accountId));
      // The one that was destroyed here has no name here any more.
      expect(refusals.map(({ name, reason }) => [name, reason.split(":")[0]].join(" ")).toSorted()).toEqual([
        " notAllowed",
        "moved notAllowed",
        "put there notAllowed",
      ]);
      expect((await emailsOf(mirror, accountId, announcements)).size).toBe(3);
    }, 60_000);
    expect(await serverState(client)).toEqual(before);
    const after = await emailsOf(mirror, accountId);
    // What the folder does not keep is kept here.
    expect(after.get("flagged")?.keywords).toEqual(["$flagged"]);
    await mirror.store.write((tx) => updateEmail(tx, accountId, idOf("flagged"), { keywords: [] }));
    await eventually(async () => expect(await localState(mirror, accountId)).toEqual(before));
  });
});
