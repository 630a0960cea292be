/** Invitations that a later letter changed or called off: what a client knows of the earlier letter. */
import type { Id, SupersededEvent } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { eventRevisions } from "../src/store/migrations/0084-event-revisions.ts";
import { eventRevisions as onPostgres } from "../src/store/postgres/migrations/0044-event-revisions.ts";
import { readFacts } from "./support/fact-reader.ts";
import { lines } from "./support/jmap.ts";
import { isOnPostgres } from "./support/memory-store.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let stop: () => Promise<void>;
let read: number;

beforeEach(async () => {
  t = await receivingJmap();
  read = 0;
  stop = readFacts(t, () => read++);
});
afterEach(async () => {
  await stop();
  await t.close();
});

interface Sent {
  method?: string;
  from?: string;
  checks?: "pass" | "fail" | null;
  organizer?: string;
}

let number = 0;

function letter(event: readonly string[], { method = "REQUEST", ...sent }: Sent = {}) {
  const { from = "lev@team.example", checks = "pass", organizer = "lev@team.example" } = sent;
  return lines(
    ...(checks === null
      ? []
      : [`Authentication-Results: mx.example; dmarc=${checks} header.from=${from.split("@")[1]}`]),
    `From: ${from}`,
    "Subject: Invitation",
    `Message-ID: <${++number}@team.example>`,
    "MIME-Version: 1.0",
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    "",
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "UID:meeting@team.example",
    "SUMMARY:Meeting",
    `ORGANIZER:mailto:${organizer}`,
    "ATTENDEE:mailto:you@pismo.localhost",
    "DTSTART;TZID=Europe/Moscow:20300307T140000",
    ...event,
    "END:VEVENT",
    "END:VCALENDAR",
  );
}

/** Once it was read. */
async function receive(event: readonly string[], sent?: Sent): Promise<Id> {
  const before = read;
  const id = await t.receive(letter(event, sent));
  await eventually(() => expect(read).toBeGreaterThan(before));
  return id;
}

const superseded = async (id: Id): Promise<SupersededEvent[]> =>
  (await t.call("EmailFact/get", { ids: [id], properties: ["supersededEvents"] })).list[0]!.supersededEvents!;
const whole = { uid: "meeting@team.example", recurrenceId: null };
const changed = (emailId: Id, more: Partial<SupersededEvent> = {}) => ({
  ...whole,
  emailId,
  isCancelled: false,
  ...more,
});

test("a higher SEQUENCE, then a later DTSTAMP, then CANCEL replaces the invitation; in the trash too, but not in spam", async () => {
  const first = await receive(["SEQUENCE:1", "DTSTAMP:20300101T100000Z"]);
  expect(await superseded(first)).toEqual([]);
  const { state } = await t.call("EmailFact/get", { ids: [first] });
  const second = await receive(["SEQUENCE:2", "DTSTAMP:20300102T100000Z"]);
  await eventually(async () => expect(await superseded(first)).toEqual([changed(second)]));
  // A page that has the first one open hears of it.
  expect((await t.call("EmailFact/get", { ids: [first] })).state).not.toBe(state);
  expect(await superseded(second)).toEqual([]);
  const third = await receive(["SEQUENCE:2", "DTSTAMP:20300102T100001Z"]);
  for (const id of [first, second]) {
    await eventually(async () => expect(await superseded(id)).toEqual([changed(third)]));
  }
  const off = await receive(["SEQUENCE:2", "DTSTAMP:20300103T100000Z"], { method: "CANCEL" });
  for (const id of [first, second, third]) {
    await eventually(async () => expect(await superseded(id)).toEqual([changed(off, { isCancelled: true })]));
  }
  const { list } = await t.call("Mailbox/get", { ids: null });
  const move = (id: Id, role: string) => {
    const mailboxId = list.find((each) => each.role === role)!.id!;
    return t.call("Email/set", { update: { [id]: { mailboxIds: { [mailboxId]: true } } } });
  };
  await move(off, "trash");
  expect(await superseded(first)).toEqual([changed(off, { isCancelled: true })]);
  await move(off, "junk");
  expect(await superseded(first)).toEqual([changed(third)]);
  await move(third, "trash");
  expect(await superseded(first)).toEqual([changed(third)]);
  await t.call("Email/set", { destroy: [third] });
  expect(await superseded(first)).toEqual([changed(second)]);
});

