// @vitest-environment jsdom
import type { OutboxEntry, OutboxRecipient } from "@pismo/jmap";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { OutboxCard } from "./OutboxCard.tsx";

addTexts(texts);
afterEach(cleanup);

const recipient = (email: string, state: OutboxRecipient["state"], reply: string | null): OutboxRecipient => ({
  email,
  state,
  reply,
  problem: null,
  nextAttemptAt: null,
});

test("subject, recipients and what a server replied show what hides in them", () => {
  const entry: OutboxEntry = {
    id: "s1",
    emailId: "e1",
    sendAt: "2026-11-21T12:00:00Z",
    isRedirect: false,
    subject: "photo\u202egpj.exe",
    recipients: [
      recipient("a\u200bb@mail.example", "failed", "550 no\u202eon"),
      recipient("c\u2066@mail.example", "sent", null),
    ],
  };
  const { container } = render(<OutboxCard entry={entry} />);
  expect(screen.getByRole("heading").textContent).toBe("photo‹U+202E›gpj.exe");
  expect(container.textContent).toContain("a‹U+200B›b@mail.example");
  expect(container.textContent).toContain("c‹U+2066›@mail.example");
  expect(container.querySelector("samp")?.textContent).toBe("550 no‹U+202E›on");
  expect(container.innerHTML).not.toMatch(/[\u200b\u202e\u2066]/);
});
