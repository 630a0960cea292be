// @vitest-environment jsdom
import type { Mailbox, MailboxRights } from "@pismo/jmap";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { EmailRow } from "../store/index.ts";
import { currentRecords } from "../store/records/records.ts";
import { emailActions, only } from "./index.ts";
import { useAvailable } from "./use-available.ts";

afterEach(cleanup);

const row = (keywords: Record<string, true>): EmailRow => ({
  id: "e1",
  threadId: "t1",
  mailboxIds: { m1: true },
  keywords,
  from: null,
  to: null,
  subject: "",
  preview: "",
  receivedAt: "2026-01-01T00:00:00Z",
  size: 1,
  hasAttachment: false,
});

const all: MailboxRights = {
  mayReadItems: true,
  mayAddItems: true,
  mayRemoveItems: true,
  maySetSeen: true,
  maySetKeywords: true,
  mayCreateChild: true,
  mayRename: true,
  mayDelete: true,
  maySubmit: true,
};
const mailbox = (id: string, role: string, myRights = all): Mailbox => ({ id, role, name: role, myRights }) as Mailbox;

const context = { selection: only("e1"), folder: "inbox" };

function Names() {
  return <output>{useAvailable(emailActions, context).map(({ id }) => `${id} `)}</output>;
}

const shown = (): string | null => screen.getByRole("status").textContent;

test("actions that need a folder come with the folders, also when the Email was there first", () => {
  const { Email, Mailbox: mailboxes } = currentRecords().maps;
  Email.put([row({})]);
  render(<Names />);
  expect(shown()).not.toContain("archive");
  act(() => mailboxes.put([mailbox("m1", "inbox"), mailbox("m2", "archive"), mailbox("m3", "trash")]));
  expect(shown()).toMatch(/archive .*delete /);
});

test("actions follow the Email's keywords", () => {
  const { Email } = currentRecords().maps;
  Email.put([row({})]);
  render(<Names />);
  expect(shown()).toMatch(/mark-read .*\bflag /);
  act(() => Email.put([row({ $seen: true, $flagged: true })]));
  expect(shown()).toMatch(/mark-unread unflag /);
});

test("what a folder's rights forbid is not offered, each right for itself", () => {
  const { Email, Mailbox: mailboxes } = currentRecords().maps;
  Email.put([row({})]);
  const others = [mailbox("m2", "archive"), mailbox("m3", "trash"), mailbox("m4", "junk")];
  const readOnly = { ...all, mayRemoveItems: false, maySetSeen: false, maySetKeywords: false };
  mailboxes.put([mailbox("m1", "inbox", readOnly), ...others]);
  render(<Names />);
  expect(shown()?.trim()).toBe("");
  act(() => mailboxes.put([mailbox("m1", "inbox", { ...readOnly, maySetSeen: true }), ...others]));
  expect(shown()?.trim()).toBe("mark-read");
  act(() => mailboxes.put([mailbox("m1", "inbox", { ...readOnly, maySetKeywords: true }), ...others]));
  expect(shown()).toMatch(/^flag mark-important $/);
  act(() => mailboxes.put([mailbox("m1", "inbox", { ...readOnly, mayRemoveItems: true }), ...others]));
  expect(shown()).toMatch(/^archive report-spam delete $/);
});