test("one time of a repeated event is replaced by itself, and by the end of all", async () => {
  const rule = "RRULE:FREQ=WEEKLY;COUNT=4";
  const all = await receive([rule, "DTSTAMP:20300101T100000Z"]);
  const time = "RECURRENCE-ID;TZID=Europe/Moscow:20300314T140000";
  const one = await receive([time, "DTSTAMP:20300102T100000Z"]);
  const other = await receive(["RECURRENCE-ID:20300321T110000Z", "DTSTAMP:20300102T100000Z"]);
  const moved = await receive(["RECURRENCE-ID:20300314T110000Z", "SEQUENCE:1", "DTSTAMP:20300103T100000Z"]);
  const recurrenceId = ":20300314T110000Z";
  await eventually(async () => expect(await superseded(one)).toEqual([changed(moved, { recurrenceId })]));
  for (const id of [all, other, moved]) expect(await superseded(id)).toEqual([]);
  const off = await receive(["SEQUENCE:1", "DTSTAMP:20300104T100000Z"], { method: "CANCEL" });
  const isOff = { isCancelled: true };
  await eventually(async () => expect(await superseded(all)).toEqual([changed(off, isOff)]));
  for (const id of [one, moved]) expect(await superseded(id)).toEqual([changed(off, { ...isOff, recurrenceId })]);
  expect(await superseded(other)).toEqual([changed(off, { ...isOff, recurrenceId: ":20300321T110000Z" })]);
});

test("strangers with the same UID withdraw nothing, whatever organizer they name", async () => {
  const first = await receive(["SEQUENCE:1", "DTSTAMP:20300101T100000Z"]);
  const later = ["SEQUENCE:9", "DTSTAMP:20300109T100000Z"];
  for (const method of ["REQUEST", "CANCEL"]) {
    await receive(later, { method, from: "eve@stranger.test", organizer: "eve@stranger.test" });
    await receive(later, { method, from: "eve@stranger.test" });
    await receive(later, { method, from: "eve@team.example" });
    await receive(later, { method, organizer: "eve@team.example" });
    await receive(later, { method, checks: "fail" });
    await receive(later, { method, checks: null });
  }
  const real = await receive(["SEQUENCE:2", "DTSTAMP:20300102T100000Z"]);
  await eventually(async () => expect(await superseded(first)).toEqual([changed(real)]));
});

test("where no server checks senders, a letter of the same author counts", async () => {
  const first = await receive(["DTSTAMP:20300101T100000Z"], { checks: null });
  await receive(["SEQUENCE:8"], { checks: "fail" });
  const off = await receive(["DTSTAMP:20300102T100000Z"], { checks: null, method: "CANCEL" });
  await eventually(async () => expect(await superseded(first)).toEqual([changed(off, { isCancelled: true })]));
});

test("of more letters than are looked at the newest is found", async () => {
  const first = await receive(["DTSTAMP:20300101T100000Z"]);
  let last = first;
  for (let sequence = 1; sequence <= 25; sequence++) {
    last = await t.receive(letter([`SEQUENCE:${sequence}`, "DTSTAMP:20300102T100000Z"]));
  }
  await eventually(async () => expect(await superseded(first)).toEqual([changed(last)]));
});

test("letters that were read before are read again", async () => {
  const first = await receive(["DTSTAMP:20300101T100000Z"]);
  // One of a sender that is not checked has no day among the deadlines.
  const off = await receive(["SEQUENCE:1"], { method: "CANCEL" });
  await receive([], { checks: null });
  await eventually(async () => expect(await superseded(first)).toHaveLength(1));
  await stop();
  const migration = isOnPostgres ? onPostgres : eventRevisions;
  await t.store.write(async (tx) => {
    await tx.run("delete from event_revision");
    await tx.run(migration.slice(migration.indexOf("insert into fact_due")).replace(/;\s*$/, ""));
  });
  expect(await superseded(first)).toEqual([]);
  read = 0;
  stop = readFacts(t, () => read++);
  await eventually(async () => expect(await superseded(first)).toEqual([changed(off, { isCancelled: true })]));
  await eventually(() => expect(read).toBe(3));
});
