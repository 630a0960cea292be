import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { accountKey, keyOf } from "../../src/store/db/ids.ts";
import { baseSubject } from "../../src/store/threads/base-subject.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { getThreads, linksOf } from "../../src/store/threads/threads.ts";
import { insertTestEmail, type TestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const arrive = (email: TestEmail) => t.store.write((tx) => insertTestEmail(tx, t.accountId, [t.mailbox.inbox], email));

describe("[8621 §3] Emails belong together", () => {
  test("by In-Reply-To and an equal base subject, oldest first", async () => {
    const second = await arrive({
      subject: "Re: Отпуск",
      messageId: "b@x",
      inReplyTo: "a@x",
      receivedAt: new Date(2000),
    });
    const first = await arrive({ subject: "Отпуск", messageId: "a@x", receivedAt: new Date(1000) });
    expect(first.threadId).toBe(second.threadId);
    const [thread] = await t.store.read((reader) => getThreads(reader, t.accountId, [first.threadId, "t0", "x"]));
    expect(thread).toEqual({ id: first.threadId, emailIds: [first.id, second.id] });
  });

  test("by a shared reference to a message that was never received", async () => {
    const one = await arrive({ subject: "Re: Plan", messageId: "b@x", references: ["root@x", "a@x"] });
    const other = await arrive({ subject: "RE: Plan", messageId: "c@x", references: ["root@x"] });
    expect(other.threadId).toBe(one.threadId);
  });

  test("by References whatever the subject, and not by the subject alone", async () => {
    const one = await arrive({ subject: "Plan", messageId: "a@x" });
    const renamed = await arrive({ subject: "Something else", messageId: "b@x", references: ["a@x"] });
    const unrelated = await arrive({ subject: "Plan", messageId: "c@x" });
    const forwarded = await arrive({ subject: "Fwd: Plan", messageId: "d@x" });
    expect(renamed.threadId).toBe(one.threadId);
    expect(new Set([one, unrelated, forwarded].map(({ threadId }) => threadId)).size).toBe(3);
  });

  test("by the base subject where an answer names no message: with the latest that has it", async () => {
    await arrive({ subject: "Plan", messageId: "a@x" });
    const latest = await arrive({ subject: "plan", messageId: "b@x" });
    const answer = await arrive({ subject: "[list] Отв: Plan", messageId: "c@x" });
    expect(answer.threadId).toBe(latest.threadId);
    const named = await arrive({ subject: "Re: Plan", messageId: "d@x", references: ["z@x"] });
    expect(named.threadId).not.toBe(latest.threadId);
    const empty = await Promise.all([1, 2].map(() => arrive({ subject: "Re:" })));
    expect(empty[0]!.threadId).not.toBe(empty[1]!.threadId);
  });

  test("with those that a release before linked by message id and base subject together", async () => {
    const one = await arrive({ subject: "Plan", messageId: "a@x" });
    const former = linksOf({ messageId: ["a@x"], inReplyTo: null, references: null, subject: "Plan" }).former[0]!;
    const sql = "update thread_link set link = ? where account_id = ? and thread_id = ? and link = ?";
    const [own] = linksOf({ messageId: ["a@x"], inReplyTo: null, references: null, subject: "Plan" }).ids;
    await t.store.write((tx) => tx.run(sql, former, accountKey(t.accountId), keyOf("t", one.threadId), own!));
    const answer = await arrive({ subject: "Re: Plan", messageId: "b@x", references: ["a@x"] });
    expect(answer.threadId).toBe(one.threadId);
  });

  test("an Email that would join two threads goes into the older; both stay, for a threadId never changes", async () => {
    const one = await arrive({ subject: "Plan", messageId: "a@x" });
    const other = await arrive({ subject: "Plan", messageId: "b@x" });
    const bridge = await arrive({ subject: "Re: Plan", messageId: "c@x", references: ["b@x", "a@x"] });
    expect(bridge.threadId).toBe(one.threadId);
    const later = await arrive({ subject: "Re: Plan", messageId: "d@x", references: ["b@x"] });
    expect(later.threadId).toBe(other.threadId);
  });

  test("never across accounts", async () => {
    const mine = await arrive({ subject: "Plan", messageId: "a@x" });
    const theirs = await t.store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: "Other", email: "other@pismo.localhost" });
      const inbox = (await findMailboxByRole(tx, id, "inbox"))!;
      return insertTestEmail(tx, id, [inbox.id], { subject: "Plan", messageId: "a@x" });
    });
    expect(theirs.threadId).not.toBe(mine.threadId);
    expect(await t.store.read((reader) => getThreads(reader, t.accountId, [theirs.threadId]))).toEqual([]);
  });
});

describe("[5256 §2.1] the base subject", () => {
  test.each([
    ["Re: Fwd: RE: Отпуск", "отпуск"],
    ["Re[2]: Отпуск", "отпуск"],
    ["Ответ: Отпуск", "отпуск"],
    ["HA: Отпуск", "ha: отпуск"],
    ["[list] Re: [list] Plan (fwd)", "plan"],
    ["[Fwd: Plan]", "plan"],
    ["  A   long\tsubject ", "a long subject"],
    ["[only]", "[only]"],
    ["Re:", ""],
    ["Regarding: x", "regarding: x"],
  ])("of %j is %j", (subject, base) => {
    expect(baseSubject(subject)).toBe(base);
  });

  test("takes linear time for hostile subjects", () => {
    expect(baseSubject("re: ".repeat(100_000))).toBe("");
    expect(baseSubject("[a] ".repeat(100_000)).length).toBeLessThanOrEqual(1000);
  });
});
