// @vitest-environment jsdom
import { expect, test } from "vitest";
import { changeLanguage } from "../../../i18n/index.ts";
import { printedHead } from "./printed-head.ts";

test("on paper stand all recipients with their addresses, and the whole date", async () => {
  await changeLanguage("en");
  const crowd = Array.from({ length: 5 }, (_, index) => ({ name: null, email: `guest${index}@mail.example` }));
  const head = printedHead(
    {
      from: [{ name: "Anna", email: "anna@mail.example" }],
      to: crowd,
      cc: [{ name: " Boris ", email: "boris@mail.example" }],
      bcc: null,
      sentAt: "2026-06-15T12:00:00Z",
      receivedAt: "2026-06-16T12:00:00Z",
    },
    (key) => key,
  );
  const [from, to, cc, date, received, ...rest] = head.split("\n");
  expect(from).toBe("letter.from: Anna <anna@mail.example>");
  expect(to).toBe(`letter.to: ${crowd.map(({ email }) => email).join(", ")}`);
  expect(cc).toBe("letter.cc: Boris <boris@mail.example>");
  expect(date).toMatch(/^letter\.date: June 15, 2026/);
  expect(received).toMatch(/^letter\.received: June 16, 2026/);
  expect(rest).toEqual([]);
});

test("of two hundred thousand recipients some hundred stand on paper, and how many more there are", () => {
  const to = Array.from({ length: 200_000 }, (_, index) => ({ name: null, email: `guest${index}@mail.example` }));
  const email = { from: null, to, cc: null, bcc: null, sentAt: null, receivedAt: "2026-06-16T12:00:00Z" };
  const head = printedHead(email, (key: string, values?: { count: number }) => `${key} ${values?.count ?? ""}`);
  expect(head.length).toBeLessThan(20_000);
  expect(head).toContain("guest499@mail.example, letter.moreRecipients 199500");
});
