/** A spam filter of the account's own: an extension of ours, SPAM_FILTER. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { createLogger } from "../src/log.ts";
import { startSpamLearning } from "../src/spam/spam-learner.ts";
import { noteLessons, noteMovedAround } from "../src/store/spam/lessons.ts";
import { learnLetter } from "../src/store/spam/words.ts";
import { createMimePool } from "../src/worker/pool.ts";
import { lines } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
const mime = createMimePool(1);
let stop: () => Promise<void>;

const start = (): void => {
  stop = startSpamLearning({ store: t.store, mime, log: createLogger("silent") });
};
beforeEach(async () => {
  t = await receivingJmap();
  start();
});
afterEach(async () => {
  await stop();
  await t.close();
});

const offer =
  "Congratulations winner, claim the casino bonus jackpot today: free spins, no deposit, exclusive millions, click now, " +
  "limited promotion, guaranteed cash prize, unsubscribe never, lottery ticket, lucky roulette, instant withdrawal";
const report =
  "The meeting about the bridge is on Thursday, please read the drawings and the budget before; the contractor has sent " +
  "the measurements, and the council wants the schedule of the works with the remarks of our engineers attached";

const letter = (from: string, text: string, number: number): string =>
  lines(`From: ${from}`, "To: you@pismo.localhost", `Subject: Number ${number}`, "", text);

const switchOn = async (findsSpam: boolean): Promise<void> => {
  const { notUpdated } = await t.call("Preferences/set", { update: { singleton: { findsSpam } } });
  expect(notUpdated).toBeNull();
};
const learned = async () => (await t.call("SpamFilter/get", { ids: null })).list[0];
const place = async (id: Id): Promise<string | undefined> => {
  const [mailbox] = Object.keys((await t.email(id, ["mailboxIds"])).mailboxIds!);
  return Object.entries(t.role).find(([, each]) => each === mailbox)?.[0];
};
const move = (ids: readonly Id[], role: string) =>
  t.call("Email/set", {
    update: Object.fromEntries(ids.map((id) => [id, { mailboxIds: { [t.role[role]!]: true } }])),
  });

/** Letters that a person puts into spam, and files. @param total letters of each kind that are learned by then */
async function teach(count: number, total: number): Promise<void> {
  const put = async (text: string, from: string): Promise<Id[]> => {
    const ids: Id[] = [];
    for (let n = 0; n < count; n++) ids.push(await t.importMessage(letter(from, text, n)));
    return ids;
  };
  await move(await put(offer, "win@casino.example"), "junk");
  await move(await put(report, "office@council.example"), "archive");
  await eventually(async () => expect(await learned()).toMatchObject({ learnedSpam: total, learnedOther: total }));
}

test("it judges what arrives once it has learned enough, and is taught by what the person takes back", async () => {
  await switchOn(true);
  await teach(19, 19);
  const early = await t.receive(letter("new@other.example", offer, 50));
  expect(await place(early)).toBe("inbox");
  await teach(1, 20);
  const there = await t.importMessage(letter("old@other.example", offer, 51));
  const spam = await t.receive(letter("new@other.example", offer, 52));
  const other = await t.receive(letter("new@other.example", report, 53));
  expect([await place(there), await place(spam), await place(other)]).toEqual(["inbox", "junk", "inbox"]);
  expect((await t.email(spam, ["keywords"])).keywords).toEqual({ "pismo-looks-like-spam": true });

  await move([spam], "inbox");
  expect((await t.email(spam, ["keywords"])).keywords).toEqual({});
  await eventually(async () =>
    expect(await learned()).toMatchObject({ learnedSpam: 20, learnedOther: 21, beginsAt: 20 }),
  );
  // It says the opposite now, and is learned from once.
  await move([spam], "junk");
  await eventually(async () => expect(await learned()).toMatchObject({ learnedSpam: 21, learnedOther: 20 }));
});

test("what contacts write, and those to whom one wrote, stays in the inbox, and so does all when it is off", async () => {
  await switchOn(true);
  await teach(20, 20);
  const { created } = await t.call("AddressBook/set", { create: { b: { name: "Friends" } } });
  const card = {
    name: { full: "Ann" },
    emails: { e: { address: "ann@other.example" } },
    addressBookIds: { [created!["b"]!.id!]: true },
  };
  expect((await t.call("ContactCard/set", { create: { c: card } })).notCreated).toBeNull();
  const sent = lines("From: you@pismo.localhost", "To: bob@other.example", "Subject: Hi", "", "text");
  await t.importMessage(sent, { mailboxIds: [t.role["sent"]!] });
  expect(await place(await t.receive(letter("ann@other.example", offer, 60)))).toBe("inbox");
  expect(await place(await t.receive(letter("bob@other.example", offer, 61)))).toBe("inbox");
  expect(await place(await t.receive(letter("eve@other.example", offer, 62)))).toBe("junk");
  await switchOn(false);
  expect(await place(await t.receive(letter("eve@other.example", offer, 63)))).toBe("inbox");
});

