import type { Mailbox } from "@pismo/jmap";
import { expect, test } from "vitest";
import {
  addCountChanges,
  type CountChange,
  type CountedRow,
  importantChange,
  withCounts,
} from "./optimistic-counts.ts";

const row = (mailboxes: string[], keywords: string[] = []): CountedRow => ({
  mailboxIds: Object.fromEntries(mailboxes.map((id) => [id, true as const])),
  keywords: Object.fromEntries(keywords.map((name) => [name, true as const])),
});

function change(before: CountedRow | undefined, after: CountedRow | undefined): Record<string, CountChange> {
  const changes = new Map<string, CountChange>();
  addCountChanges(changes, before, after);
  return Object.fromEntries(changes);
}

test("[8621 §2] reading an Email takes it from the unread of each of its folders", () => {
  expect(change(row(["a", "b"]), row(["a", "b"], ["$seen"]))).toEqual({
    a: { total: 0, unread: -1 },
    b: { total: 0, unread: -1 },
  });
});

test("[8621 §2] a draft does not count as unread", () => {
  expect(change(undefined, row(["a"], ["$draft"]))).toEqual({ a: { total: 1, unread: 0 } });
});

test("moving an unread Email moves its counts", () => {
  expect(change(row(["a"]), row(["b"]))).toEqual({ a: { total: -1, unread: -1 }, b: { total: 1, unread: 1 } });
});

test("an important Email that goes to the trash leaves the folder Important", () => {
  const mailboxes = [{ id: "t", role: "trash" } as Mailbox];
  expect(importantChange(mailboxes, row(["a"], ["$important"]), row(["t"], ["$important"]))).toEqual({
    total: -1,
    unread: -1,
  });
});

test("counts never fall below nothing", () => {
  const mailbox = { id: "a", totalEmails: 0, unreadEmails: 0 } as Mailbox;
  expect(withCounts(mailbox, { total: -1, unread: -1 })).toMatchObject({ totalEmails: 0, unreadEmails: 0 });
});
