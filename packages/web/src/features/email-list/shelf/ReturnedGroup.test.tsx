// @vitest-environment jsdom
import type { Id, Mailbox } from "@pismo/jmap";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { i18n } from "../../../i18n/index.ts";
import type { EmailRow } from "../../../store/records/email-properties.ts";
import { currentRecords } from "../../../store/records/records.ts";
import { ReturnedGroup } from "./ReturnedGroup.tsx";

beforeEach(async () => void (await i18n.changeLanguage("en")));
afterEach(cleanup);

const letter = (id: Id, threadId: Id, mailboxId: Id, isSeen = true) =>
  ({
    id,
    threadId,
    mailboxIds: { [mailboxId]: true },
    keywords: isSeen ? { $seen: true } : {},
    from: [{ name: "Zoe", email: "zoe@mail.example" }],
    to: [],
    subject: `Subject of ${id}`,
    receivedAt: "2026-01-01T08:00:00Z",
  }) as unknown as EmailRow;

const putLetters = (...letters: EmailRow[]): void => currentRecords().maps.Email.put(letters);

const subjects = () => screen.getAllByRole("link").map((link) => /Subject of \w/.exec(link.textContent)?.[0]);

test("letters of a conversation are one row, and what is put elsewhere is gone until it is undone", () => {
  currentRecords().maps.Mailbox.put([{ id: "away", role: "snoozed", myRights: {} } as Mailbox]);
  putLetters(letter("a", "t1", "away"), letter("b", "t2", "away", false), letter("c", "t1", "away", false));
  const times = new Map(["a", "b", "c", "d"].map((id, hour) => [id, new Date(Date.UTC(2026, 0, 2, 12 - hour))]));
  render(
    <MemoryRouter>
      <main>
        <ReturnedGroup times={times} />
      </main>
    </MemoryRouter>,
  );
  expect(screen.getByRole("button", { expanded: true }).textContent).toContain("2 letters came back");
  expect(subjects()).toEqual(["Subject of a", "Subject of b"]);
  // One of its letters is unread.
  expect(screen.getAllByRole("link")[0]!.dataset["unread"]).toBe("");

  act(() => putLetters(letter("a", "t1", "archive"), letter("c", "t1", "archive")));
  expect(subjects()).toEqual(["Subject of b"]);
  act(() => putLetters(letter("a", "t1", "away"), letter("c", "t1", "away")));
  expect(subjects()).toEqual(["Subject of a", "Subject of b"]);

  fireEvent.click(screen.getByRole("button", { expanded: true }));
  expect(screen.queryAllByRole("link")).toEqual([]);
  act(() => putLetters(letter("a", "t1", "archive"), letter("b", "t2", "archive"), letter("c", "t1", "archive")));
  expect(screen.queryByRole("region")).toBeNull();
});

test("a sent letter that nothing answered has a row of its own, with whom it was sent to, until it is thrown away", () => {
  const ids = { away: "snoozed", sent: "sent", trash: "trash" };
  const mailboxes = Object.entries(ids).map(([id, role]) => ({ id, role, myRights: {} }) as Mailbox);
  currentRecords().maps.Mailbox.put(mailboxes);
  const sent = (mailboxId: Id): EmailRow => ({
    ...letter("s", "t5", mailboxId),
    to: [{ name: "Bob", email: "bob@mail.example" }],
  });
  putLetters(sent("sent"), letter("w", "t5", "away"));
  const times = new Map(["s", "w"].map((id, hour) => [id, new Date(Date.UTC(2026, 0, 2, 12 - hour))]));
  render(
    <MemoryRouter>
      <main>
        <ReturnedGroup times={times} unanswered={new Set(["s"])} />
      </main>
    </MemoryRouter>,
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(first!.textContent).toMatch(/Bob.*Subject of s.*no answer/);
  expect(second!.textContent).toMatch(/Zoe.*Subject of w.*came back/);
  expect(screen.getByRole("button", { name: "Done: Subject of s" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Put back in its place: Subject of w" })).toBeTruthy();
  act(() => putLetters(sent("trash")));
  expect(subjects()).toEqual(["Subject of w"]);
  act(() => putLetters(sent("sent")));
  expect(subjects()).toEqual(["Subject of s", "Subject of w"]);
});