test("what rules also file stays where it lies, and so does what goes by; no spam gets an automatic answer", async () => {
  await switchOn(true);
  await teach(20, 20);
  const vacation = { isEnabled: true, textBody: "Away" };
  await t.call("VacationResponse/set", { update: { singleton: vacation } });
  const answered = async () => {
    const { ids } = await t.call("EmailSubmission/query", {});
    const { list } = await t.call("EmailSubmission/get", { ids });
    return list.flatMap(({ envelope }) => envelope!.rcptTo.map(({ email }) => email));
  };

  const muted = await t.importMessage(lines("From: ann@x.example", "Subject: Plan", "Message-ID: <1@x>", "", report));
  await t.call("Email/set", { update: { [muted]: { "keywords/$muted": true } } });
  const answer = lines(
    "From: eve@x.example",
    "Subject: Re: Plan",
    "Message-ID: <2@x>",
    "In-Reply-To: <1@x>",
    "",
    offer,
  );
  const passed = await t.receive(answer, "muted@x.example");
  expect(await t.email(passed, ["mailboxIds", "keywords"])).toMatchObject({
    mailboxIds: { [t.role["archive"]!]: true },
    keywords: { $muted: true },
  });

  expect(await place(await t.receive(letter("eve@x.example", offer, 70), "spam@x.example"))).toBe("junk");
  const work = await t.mailbox("Work");
  const blobId = await t.upload('require ["fileinto", "copy"]; fileinto :copy "Work";', "application/sieve");
  await t.call("SieveScript/set", { create: { s: { name: "r", blobId } }, onSuccessActivateScript: "#s" });
  const both = await t.receive(letter("bob@x.example", offer, 71), "bob@x.example");
  expect((await t.email(both, ["mailboxIds"])).mailboxIds).toEqual({ [t.role["inbox"]!]: true, [work]: true });
  await eventually(async () => expect(await answered()).toEqual(["bob@x.example"]));
});

test("an answer and a flag say that a letter is none; the trash, reading and drafts say nothing", async () => {
  await switchOn(true);
  const put = (n: number) => t.importMessage(letter("a@x.example", report, n));
  const [answered, flagged, read, trashed] = [await put(1), await put(2), await put(3), await put(4)];
  await t.call("Email/set", {
    update: {
      [read]: { "keywords/$seen": true },
      [answered]: { "keywords/$answered": true },
      [flagged]: { "keywords/$flagged": true },
      [trashed]: { mailboxIds: { [t.role["trash"]!]: true } },
    },
  });
  await eventually(async () => expect(await learned()).toMatchObject({ learnedSpam: 0, learnedOther: 2 }));
  const rows = await t.store.read((reader) => reader.all("select email_id from spam_lesson"));
  expect(rows).toHaveLength(2);
});

test("what many letters say is learned from the newest of them, and a verdict that changes is never forgotten", async () => {
  await switchOn(true);
  const learnedBefore = await t.importMessage(letter("a@x.example", report, 0));
  await move([learnedBefore], "junk");
  await eventually(async () => expect(await learned()).toMatchObject({ learnedSpam: 1 }));
  await stop();
  const letters = await t.ingest.deliverBatch(
    Array.from({ length: 250 }, (_, n) => ({
      accountId: t.accountId,
      bytes: Buffer.from(letter("a@x.example", report, n)),
      mailboxIds: [t.role["inbox"]!],
    })),
  );
  const ids = letters.flatMap((email) => (email instanceof Error ? [] : email.id));
  await move([learnedBefore, ...ids], "archive");
  const rows = await t.store.read((reader) =>
    reader.all<{ email_id: number }>("select email_id from spam_lesson where learned <> is_spam order by email_id"),
  );
  const newest = ids.map((id) => Number(id.slice(1))).toSorted((one, other) => other - one);
  expect(rows.map(({ email_id }) => email_id).toReversed()).toEqual([
    ...newest.slice(0, 200),
    Number(learnedBefore.slice(1)),
  ]);
  start();
});

test("nothing is learned while it is off", async () => {
  const id = await t.importMessage(letter("win@casino.example", offer, 1));
  await move([id], "junk");
  expect(await t.store.read((reader) => reader.all("select email_id from spam_lesson"))).toEqual([]);
});

const words = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

test("it keeps a bounded number of words, those of several letters longest", async () => {
  await switchOn(true);
  const learn = async (n: number, tokens: readonly number[]) => {
    const emailId = await t.importMessage(letter("a@x.example", report, n));
    await t.store.write(async (tx) => {
      await tx.run(
        "insert into spam_lesson (account_id, email_id, is_spam, learned) values (?, ?, 1, -1)",
        Number(t.accountId.slice(1)),
        Number(emailId.slice(1)),
      );
      await learnLetter(tx, t.accountId, { emailId, tokens }, n, 6000);
    });
  };
  await stop();
  await learn(1, words(1, 3000));
  await learn(2, words(1, 1000));
  await learn(3, words(10_000, 2500));
  await learn(4, words(20_000, 1000));
  const rows = await t.store.read((reader) =>
    reader.all<{ token: number }>("select token from spam_word order by token"),
  );
  // 6,500 are more than 6,000: of those of one letter alone the oldest are gone.
  expect(rows.map(({ token }) => token)).toEqual([...words(1, 1000), ...words(20_500, 500)]);
  start();
});

test("what other programs move is learned from without a look at all mailboxes of the account", async () => {
  await switchOn(true);
  const create = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`m${n}`, { name: `Folder ${n}` }]));
  expect((await t.call("Mailbox/set", { create })).notCreated).toBeNull();
  const emailId = await t.importMessage(letter("win@casino.example", offer, 1));
  const before = { mailboxIds: [t.role["inbox"]!], keywords: [] };
  const after = { mailboxIds: [t.role["junk"]!], keywords: [] };
  let rows = 0;
  await t.store.write(
    async (tx) => {
      const counting = new Proxy(tx, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== "function") return value;
          if (name !== "all") return value.bind(target);
          return async (...args: Parameters<typeof tx.all>) => {
            const found = await target.all(...args);
            rows += found.length;
            return found;
          };
        },
      });
      await noteMovedAround(counting, t.accountId, [{ emailId, before, after }]);
      await noteLessons(counting, t.accountId, [{ emailId, before, after }]);
    },
    { accountId: t.accountId },
  );
  expect(rows).toBeLessThan(10);
  await eventually(async () => expect(await learned()).toMatchObject({ learnedSpam: 1 }));
});
