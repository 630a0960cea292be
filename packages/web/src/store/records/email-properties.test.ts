import { expect, test } from "vitest";
import { compactRow } from "./email-properties.ts";

const person = (index: number) => ({ name: null, email: `p${index}@example.com` });

test("a row keeps what rows show, whatever a server gives", () => {
  const row = compactRow({
    id: "e1",
    threadId: "t1",
    mailboxIds: { m1: true },
    keywords: {},
    from: null,
    to: Array.from({ length: 200_000 }, (_, index) => person(index)),
    subject: "s".repeat(262_144),
    preview: "",
    receivedAt: "2026-06-16T12:00:00Z",
    size: 1,
    hasAttachment: false,
  });
  expect(row.to).toHaveLength(100);
  expect(row.subject).toHaveLength(1000);
  expect(row.from).toBeNull();
});
