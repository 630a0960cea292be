/** Appointments of calendar parts among the deadlines: their changes, what is called off, and repeated ones. */
import type { Deadline, Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { readFacts } from "./support/fact-reader.ts";
import { lines, type LooseArgs } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let stop: () => Promise<void>;

const start = (): void => {
  stop = readFacts(t);
};
beforeEach(async () => {
  t = await receivingJmap();
  start();
});
afterEach(async () => {
  await stop();
  await t.close();
});

let number = 0;

interface Sent {
  method?: string;
  domain?: string;
  /** null: no server has checked the sender. */
  checks?: "pass" | null;
  text?: string;
  type?: string;
}

function letter(
  event: readonly string[],
  { method = "REQUEST", domain = "team.example", checks = "pass", text = "Come.", type }: Sent = {},
) {
  return lines(
    ...(checks === null ? [] : [`Authentication-Results: mx.example; dmarc=pass header.from=${domain}`]),
    `From: Lev <lev@${domain}>`,
    "Subject: Invitation",
    `Message-ID: <${++number}@team.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    text,
    "--b",
    type ?? `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    "",
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    ...event,
    "END:VEVENT",
    "END:VCALENDAR",
    "--b--",
  );
}

const meeting = (at: string, ...more: string[]): string[] => [
  "UID:meeting@team.example",
  "SUMMARY:Meeting",
  `DTSTART;TZID=Europe/Moscow:${at}`,
  "ORGANIZER:mailto:lev@team.example",
  "ATTENDEE:mailto:you@pismo.localhost",
  ...more,
];

const deadlines = async (filter: LooseArgs = {}): Promise<Deadline[]> => {
  const { ids } = await t.call("Deadline/query", { filter });
  return (await t.call("Deadline/get", { ids })).list as Deadline[];
};
const eventuallyAt = (...expected: string[]): Promise<void> =>
  eventually(async () => expect((await deadlines()).map(({ at }) => at)).toEqual(expected));

test("an invitation is an appointment; a change of it moves the entry, which stays what it is, and an older one does not", async () => {
  const first = await t.receive(letter(meeting("20300307T140000", "LOCATION:Room 5", "SEQUENCE:1")));
  await eventuallyAt("2030-03-07T14:00");
  const [before] = (await deadlines()) as [Deadline];
  expect(before).toEqual({
    id: expect.stringMatching(/^n\d+$/),
    kind: "appointment",
    title: "Meeting, Room 5",
    at: "2030-03-07T14:00",
    timeZone: "Europe/Moscow",
    emailIds: [first],
    state: "open",
    laterUntil: null,
  });
  const second = await t.receive(letter(meeting("20300308T150000", "SEQUENCE:3")));
  await eventuallyAt("2030-03-08T15:00");
  expect(await deadlines()).toMatchObject([{ id: before.id, title: "Meeting", emailIds: [second, first] }]);
  const late = await t.receive(letter(meeting("20300309T150000", "SEQUENCE:2")));
  await eventually(async () => expect((await deadlines())[0]!.emailIds).toContain(late));
  await eventuallyAt("2030-03-08T15:00");
  // Its card is the calendar's own, and says which letter counts.
  const { list } = await t.call("EmailFact/get", { ids: [first] });
  const changed = { uid: "meeting@team.example", recurrenceId: null, emailId: second, isCancelled: false };
  expect(list[0]).toEqual({ id: first, senderCheck: "verified", facts: [], supersededEvents: [changed] });
});

test.each([
  ["by CANCEL", letter(["UID:meeting@team.example", "SEQUENCE:1"], { method: "CANCEL" })],
  ["by its state", letter(meeting("20300307T140000", "STATUS:CANCELLED", "SEQUENCE:1"))],
])("what is called off %s is none any more, and another sender calls off nothing", async (_, off) => {
  await t.receive(letter(meeting("20300307T140000")));
  await eventuallyAt("2030-03-07T14:00");
  await t.receive(letter(["UID:meeting@team.example", "SEQUENCE:9"], { method: "CANCEL", domain: "stranger.test" }));
  await t.receive(letter(["UID:other", "SUMMARY:Other", "DTSTART:20300401T100000Z"]));
  await eventuallyAt("2030-03-07T14:00", "2030-04-01T10:00");
  await t.receive(off);
  await eventuallyAt("2030-04-01T10:00");
  expect(await deadlines()).toMatchObject([{ title: "Other" }]);
});

test("an unchecked sender agrees nothing, and an answer is no appointment", async () => {
  await t.receive(letter(meeting("20300307T140000"), { checks: null }));
  await t.receive(letter(meeting("20300308T140000"), { method: "REPLY" }));
  await t.receive(letter(["UID:other", "SUMMARY:Other", "DTSTART:20300401T100000Z"]));
  await eventuallyAt("2030-04-01T10:00");
  expect(await deadlines()).toMatchObject([{ title: "Other" }]);
});

test.each([
  "Content-Type: application/ics; name=invite.ics",
  'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="invite.ics"',
])("a calendar may come as a file: %s", async (type) => {
  const found = meeting("20300307T140000").map((line) => line.replace("Meeting", "Встреча"));
  await t.receive(letter(found, { type }));
  await eventuallyAt("2030-03-07T14:00");
  expect((await deadlines())[0]!.title).toBe("Встреча");
});

const begun = Date.now();
/** A day so many days from the beginning. */
const day = (ahead: number): string => new Date(begun + ahead * 86_400_000).toISOString().slice(0, 10);
const basic = (ahead: number, time = ""): string => day(ahead).replaceAll("-", "") + time;
const open = async (): Promise<Deadline[]> => deadlines({ state: "open", from: day(3) });
const setState = (id: Id, state: string) => t.call("Deadline/set", { update: { [id]: { state } } });

test("of a repeated one the next time stands there until it is done, and none when it is sent away", async () => {
  // Before the times begin, so that none passes while the test runs.
  const rule = ["RRULE:FREQ=DAILY;INTERVAL=2;COUNT=4", "SEQUENCE:1"];
  await t.receive(letter(meeting(basic(4, "T140000"), ...rule)));
  await eventuallyAt(...[4, 6, 8, 10].map((ahead) => `${day(ahead)}T14:00`));
  const [first] = (await open()) as [Deadline];
  expect(await open()).toMatchObject([{ at: `${day(4)}T14:00`, timeZone: "Europe/Moscow" }]);
  await setState(first.id, "done");
  expect(await open()).toMatchObject([{ at: `${day(6)}T14:00` }]);
  // One time is moved, another one falls out; what was done stays done.
  const change = (ahead: number, to: string, ...more: string[]): string[] =>
    meeting(to, `RECURRENCE-ID;TZID=Europe/Moscow:${basic(ahead, "T140000")}`, ...more);
  await t.receive(letter(change(6, basic(7, "T090000"))));
  await t.receive(letter(change(8, basic(8, "T140000")), { method: "CANCEL" }));
  await eventuallyAt(`${day(4)}T14:00`, `${day(7)}T09:00`, `${day(10)}T14:00`);
  expect(await open()).toMatchObject([{ at: `${day(7)}T09:00` }]);
  const [moved] = (await open()) as [Deadline];
  await setState(moved.id, "dismissed");
  expect(await open()).toEqual([]);
  await setState(moved.id, "open");
  expect(await open()).toMatchObject([{ id: moved.id }]);
  // All of them are planned in another way: what was said of single times is over.
  await t.receive(letter(meeting(basic(5, "T100000"), "RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:2")));
  await eventuallyAt(`${day(5)}T10:00`, `${day(12)}T10:00`);
  await t.receive(letter(["UID:meeting@team.example", "SEQUENCE:3"], { method: "CANCEL" }));
  await eventuallyAt();
});

test("a second reading and a correction of a fact leave the appointment", async () => {
  const id = await t.receive(letter(meeting("20300307T140000"), { text: "Your confirmation code: 482913" }));
  await eventuallyAt("2030-03-07T14:00");
  const [before] = (await deadlines()) as [Deadline];
  await t.call("Email/set", { update: { [id]: { keywords: { "category-registrations": true } } } });
  const facts = async () => (await t.call("EmailFact/get", { ids: [id] })).list[0]!.facts!;
  await eventually(async () => expect(await facts()).toHaveLength(1));
  expect(await deadlines()).toEqual([before]);
  await t.call("EmailFact/set", { update: { [id]: { "corrections/0/code": "482914" } } });
  expect((await facts())[0]!.fields).toContainEqual(expect.objectContaining({ value: "482914" }));
  expect(await deadlines()).toEqual([before]);
  await t.call("Email/set", { destroy: [id] });
  await eventuallyAt();
});
