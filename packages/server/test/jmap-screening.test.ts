/** First-time senders wait out of the inbox: an extension of ours, SCREENING. */
import type { Id, ScreenedSender } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { startReleasing } from "../src/ingest/screening/release-worker.ts";
import { findStrangers, screenArrivals } from "../src/ingest/screening/screen-arrivals.ts";
import { createLogger } from "../src/log.ts";
import type { Reader } from "../src/store/db/reader.ts";
import { insertEmails } from "../src/store/mail/insert-emails.ts";
import { accountsWithDue } from "../src/store/notifications/notification-due.ts";
import { nextToRelease } from "../src/store/screening/release.ts";
import { countScreened, letIn, queryScreened } from "../src/store/screening/screened-senders.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";
import { lines } from "./support/jmap.ts";
import { isOnPostgres } from "./support/memory-store.ts";

let t: ReceivingJmap;

beforeEach(async () => {
  t = await receivingJmap();
  await screen("Waiting room");
});
afterEach(() => t.close());

const screen = async (screensInto: string | null): Promise<void> => {
  const { notUpdated } = await t.call("Preferences/set", { update: { singleton: { screensInto } } });
  expect(notUpdated).toBeNull();
};

const letter = (from: string, subject: string, ...fields: string[]): string =>
  lines(`From: ${from}`, "To: you@pismo.localhost", `Subject: ${subject}`, ...fields, "", "text");

/** As SMTP brings them. */
const batchOf = (...from: string[]) =>
  from.map((each, number) => ({
    accountId: t.accountId,
    bytes: Buffer.from(letter(each, `Number ${number}`)),
    mailboxIds: [t.role["inbox"]!],
    isArrival: true,
    envelope: { from: "list@x.example", to: ["you@pismo.localhost"] },
  }));

const waiting = async (): Promise<ScreenedSender[]> => {
  const { ids } = await t.call("ScreenedSender/query", {});
  return (await t.call("ScreenedSender/get", { ids })).list as ScreenedSender[];
};
const room = async (): Promise<{ id: Id; role: string | null; totalEmails: number }> => {
  const { list } = await t.call("Mailbox/get", { ids: null });
  return list.find(({ name }) => name === "Waiting room") as { id: Id; role: string | null; totalEmails: number };
};
const place = async (id: Id): Promise<string> => {
  const [mailbox] = Object.keys((await t.email(id, ["mailboxIds"])).mailboxIds!);
  return mailbox === (await room())?.id
    ? "waiting"
    : (Object.entries(t.role).find(([, each]) => each === mailbox)?.[0] ?? "?");
};
const decide = async (id: Id, state: string): Promise<void> => {
  const { notUpdated } = await t.call("ScreenedSender/set", { update: { [id]: { state } } });
  expect(notUpdated).toBeNull();
};

