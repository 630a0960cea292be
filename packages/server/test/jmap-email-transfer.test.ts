/** EmailTransfer: Emails go from one account of a person into another, and come back. */
import { EMAIL_TRANSFERS, type Id, MAX_TRANSFERRED } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
/** The other account. */
let other: Id;
let role: Record<string, Id>;

beforeAll(async () => {
  t = await jmap({ transfers: true });
  other = (await t.addMailbox("other")).accountId;
  const { list } = await t.client.call("Mailbox/get", { accountId: other });
  role = Object.fromEntries(list.flatMap(({ id, role: name }) => (id && name ? [[name, id]] : [])));
});
afterAll(() => t.close());

let letters = 0;
const message = (): string =>
  lines("From: Anna <anna@x.example>", `Message-ID: <l${++letters}@x.example>`, `Subject: ${letters}`, "", "Hello");
const properties = ["id", "mailboxIds", "keywords", "receivedAt", "subject", "messageId"];
const inOther = async (): Promise<LooseArgs[]> => {
  const { ids } = await t.call("Email/query", { accountId: other });
  return (await t.call("Email/get", { accountId: other, ids, properties })).list;
};
const isHere = async (id: Id): Promise<boolean> => (await t.call("Email/get", { ids: [id] })).list.length === 1;

async function begin(emailIds: Id[], rest: LooseArgs = {}): Promise<Id> {
  const given = { toAccountId: other, mailboxId: role["archive"], emailIds, keepsOriginals: false, ...rest };
  const { created, notCreated } = await t.call("EmailTransfer/set", { create: { t: given } });
  expect(notCreated).toBeNull();
  return created!["t"]!.id;
}
const problemOf = async (rest: LooseArgs): Promise<unknown> => {
  const given = { toAccountId: other, mailboxId: role["archive"], keepsOriginals: false, ...rest };
  const { notCreated } = await t.call("EmailTransfer/set", { create: { t: given } });
  const { type, properties: wrong = [] } = notCreated!["t"]!;
  return [type, ...wrong];
};
const state = async (id: Id) => (await t.call("EmailTransfer/get", { ids: [id] })).list[0];
const finished = (id: Id, done: number): Promise<void> =>
  eventually(async () => expect(await state(id)).toMatchObject({ waiting: 0, done, failed: {} }));
const takeBack = async (id: Id): Promise<void> => {
  expect((await t.call("EmailTransfer/set", { destroy: [id] })).destroyed).toEqual([id]);
};

test("the session says that an account can give and take Emails", async () => {
  const session = await t.client.session(true);
  expect(session.accounts[t.accountId]?.accountCapabilities[EMAIL_TRANSFERS]).toEqual({});
  expect(session.accounts[other]?.accountCapabilities[EMAIL_TRANSFERS]).toEqual({});
});

describe("what is moved", () => {
  test("is in the other account as it was, with its date and keywords, and leaves this one", async () => {
    const email = await t.importMessage(message(), {
      keywords: ["$seen", "$flagged", "work"],
      receivedAt: "2019-03-04T05:06:07Z",
    });
    await finished(await begin([email]), 1);
    expect(await isHere(email)).toBe(false);
    expect(await inOther()).toEqual([
      {
        id: expect.any(String),
        mailboxIds: { [role["archive"]!]: true },
        keywords: { $seen: true, $flagged: true, work: true },
        receivedAt: "2019-03-04T05:06:07Z",
        subject: `${letters}`,
        messageId: [`l${letters}@x.example`],
      },
    ]);
  });

  test("comes back into the mailboxes that it was in, with what has been changed since", async () => {
    const box = await t.mailbox("From here");
    const email = await t.importMessage(message(), { mailboxIds: [box, t.role["inbox"]!] });
    const before = (await inOther()).length;
    const transfer = await begin([email]);
    await finished(transfer, 1);
    const copy = (await inOther()).find(({ subject }) => subject === `${letters}`)!;
    await t.call("Email/set", { accountId: other, update: { [copy["id"] as Id]: { "keywords/$seen": true } } });
    await takeBack(transfer);
    await eventually(async () => {
      const { ids } = await t.call("Email/query", { filter: { inMailbox: box } });
      expect(ids).toHaveLength(1);
      const back = await t.email(ids[0]!, properties);
      expect(back).toMatchObject({ subject: `${letters}`, keywords: { $seen: true } });
      expect(Object.keys(back.mailboxIds!).toSorted()).toEqual([box, t.role["inbox"]!].toSorted());
    });
    expect(await inOther()).toHaveLength(before);
    expect(await state(transfer)).toBeUndefined();
  });

  test("comes back into the inbox where its mailbox is gone", async () => {
    const box = await t.mailbox("Gone soon");
    const email = await t.importMessage(message(), { mailboxIds: [box] });
    const transfer = await begin([email]);
    await finished(transfer, 1);
    await t.removeMailboxes(box);
    await takeBack(transfer);
    await eventually(async () => {
      const { ids } = await t.call("Email/query", { filter: { subject: `${letters}`, inMailbox: t.role["inbox"] } });
      expect(ids.length).toBeGreaterThan(0);
    });
  });

  test("is many Emails as well as one", async () => {
    const emails: Id[] = [];
    for (let index = 0; index < 45; index++) emails.push(await t.importMessage(message()));
    const before = (await inOther()).length;
    const transfer = await begin([...emails, emails[0]!]);
    await finished(transfer, 45);
    expect(await inOther()).toHaveLength(before + 45);
    expect((await t.call("Email/get", { ids: emails })).list).toEqual([]);
    await takeBack(transfer);
    await eventually(async () => expect(await inOther()).toHaveLength(before));
  });
});

