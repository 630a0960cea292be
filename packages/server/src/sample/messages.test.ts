import PostalMime from "postal-mime";
import { beforeAll, expect, test } from "vitest";
import { factsOf } from "../facts/facts.ts";
import { sampleMessages } from "./messages.ts";
import type { SampleMessage } from "./messages.ts";

// Painting takes its time on a busy machine.

const now = new Date("2026-11-21T12:00:00Z");
let messages: SampleMessage[] = [];
beforeAll(async () => {
  messages = await sampleMessages("you@pismo.localhost", now);
});
const parsed = async (key: string) =>
  PostalMime.parse(messages.find((message) => message.key === key)?.bytes ?? "", { attachmentEncoding: "utf8" });

test("about sixty messages, oldest first, none from the future, each with a unique key", () => {
  expect(messages.length).toBeGreaterThanOrEqual(60);
  expect(new Set(messages.map(({ key }) => key)).size).toBe(messages.length);
  expect(messages.every(({ sentAt }, index) => sentAt >= (messages[index - 1]?.sentAt ?? 0) && sentAt <= now)).toBe(
    true,
  );
});

test("the same moment gives the same bytes", async () => {
  const again = await sampleMessages("you@pismo.localhost", now);
  expect(again.map(({ bytes }) => bytes.toString("latin1"))).toEqual(
    messages.map(({ bytes }) => bytes.toString("latin1")),
  );
});

test("every address is of a reserved domain", () => {
  const addresses = messages.flatMap(({ bytes }) => bytes.toString("latin1").match(/[\w.+-]+@[\w.-]+\w/g) ?? []);
  expect(addresses.filter((address) => !/\.(?:example|localhost)$/.test(address))).toEqual([]);
});

test("every mailbox has Emails", () => {
  const mailboxes = new Set(messages.map(({ mailbox }) => (typeof mailbox === "string" ? mailbox : mailbox.join("/"))));
  expect([...mailboxes].toSorted()).toEqual([
    "archive",
    "drafts",
    "inbox",
    "junk",
    "sent",
    "trash",
    "Работа",
    "Работа/Отчёты",
  ]);
});

test("old charsets, flowed text, inline images, an invitation and an attached message can be read", async () => {
  expect((await parsed("granny")).text).toContain("Здравствуй, золотко!");
  expect((await parsed("old-friend")).subject).toBe("Ёлки-палки, сколько лет!");
  expect((await parsed("flowed")).headers.find(({ key }) => key === "content-type")?.value).toContain("format=flowed");
  expect((await parsed("welcome-ru")).attachments).toMatchObject([{ contentId: "<lake>", mimeType: "image/png" }]);
  expect(
    (await parsed("invite")).attachments.some(
      ({ mimeType }) => mimeType.includes("calendar") || mimeType.includes("ics"),
    ),
  ).toBe(true);
  expect(messages.find(({ key }) => key === "forward-ducks")?.bytes.toString()).toContain(
    "Content-Type: message/rfc822",
  );
  expect((await parsed("photos")).attachments.map(({ filename }) => filename)).toEqual([
    "озеро вечером.png",
    "дом.png",
    "Пиксель.png",
    "кто где стоит.txt",
    "всё вместе.zip",
  ]);
});

test("[5322 §3.6.4] the conversation of twelve is chained by References", async () => {
  const last = await parsed("dacha-12");
  expect(last.inReplyTo).toBe("<dacha-11@letters.example>");
  expect(last.references?.split(/\s+/)).toHaveLength(11);
});

test("facts of four kinds have days that lie ahead", async () => {
  const days = new Set(["deliveryDay", "departureAt", "startAt", "discountUntil", "dueDay"]);
  const ahead: Record<string, string[]> = {};
  for (const [key, category] of [
    ["order-tea", "orders"],
    ["flight-puffin", "travelings"],
    ["theatre", "tickets"],
    ["parking-ru", "fines"],
    ["invoice-bramble", "finances"],
  ] as const) {
    const { html = null, text = "", subject = "" } = await parsed(key);
    const sentAt = messages.find((message) => message.key === key)!.sentAt;
    const facts = factsOf({
      category,
      subject,
      fromName: "",
      sentAt,
      today: null,
      html,
      text,
      calendars: [],
      pdfs: [],
    });
    const values = facts.flatMap(({ fields }) => fields.filter(({ name }) => days.has(name)));
    ahead[key] = values.map(({ value }) => value);
  }
  expect(ahead).toEqual({
    "order-tea": ["2026-11-23"],
    "flight-puffin": ["2026-11-24T07:35", "2026-11-26T18:20"],
    theatre: ["2026-11-24T19:00"],
    "parking-ru": ["2026-11-26"],
    "invoice-bramble": ["2026-11-27"],
  });
});