describe("who waits", () => {
  test("a first-time sender does, in a mailbox without a role, and the inbox has none of it", async () => {
    const first = await t.receive(letter("Eve <Eve@new.example>", "One"));
    const second = await t.receive(letter("Eve Ning <eve@new.example>", "Two"));
    expect([await place(first), await place(second)]).toEqual(["waiting", "waiting"]);
    expect(await room()).toMatchObject({ role: null, totalEmails: 2 });
    expect(await waiting()).toEqual([
      {
        id: expect.stringMatching(/^n\d+$/),
        address: "eve@new.example",
        name: "Eve Ning",
        subject: "Two",
        emailId: second,
        newestAt: (await t.email(second, ["receivedAt"])).receivedAt,
        totalEmails: 2,
        state: "waiting",
      },
    ]);
    expect((await t.call("Email/query", { filter: { inMailbox: t.role["inbox"]! } })).ids).toEqual([]);
  });

  test("several letters of one sender come at once, the address written in two ways", async () => {
    const results = await t.ingest.deliverBatch(batchOf("eve@new.example", "Eve <EVE@new.example>", "ann@new.example"));
    expect(results.map((email) => email instanceof Error || email.mailboxIds)).toEqual(
      Array.from({ length: 3 }, () => [expect.any(String)]),
    );
    const found = (await waiting()).map(({ address, totalEmails }) => [address, totalEmails]);
    expect(Object.fromEntries(found)).toEqual({ "ann@new.example": 1, "eve@new.example": 2 });
    expect(await room()).toMatchObject({ totalEmails: 3 });
  });

  test("one who is let in while a letter of theirs is being looked at stays let in, and the letter in the inbox", async () => {
    await t.receive(letter("eve@new.example", "One"));
    const batch = await t.ingest.prepareBatch(batchOf("eve@new.example"));
    const strangers = await findStrangers(t.store, batch);
    expect(strangers.size).toBe(1);
    await decide((await waiting())[0]!.id, "letIn");
    const moved = await t.store.write(
      async (tx) => screenArrivals(tx, await insertEmails(tx, batch.emails), batch, strangers),
      { accountId: t.accountId },
    );
    expect(moved.size).toBe(0);
    expect(await t.store.read((reader) => letIn(reader, t.accountId, ["eve@new.example"]))).toEqual(
      new Set(["eve@new.example"]),
    );
    expect(await room()).toMatchObject({ totalEmails: 0 });
  });

  test("one who is refused while a letter of theirs is being looked at stays refused, and it goes with the others", async () => {
    await t.receive(letter("eve@new.example", "One"));
    const batch = await t.ingest.prepareBatch(batchOf("eve@new.example"));
    const strangers = await findStrangers(t.store, batch);
    await decide((await waiting())[0]!.id, "refused");
    await t.store.write(async (tx) => screenArrivals(tx, await insertEmails(tx, batch.emails), batch, strangers), {
      accountId: t.accountId,
    });
    expect(await waiting()).toEqual([]);
    const stop = startReleasing({ store: t.store, log: createLogger("silent") });
    try {
      await eventually(async () => expect(await room()).toMatchObject({ totalEmails: 0 }));
    } finally {
      await stop();
    }
    expect((await t.call("Email/query", { filter: { inMailbox: t.role["junk"]! } })).ids).toHaveLength(2);
  });

  test("what the person moves among those that wait is on the shelf, and off it when it is moved away", async () => {
    const id = await t.importMessage(letter("Old Friend <old@known.example>", "Moved"));
    const { id: mailbox } = await room();
    const move = (to: Id) => t.call("Email/set", { update: { [id]: { mailboxIds: { [to]: true } } } });
    await move(mailbox);
    expect(await waiting()).toMatchObject([{ address: "old@known.example", emailId: id, totalEmails: 1 }]);
    await move(t.role["inbox"]!);
    expect(await waiting()).toEqual([]);
    await move(mailbox);
    await decide((await waiting())[0]!.id, "letIn");
    expect(await place(id)).toBe("inbox");
  });

  test("letters that were there, and those of their senders, stay in the inbox", async () => {
    await screen(null);
    const before = await t.receive(letter("Bank <bank@known.example>", "Statement"));
    await screen("Waiting room");
    expect(await place(before)).toBe("inbox");
    expect(await place(await t.receive(letter("bank@known.example", "Next statement")))).toBe("inbox");
    expect(await place(await t.receive(letter("notbank@known.example", "Another")))).toBe("waiting");
  });

  test("a sender whose letters lie in spam or trash alone is none that is known", async () => {
    await t.importMessage(letter("eve@new.example", "Buy"), { mailboxIds: [t.role["junk"]!] });
    await t.importMessage(letter("eve@new.example", "Buy"), { mailboxIds: [t.role["trash"]!] });
    expect(await place(await t.receive(letter("eve@new.example", "Buy")))).toBe("waiting");
  });

  test.each(["To", "Cc", "Bcc"])("one who was written to (%s) does not", async (field) => {
    const sent = lines("From: you@pismo.localhost", `${field}: Ann <ann@new.example>`, "Subject: Hi", "", "text");
    await t.importMessage(sent, { mailboxIds: [t.role["sent"]!] });
    expect(await place(await t.receive(letter("ANN@new.example", "Hello")))).toBe("inbox");
    expect(await place(await t.receive(letter("ann@new.example.org", "Hello")))).toBe("waiting");
  });

  test("a contact does not", async () => {
    const { created } = await t.call("AddressBook/set", { create: { b: { name: "Friends" } } });
    const card = {
      name: { full: "Ann" },
      emails: { e: { address: "ann@пример.рф" } },
      addressBookIds: { [created!["b"]!.id!]: true },
    };
    expect((await t.call("ContactCard/set", { create: { c: card } })).notCreated).toBeNull();
    expect(await place(await t.receive(letter("ann@xn--e1afmkfd.xn--p1ai", "Hello")))).toBe("inbox");
  });

  test("who answers a letter of the person's does not, from whatever address", async () => {
    const sent = lines(
      "From: you@pismo.localhost",
      "To: a@x.example",
      "Subject: Plan",
      "Message-ID: <plan@x>",
      "",
      "text",
    );
    await t.importMessage(sent, { mailboxIds: [t.role["sent"]!] });
    expect(await place(await t.receive(letter("b@x.example", "Re: Plan", "In-Reply-To: <plan@x>")))).toBe("inbox");
  });

  test("members of a list that the person reads or writes to do not, those of another list do", async () => {
    const post = (from: string, list: string) =>
      t.receive(letter(from, "Post", `List-Id: <${list}.example>`, `List-Post: <mailto:${list}@lists.example>`));
    await t.importMessage(letter("one@x.example", "Old", "List-Id: <read.example>"));
    const sent = lines("From: you@pismo.localhost", "To: written@lists.example", "Subject: Hi", "", "text");
    await t.importMessage(sent, { mailboxIds: [t.role["sent"]!] });
    expect(await place(await post("two@x.example", "read"))).toBe("inbox");
    expect(await place(await post("three@x.example", "written"))).toBe("inbox");
    expect(await place(await post("four@x.example", "new"))).toBe("waiting");
    expect(await place(await post("five@x.example", "new"))).toBe("waiting");
  });

  test("what a rule puts elsewhere stays there", async () => {
    const blobId = await t.upload('require "fileinto"; fileinto "Archive";', "application/sieve");
    await t.call("SieveScript/set", { create: { s: { name: "r", blobId } }, onSuccessActivateScript: "#s" });
    expect(await place(await t.receive(letter("eve@new.example", "Hello")))).toBe("archive");
  });

  test("no automatic reply goes out to what waits", async () => {
    await t.call("VacationResponse/set", { update: { singleton: { isEnabled: true, textBody: "Away" } } });
    await t.receive(letter("eve@new.example", "Hello"), "eve@new.example");
    await screen(null);
    await t.receive(letter("ann@new.example", "Hello"), "ann@new.example");
    await eventually(async () => {
      const { ids } = await t.call("EmailSubmission/query", {});
      const { list } = await t.call("EmailSubmission/get", { ids });
      expect(list.map(({ envelope }) => envelope!.rcptTo[0]!.email)).toEqual(["ann@new.example"]);
    });
  });

  test("nothing is told of what waits", async () => {
    const rules = { about: "inbox", mailboxIds: {}, keywords: {}, quietHours: null };
    await t.call("Preferences/set", { update: { singleton: { notifications: rules } } });
    await t.receive(letter("eve@new.example", "Hello"));
    expect(await t.store.read((reader) => accountsWithDue(reader, 10))).toEqual([]);
    await screen(null);
    await t.receive(letter("eve@new.example", "Hello"));
    expect(await t.store.read((reader) => accountsWithDue(reader, 10))).toEqual([t.accountId]);
  });
});

