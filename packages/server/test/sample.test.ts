import { categories, categoryKeyword } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSampleMailbox } from "../src/sample/create-sample-mailbox.ts";
import { destroyEmails } from "../src/store/mail/emails.ts";
import { getMailboxes } from "../src/store/mail/mailboxes.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";

// Painting takes its time on a busy machine.

let mail: MailStore;
beforeEach(async () => {
  mail = await mailStore();
});
afterEach(() => mail.close());

const create = (ingest = mail.ingest) =>
  createSampleMailbox({ store: mail.store, ingest, accountId: mail.accountIds[0] ?? "", log: mail.log });

test("the mailbox is filled once, also when it was emptied afterwards", async () => {
  const count = await create();
  expect(count).toBeGreaterThanOrEqual(60);
  expect(await create()).toBe(0);
  const messages = await mail.emails();
  expect(messages).toHaveLength(count);
  await mail.store.write((tx) =>
    destroyEmails(
      tx,
      mail.accountIds[0] ?? "",
      messages.map(({ id }) => id),
    ),
  );
  expect(await create()).toBe(0);
});

test("a start that is cut off leaves no half of it, and the next one fills it whole", async () => {
  const broken = {
    ...mail.ingest,
    deliverBatch: (deliveries: Parameters<typeof mail.ingest.deliverBatch>[0]) =>
      mail.ingest.deliverBatch(deliveries, () => Promise.reject(new Error("cut off"))),
  };
  await expect(create(broken)).rejects.toThrow("cut off");
  expect(await mail.emails()).toEqual([]);
  expect(await create()).toBeGreaterThanOrEqual(60);
  const mailboxes = await mail.store.read((reader) => getMailboxes(reader, mail.accountIds[0] ?? ""));
  expect(mailboxes.filter(({ role }) => role === null).map(({ name, totalEmails }) => [name, totalEmails])).toEqual([
    ["Отчёты", 2],
    ["Работа", 3],
  ]);
});

test("every category has messages in Russian and in English, by the rules alone", async () => {
  await create();
  const messages = await mail.emails();
  const subjectsOf = (keyword: string): string[] =>
    messages.filter(({ keywords }) => keywords.includes(keyword)).map(({ headers }) => headers.subject ?? "");
  for (const category of categories) {
    const subjects = subjectsOf(categoryKeyword(category));
    expect(subjects.length).toBeGreaterThanOrEqual(3);
    expect(subjects.some((subject) => /\p{Script=Cyrillic}/u.test(subject))).toBe(true);
    expect(subjects.some((subject) => !/\p{Script=Cyrillic}/u.test(subject))).toBe(true);
  }
  const categorized = messages.filter(({ keywords }) => keywords.some((keyword) => keyword.startsWith("category-")));
  expect(categorized.length).toBe(categories.length * 3 + 1);
});

test("the long conversation is one thread of twelve, drafts and unread messages are as they should be", async () => {
  await create();
  const messages = await mail.emails();
  const thread = messages.filter(
    ({ threadId }) => threadId === messages.find(({ headers }) => headers.subject === "Дача в выходные?")?.threadId,
  );
  expect(thread).toHaveLength(12);
  expect((await mail.emails(mail.accountIds[0], "drafts")).every(({ keywords }) => keywords.includes("$draft"))).toBe(
    true,
  );
  const unread = (await mail.emails(mail.accountIds[0], "inbox")).filter(({ keywords }) => !keywords.includes("$seen"));
  expect(unread.length).toBeGreaterThan(5);
});