const labelsOf = async (accountId: Id) =>
  (await t.call("Label/get", { accountId, ids: null })).list.map(({ id, keyword, name, color, parentId }) => ({
    id: id!,
    keyword: keyword!,
    name: name!,
    color: color!,
    parentId: parentId ?? null,
  }));
const newLabel = async (accountId: Id, face: LooseArgs): Promise<{ id: Id; keyword: string }> => {
  const { created, notCreated } = await t.call("Label/set", { accountId, create: { l: face } });
  expect(notCreated).toBeFalsy();
  return created!["l"] as { id: Id; keyword: string };
};
const copyOf = async (subject: string) => (await inOther()).find((email) => email["subject"] === subject)!;

describe("labels come along", () => {
  test("and are made in the other account, where they stood, once", async () => {
    const above = await newLabel(t.accountId, { name: "Дом", color: "teal" });
    const below = await newLabel(t.accountId, { name: "Ремонт", color: "red", parentId: above.id });
    await newLabel(t.accountId, { name: "Not on it" });
    const stateBefore = (await t.call("Label/get", { accountId: other, ids: null })).state;
    const emails = [
      await t.importMessage(message(), { keywords: [below.keyword, "$seen"] }),
      await t.importMessage(message(), { keywords: [below.keyword] }),
    ];
    await finished(await begin(emails), 2);
    const made = await labelsOf(other);
    const parentId = made.find(({ name }) => name === "Дом")?.id;
    expect(parentId).toBeDefined();
    const id = expect.any(String);
    expect(made).toEqual([
      { id, keyword: above.keyword, name: "Дом", color: "teal", parentId: null },
      { id, keyword: below.keyword, name: "Ремонт", color: "red", parentId },
    ]);
    expect((await copyOf(`${letters}`))["keywords"]).toEqual({ [below.keyword]: true });
    const { created } = await t.call("Label/changes", { accountId: other, sinceState: stateBefore });
    expect(created.toSorted()).toEqual(made.map((each) => each.id).toSorted());
    const counted = (await t.call("Label/get", { accountId: other, ids: null })).list;
    expect(counted.map(({ totalEmails }) => totalEmails)).toEqual([0, 2]);
  });

  test("as those of the same keyword or name that are there, and back again", async () => {
    const here = await newLabel(t.accountId, { name: "Taxes", keyword: "taxes-here" });
    const there = await newLabel(other, { name: "taxes", keyword: "taxes-there", color: "violet" });
    const renamed = await newLabel(t.accountId, { name: "Trips", keyword: "trips" });
    await newLabel(other, { name: "Journeys", keyword: "trips" });
    const before = await labelsOf(other);
    const email = await t.importMessage(message(), { keywords: [here.keyword, renamed.keyword, "plain"] });
    const subject = `${letters}`;
    const transfer = await begin([email]);
    await finished(transfer, 1);
    expect((await copyOf(subject))["keywords"]).toEqual({ [there.keyword]: true, trips: true, plain: true });
    expect(await labelsOf(other)).toEqual(before);
    const labelsHere = await labelsOf(t.accountId);
    await takeBack(transfer);
    await eventually(async () => {
      const { ids } = await t.call("Email/query", { filter: { hasKeyword: here.keyword } });
      expect(ids).toHaveLength(1);
      const keywords = { [here.keyword]: true, trips: true, plain: true };
      expect(await t.email(ids[0]!, properties)).toMatchObject({ subject, keywords });
    });
    expect(await labelsOf(t.accountId)).toEqual(labelsHere);
  });
});