describe("what becomes of them", () => {
  test.each([
    ["letIn", "inbox", "inbox"],
    ["refused", "junk", "waiting"],
  ])("%s: their letters go where that is said, and back when it is undone", async (state, now, later) => {
    const email = await t.receive(letter("eve@new.example", "One"));
    const other = await t.receive(letter("other@new.example", "Other"));
    const { id } = (await waiting()).find(({ address }) => address === "eve@new.example")!;
    await decide(id, state);
    expect([await place(email), await place(other)]).toEqual([now, "waiting"]);
    expect((await waiting()).map(({ address }) => address)).toEqual(["other@new.example"]);
    await decide(id, "waiting");
    expect(await place(email)).toBe("waiting");
    expect(await waiting()).toHaveLength(2);
    await decide(id, state);
    await t.call("Email/set", { destroy: [email] });
    expect(await place(await t.receive(letter("eve@new.example", "Later")))).toBe(later);
  });

  test("a letter that a client moves into the inbox lets its sender in; one that it destroys is counted no more", async () => {
    const email = await t.receive(letter("eve@new.example", "One"));
    await t.call("Email/set", { update: { [email]: { mailboxIds: { [t.role["inbox"]!]: true } } } });
    expect(await waiting()).toEqual([]);
    expect(await place(await t.receive(letter("eve@new.example", "Two")))).toBe("inbox");
    const other = await t.receive(letter("other@new.example", "One"));
    await t.call("Email/set", { destroy: [other] });
    expect(await waiting()).toEqual([]);
  });

  test("switching off brings all back, in portions, and nothing waits any more", async () => {
    const ids: Id[] = [];
    for (let n = 0; n < 3; n++) ids.push(await t.receive(letter(`eve${n}@new.example`, "Hello")));
    await screen(null);
    const end = startReleasing({ store: t.store, log: createLogger("silent") });
    try {
      await eventually(async () => expect(await Promise.all(ids.map(place))).toEqual(["inbox", "inbox", "inbox"]));
    } finally {
      await end();
    }
    expect(await place(await t.receive(letter("eve9@new.example", "Hello")))).toBe("inbox");
  });

  test("letters that lie there already are on the shelf, and come back when it is switched off", async () => {
    await screen(null);
    const { id } = await room();
    const there = batchOf(...Array.from({ length: 120 }, (_, n) => `eve${n % 2}@new.example`));
    const results = await t.ingest.deliverBatch(there.map((delivery) => ({ ...delivery, mailboxIds: [id] })));
    expect(results.filter((each) => each instanceof Error)).toEqual([]);
    await screen("Waiting room");
    const end = startReleasing({ store: t.store, log: createLogger("silent") });
    try {
      const found = async () => (await waiting()).map(({ address, totalEmails }) => [address, totalEmails]);
      await eventually(async () =>
        expect(Object.fromEntries(await found())).toEqual({ "eve0@new.example": 60, "eve1@new.example": 60 }),
      );
      // Of another program at a mail server, once it is on.
      const [other] = batchOf("ann@new.example");
      await t.ingest.deliverBatch([{ ...other!, mailboxIds: [id], isFromServer: true }]);
      expect((await waiting()).map(({ address }) => address)).toContain("ann@new.example");
      await screen(null);
      await eventually(async () => expect(await room()).toMatchObject({ totalEmails: 0 }));
    } finally {
      await end();
    }
  });

  test("many that cannot be moved do not hold up the others", async () => {
    const email = await t.receive(letter("eve@new.example", "Hello"));
    // As after a damage: counted, and there are none.
    const lost = Array.from({ length: 25 }, (_, n) => [Number(t.accountId.slice(1)), n + 1, `lost${n}@x.example`]);
    await t.store.write((tx) =>
      tx.runAll(
        "insert into screened_sender (account_id, id, address, state, emails, newest_at) values (?, ?, ?, 'letIn', 1, 0)",
        lost,
      ),
    );
    await screen(null);
    const end = startReleasing({ store: t.store, log: createLogger("silent") });
    try {
      await eventually(async () => expect(await place(email)).toBe("inbox"));
    } finally {
      await end();
    }
  });

  test("where there is neither spam nor trash, refused letters stay, and nothing is due", async () => {
    // As at a mail server that says of no folder what it is for.
    const setRole = (role: string | null, id: Id) =>
      t.store.write((tx) =>
        tx.run(
          "update mailbox set role = ? where id = ? and account_id = ?",
          role,
          Number(id.slice(1)),
          Number(t.accountId.slice(1)),
        ),
      );
    for (const role of ["junk", "trash"]) await setRole(null, t.role[role]!);
    const email = await t.receive(letter("eve@new.example", "Hello"));
    await decide((await waiting())[0]!.id, "refused");
    expect(await place(email)).toBe("waiting");
    expect(await waiting()).toEqual([]);
    const due = () => t.store.read((reader) => nextToRelease(reader, 10));
    expect(await due()).toEqual([]);
    await setRole("trash", t.role["trash"]!);
    expect(await due()).toHaveLength(1);
  });

  test("a destroyed mailbox is made again", async () => {
    await t.call("Mailbox/set", { destroy: [(await room()).id] });
    expect(await place(await t.receive(letter("eve@new.example", "Hello")))).toBe("waiting");
    expect(await room()).toMatchObject({ totalEmails: 1 });
  });
});

