import { afterAll, beforeAll, expect, test } from "vitest";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

let t: Jmap;
const ids = new Map<string, string>();

const letter = (from: string, subject: string, text: string, to = "you@x.example"): string =>
  lines(`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, "Content-Type: text/plain; charset=utf-8", "", text);

const letters: Record<string, string> = {
  recipient: letter("a@x.example", "One", "nothing", "Kazan <k@x.example>"),
  sender: letter("Kazan <k@x.example>", "Two", "nothing"),
  subject: letter("a@x.example", "Kazan", "nothing"),
  text: letter("a@x.example", "Three", "We go to Kazan by train"),
  apart: letter("a@x.example", "Four", "journeys, and then of all towns Kazan"),
  together: letter("a@x.example", "Five", "a Kazan journeys"),
  other: letter("a@x.example", "Six", "a journey, and then Kazan"),
};

beforeAll(async () => {
  t = await jmap();
  for (const [day, [name, message]] of Object.entries(letters).entries()) {
    const receivedAt = `2026-03-0${day + 1}T12:00:00Z`;
    ids.set(await t.importMessage(message, { receivedAt }), name);
  }
});
afterAll(() => t.close());

async function ranked(filter: object, more: object[] = []): Promise<(string | undefined)[]> {
  const sort = [{ property: "relevance", isAscending: false }, ...more];
  const found = await t.call("Email/query", { filter, sort });
  return found.ids.map((id: string) => ids.get(id));
}

const newestFirst = [{ property: "receivedAt", isAscending: false }];

test("a word counts most in the subject, then in the sender, the recipient and the text; then the newest is first", async () => {
  expect(await ranked({ text: "kazan " }, newestFirst)).toEqual([
    "subject",
    "sender",
    "recipient",
    "other",
    "together",
    "apart",
    "text",
  ]);
});

test("words that follow one another come before words apart, and the form that was asked for before others", async () => {
  expect(await ranked({ text: "kazan journeys " }, newestFirst)).toEqual(["together", "apart", "other"]);
});

test("what is left out ranks nothing, and a filter without words has the next comparator's order", async () => {
  const filter = {
    operator: "AND",
    conditions: [{ text: "nothing" }, { operator: "NOT", conditions: [{ text: "Five" }] }],
  };
  expect(await ranked(filter, newestFirst)).toEqual(["subject", "sender", "recipient"]);
  expect(await ranked({ hasAttachment: false }, newestFirst)).toEqual([...ids.values()].toReversed());
});

test("[8620 §5.6] new letters come at their place", async () => {
  const args = { filter: { text: "kazan " }, sort: [{ property: "relevance", isAscending: false }, ...newestFirst] };
  const { queryState } = await t.call("Email/query", args);
  const id = await t.importMessage(letter("a@x.example", "To Kazan", "Kazan"), { receivedAt: "2026-03-20T12:00:00Z" });
  const { added } = await t.call("Email/queryChanges", { ...args, sinceQueryState: queryState });
  expect(added).toEqual([{ id, index: 0 }]);
});
