/** What a mailbox does not allow is refused before it is done: RFC 8621 §2. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setRights } from "../src/store/mailboxes/mailbox-rights.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

const message = lines("From: a@b.example", "Subject: s", "", "text");
const forbidden = { type: "forbidden" };

/** A mailbox with an Email in it, and from then on these rights (RFC 4314 §2.1). */
async function shared(rights: string): Promise<{ mailbox: Id; email: Id }> {
  const mailbox = await t.mailbox(`Shared ${rights} ${Math.random()}`);
  const email = await t.importMessage(message, { mailboxIds: [mailbox] });
  await t.store.write((tx) => setRights(tx, t.accountId, mailbox, rights));
  return { mailbox, email };
}
const change = async (email: Id, patch: LooseArgs) => {
  const { notUpdated } = await t.call("Email/set", { update: { [email]: patch } });
  return notUpdated?.[email];
};
const changeMailbox = async (mailbox: Id, patch: LooseArgs) => {
  const { notUpdated } = await t.call("Mailbox/set", { update: { [mailbox]: patch } });
  return notUpdated?.[mailbox];
};

describe("[8621 §2] rights", () => {
  test("myRights are what the list of rights says", async () => {
    const { mailbox } = await shared("lrs");
    const { list } = await t.call("Mailbox/get", { ids: [mailbox], properties: ["myRights"] });
    expect(list[0]!.myRights).toEqual({
      mayReadItems: true,
      mayAddItems: false,
      mayRemoveItems: false,
      maySetSeen: true,
      maySetKeywords: false,
      mayCreateChild: false,
      mayRename: false,
      mayDelete: false,
      maySubmit: false,
    });
  });

  test("maySetSeen and maySetKeywords are asked each for itself", async () => {
    const seen = await shared("lrs");
    expect(await change(seen.email, { "keywords/$flagged": true })).toMatchObject(forbidden);
    expect(await change(seen.email, { "keywords/$seen": true })).toBeUndefined();
    const flags = await shared("lrw");
    expect(await change(flags.email, { "keywords/$seen": true })).toMatchObject(forbidden);
    expect(await change(flags.email, { "keywords/$flagged": true })).toBeUndefined();
  });

  test("of an Email in several mailboxes all have to allow it", async () => {
    const { email } = await shared("lr");
    await t.store.write(async (tx) => {
      const { updateEmail } = await import("../src/store/mail/emails.ts");
      const { getMembership } = await import("../src/store/mail/email-memberships.ts");
      const { mailboxIds } = (await getMembership(tx, t.accountId, email))!;
      await updateEmail(tx, t.accountId, email, { mailboxIds: [...mailboxIds, t.role["inbox"]!] });
    });
    expect(await change(email, { "keywords/$seen": true })).toMatchObject(forbidden);
    expect((await t.call("Email/set", { destroy: [email] })).notDestroyed?.[email]).toMatchObject(forbidden);
  });

  test("mayRemoveItems is asked for moving away and for destroying", async () => {
    const { mailbox, email } = await shared("lrswi");
    const away = { [`mailboxIds/${mailbox}`]: null, [`mailboxIds/${t.role["trash"]!}`]: true };
    expect(await change(email, away)).toMatchObject(forbidden);
    expect((await t.call("Email/set", { destroy: [email] })).notDestroyed?.[email]).toMatchObject(forbidden);
    // Another copy of it elsewhere takes nothing away.
    expect(await change(email, { [`mailboxIds/${t.role["archive"]!}`]: true })).toBeUndefined();
  });

  test("mayAddItems is asked for moving in, creating and importing", async () => {
    const { mailbox } = await shared("lrswte");
    const other = await t.importMessage(message);
    expect(await change(other, { [`mailboxIds/${mailbox}`]: true })).toMatchObject(forbidden);
    const mailboxIds = { [mailbox]: true };
    const created = await t.call("Email/set", { create: { new: { mailboxIds, subject: "s" } } });
    expect(created.notCreated?.["new"]).toMatchObject(forbidden);
    const blobId = await t.upload(message);
    const imported = await t.call("Email/import", { emails: { new: { blobId, mailboxIds } } });
    expect(imported.notCreated?.["new"]).toMatchObject(forbidden);
  });

  test("mayCreateChild, mayRename and mayDelete are asked by Mailbox/set", async () => {
    const { mailbox } = await shared("lrswite");
    const created = await t.call("Mailbox/set", { create: { new: { name: "Child", parentId: mailbox } } });
    expect(created.notCreated?.["new"]).toMatchObject(forbidden);
    const own = await t.mailbox("Own folder");
    expect(await changeMailbox(own, { parentId: mailbox })).toMatchObject(forbidden);
    expect(await changeMailbox(mailbox, { name: "Renamed" })).toMatchObject(forbidden);
    expect(await changeMailbox(mailbox, { parentId: own })).toMatchObject(forbidden);
    expect(await changeMailbox(mailbox, { sortOrder: 7, isSubscribed: false })).toBeUndefined();
    const destroyed = await t.call("Mailbox/set", { destroy: [mailbox], onDestroyRemoveEmails: true });
    expect(destroyed.notDestroyed?.[mailbox]).toMatchObject(forbidden);
  });

  test("a refused change leaves all as it was", async () => {
    const { mailbox, email } = await shared("lr");
    await change(email, { "keywords/$flagged": true, [`mailboxIds/${t.role["inbox"]!}`]: true });
    expect(await t.email(email, ["keywords", "mailboxIds"])).toMatchObject({
      keywords: {},
      mailboxIds: { [mailbox]: true },
    });
  });
});