describe("ScreenedSender/query", () => {
  test("its windows are those of the whole, by place and by anchor", async () => {
    for (const name of ["one", "two", "three", "four", "five"]) await t.receive(letter(`${name}@new.example`, "Hello"));
    const { ids: all } = await t.call("ScreenedSender/query", {});
    expect(all).toHaveLength(5);
    // Decided on, and still to be moved: it waits for no decision.
    await decide(all[4]!, "letIn");
    const ids = all.slice(0, 4);
    const windows: [object, Id[], number][] = [
      [{ limit: 2 }, ids.slice(0, 2), 0],
      [{ position: 1, limit: 2 }, ids.slice(1, 3), 1],
      [{ position: -1 }, ids.slice(3), 3],
      [{ position: -9, limit: 1 }, ids.slice(0, 1), 0],
      [{ position: 9 }, [], 9],
      [{ limit: 0 }, [], 0],
      [{ anchor: ids[2]!, anchorOffset: -1, limit: 2 }, ids.slice(1, 3), 1],
      [{ anchor: ids[0]!, anchorOffset: -3 }, ids, 0],
    ];
    for (const [args, expected, position] of windows) {
      const result = await t.call("ScreenedSender/query", { ...args, calculateTotal: true });
      expect({ ...result, args }).toMatchObject({ args, ids: expected, position, total: 4 });
    }
    await expect(t.call("ScreenedSender/query", { anchor: all[4]! })).rejects.toMatchObject({ type: "anchorNotFound" });
  });

  test.skipIf(isOnPostgres)("reads by its index alone, without sorting", async () => {
    const plans = await t.store.read(async (reader) => {
      const seen: string[] = [];
      const explain =
        (run: "all" | "get") =>
        async (sql: string, ...params: never[]): Promise<unknown> => {
          const plan = await reader.all<{ detail: string }>(`explain query plan ${sql}`, ...params);
          seen.push(...plan.map(({ detail }) => detail));
          return reader[run](sql, ...params);
        };
      const explaining = Object.create(reader, { all: { value: explain("all") }, get: { value: explain("get") } });
      await queryScreened(explaining as Reader, t.accountId, { position: 0, limit: 50 });
      await countScreened(explaining as Reader, t.accountId);
      return seen.filter((detail) => !/^(?:CO-ROUTINE|SCAN) waiting/.test(detail));
    });
    const plan = "SEARCH screened_sender USING INDEX screened_sender_waiting (account_id=? AND state=?)";
    expect(plans).toEqual([plan, plan]);
  });
});

test("a mailbox that is there for something else is not taken, and no other property can be set", async () => {
  await screen(null);
  await t.call("Mailbox/set", { destroy: [(await room()).id] });
  const { list } = await t.call("Mailbox/get", { ids: [t.role["inbox"]!] });
  const { notUpdated } = await t.call("Preferences/set", { update: { singleton: { screensInto: list[0]!.name! } } });
  expect(notUpdated).toMatchObject({ singleton: { type: "invalidProperties", properties: ["screensInto"] } });
  await screen("Waiting room");
  await t.receive(letter("eve@new.example", "Hello"));
  const [sender] = await waiting();
  const refused = async (update: object) => (await t.call("ScreenedSender/set", { update })).notUpdated;
  expect(await refused({ [sender!.id]: { address: "x@x.example" } })).toMatchObject({
    [sender!.id]: { type: "invalidProperties" },
  });
  expect(await refused({ n1: { state: "letIn" } })).toMatchObject({ n1: { type: "notFound" } });
});