describe("what is copied", () => {
  test("is in both accounts, and goes from the other one when it is taken back", async () => {
    const email = await t.importMessage(message());
    const before = (await inOther()).length;
    const transfer = await begin([email], { keepsOriginals: true });
    await finished(transfer, 1);
    expect(await isHere(email)).toBe(true);
    expect(await inOther()).toHaveLength(before + 1);
    await takeBack(transfer);
    expect(await inOther()).toHaveLength(before);
    expect(await isHere(email)).toBe(true);
  });
});

describe("what cannot be done", () => {
  test("leaves the Email where it is, and says why", async () => {
    const { created } = await t.call("Mailbox/set", { accountId: other, create: { m: { name: "Short" } } });
    const mailboxId = created!["m"]!.id!;
    const [kept, gone] = [await t.importMessage(message()), await t.importMessage(message())];
    // One request: nothing is copied before the mailbox is gone.
    const { methodResponses } = await t.request([
      [
        "EmailTransfer/set",
        { create: { t: { toAccountId: other, mailboxId, emailIds: [kept, gone], keepsOriginals: false } } },
      ],
      ["Mailbox/set", { accountId: other, destroy: [mailboxId], onDestroyRemoveEmails: true }],
    ]);
    const transfer = (methodResponses[0]![1] as { created: Record<string, { id: Id }> }).created["t"]!.id;
    await eventually(async () => expect((await state(transfer))?.waiting).toBe(0));
    const { failed, done } = (await state(transfer))!;
    // Whichever was quicker: what failed is here, what is done is gone with the mailbox.
    expect(Object.keys(failed).length + done).toBe(2);
    for (const id of [kept, gone]) expect(await isHere(id)).toBe(id in failed);
    for (const type of Object.values(failed)) expect(type).toBe("invalidProperties");
  });

  test("is refused at once where it is known", async () => {
    const email = await t.importMessage(message());
    expect(await problemOf({ emailIds: [email], toAccountId: t.accountId })).toEqual([
      "invalidProperties",
      "toAccountId",
    ]);
    expect(await problemOf({ emailIds: [email], toAccountId: "a999" })).toEqual(["invalidProperties", "toAccountId"]);
    expect(await problemOf({ emailIds: [email], mailboxId: t.role["inbox"] })).toEqual([
      "invalidProperties",
      "mailboxId",
    ]);
    expect(await problemOf({ emailIds: [] })).toEqual(["invalidProperties", "emailIds"]);
    expect(await problemOf({ emailIds: Array.from({ length: MAX_TRANSFERRED + 1 }, (_, n) => `e${n + 1}`) })).toEqual([
      "invalidProperties",
      "emailIds",
    ]);
    expect(await problemOf({ emailIds: ["e99999"] })).toEqual(["notFound"]);
    const { notDestroyed } = await t.call("EmailTransfer/set", { destroy: ["x99999"] });
    expect(notDestroyed).toEqual({ x99999: { type: "notFound" } });
    expect((await t.call("EmailTransfer/get", { ids: ["x99999"] })).notFound).toEqual(["x99999"]);
  });
});

test("what is moved moves once, however often that is asked for, and to one place", async () => {
  const [one, two] = [await t.importMessage(message()), await t.importMessage(message())];
  const before = (await inOther()).length;
  const to = (emailIds: Id[], rest: LooseArgs = {}) => ({
    toAccountId: other,
    mailboxId: role["archive"],
    emailIds,
    keepsOriginals: false,
    ...rest,
  });
  const { created, notCreated } = await t.call("EmailTransfer/set", {
    create: {
      a: to([one]),
      again: to([one]),
      elsewhere: to([one], { mailboxId: role["trash"] }),
      more: to([one, two]),
    },
  });
  expect(notCreated).toEqual({ elsewhere: { type: "forbidden", description: expect.any(String) } });
  expect(created!["again"]!.id).toBe(created!["a"]!.id);
  expect(created!["more"]!.id).not.toBe(created!["a"]!.id);
  await finished(created!["a"]!.id, 1);
  await finished(created!["more"]!.id, 1);
  expect(await inOther()).toHaveLength(before + 2);
  expect([await isHere(one), await isHere(two)]).toEqual([false, false]);
});
