// @vitest-environment jsdom
import type { Mailbox } from "@pismo/jmap";
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { useEmailRow } from "./email.ts";
import type { EmailRow } from "./email-properties.ts";
import { useFolderCounts, useMailbox, useMailboxes } from "../mailboxes/mailboxes.ts";
import { currentRecords } from "./records.ts";
import { toggleSelected, useIsSelected } from "../lists/selection.ts";
import { batch, createSignal } from "../signal.ts";

const row = (id: string, subject: string): EmailRow => ({
  id,
  threadId: "t1",
  mailboxIds: {},
  keywords: {},
  from: null,
  to: null,
  subject,
  preview: "",
  receivedAt: "2026-01-01T00:00:00Z",
  size: 1,
  hasAttachment: false,
});

const drawn: string[] = [];

function Row({ id }: { id: string }) {
  drawn.push(id);
  const email = useEmailRow(id);
  return <p aria-selected={useIsSelected(id)}>{email?.subject ?? "…"}</p>;
}

test("a row is drawn again only when its own record or its own selection changes", () => {
  const { Email } = currentRecords().maps;
  Email.put([row("e1", "one"), row("e2", "two")]);
  render(
    <>
      <Row id="e1" />
      <Row id="e2" />
      <Row id="e3" />
    </>,
  );
  drawn.length = 0;
  act(() => Email.put([row("e1", "changed")]));
  expect(drawn).toEqual(["e1"]);
  act(() => Email.put([row("e3", "arrived")]));
  expect(drawn).toEqual(["e1", "e3"]);
  act(() => toggleSelected("e2"));
  expect(drawn).toEqual(["e1", "e3", "e2"]);
  expect(screen.getByText("changed")).toBeDefined();
  expect(screen.getByText("two").getAttribute("aria-selected")).toBe("true");
});

test("what shows no counts is not drawn when nothing but counts change", () => {
  const inbox = {
    id: "m1",
    name: "Inbox",
    parentId: null,
    role: "inbox",
    sortOrder: 1,
    isSubscribed: true,
    totalEmails: 2,
    unreadEmails: 2,
    totalThreads: 2,
    unreadThreads: 2,
    myRights: { mayReadItems: true },
  } as Mailbox;
  const { Mailbox: map } = currentRecords().maps;
  let names: string[] = [];
  let unread: (number | undefined)[] = [];
  const Names = () => {
    names.push(...useMailboxes().map(({ name }) => name));
    const folder = useMailbox("inbox");
    return folder?.kind === "mailbox" && folder.mailbox.name;
  };
  const Counts = () => {
    unread.push(useFolderCounts()["inbox"]?.unread);
    return null;
  };
  map.put([inbox]);
  render(
    <>
      <Names />
      <Counts />
    </>,
  );
  [names, unread] = [[], []];
  act(() => map.put([{ ...inbox, myRights: { ...inbox.myRights }, unreadEmails: 1 }]));
  expect([names, unread]).toEqual([[], [1]]);
  act(() => map.put([{ ...inbox, name: "In", unreadEmails: 1 }]));
  expect([names, unread]).toEqual([["In"], [1, 1]]);
  expect(screen.getByText("In")).toBeDefined();
});

test("hooks bear being mounted twice, as strict mode does", () => {
  currentRecords().maps.Email.put([row("e9", "nine")]);
  const { unmount } = render(
    <StrictMode>
      <Row id="e9" />
    </StrictMode>,
  );
  act(() => currentRecords().maps.Email.put([row("e9", "ten")]));
  expect(screen.getByText("ten")).toBeDefined();
  unmount();
  expect(currentRecords().maps.Email.isWatched("e9")).toBe(false);
});

test("what changes in one batch is told once", () => {
  const signal = createSignal(0);
  let told = 0;
  signal.subscribe(() => told++);
  batch(() => {
    signal.set(1);
    batch(() => signal.set(2));
  });
  expect([told, signal.get()]).toEqual([1, 2]);
});
