/** Sent letters that come to the inbox when nothing answers them. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { createLogger } from "../src/log.ts";
import { startWaking } from "../src/snooze/wake-worker.ts";
import { lines, type LooseArgs } from "./support/jmap.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

const DAY_MS = 24 * 3600_000;

let t: ReceivingJmap;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  t = await receivingJmap();
  await t.addMailbox("anna");
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await t.close();
});

/** By a clock that is so many days ahead. */
const wakeIn = (days: number): void => {
  stop = startWaking({ store: t.store, log: createLogger("silent"), now: () => Date.now() + days * DAY_MS });
};

const letter = (subject: string, ...fields: string[]): string =>
  lines("From: you@pismo.localhost", "To: anna@pismo.localhost", `Subject: ${subject}`, ...fields, "", "Hello");

/** As the compose popup sends. */
async function submit(submission: LooseArgs, message: string) {
  const emailId = await t.importMessage(message, { mailboxIds: [t.role["drafts"]!], keywords: ["$draft", "$seen"] });
  const { list } = await t.call("Identity/get");
  const set = await t.call("EmailSubmission/set", {
    create: { s: { identityId: list[0]!.id, emailId, ...submission } },
    onSuccessUpdateEmail: {
      "#s": {
        "keywords/$draft": null,
        [`mailboxIds/${t.role["drafts"]!}`]: null,
        [`mailboxIds/${t.role["sent"]!}`]: true,
      },
    },
  });
  return { emailId, set };
}

/** Sent, with a reminder after three days that has begun. */
async function sendWithReminder(subject = "Plan"): Promise<Id> {
  const { emailId } = await submit({ remindAfterDays: 3 }, letter(subject, "Message-ID: <plan@x>"));
  await eventually(async () => expect(await remindersOf(emailId)).toHaveLength(1));
  return emailId;
}

const remindersOf = async (...ids: Id[]) => (await t.call("Snooze/get", { ids })).list;
const placeOf = async (id: Id) => {
  const { mailboxIds, keywords } = await t.email(id, ["mailboxIds", "keywords"]);
  return { mailboxIds: Object.keys(mailboxIds!).toSorted(), keywords: Object.keys(keywords!).toSorted() };
};
const stillSent = () => ({ mailboxIds: [t.role["sent"]!], keywords: ["$seen"] });
const isBack = () => ({
  mailboxIds: [t.role["inbox"]!, t.role["sent"]!].toSorted(),
  keywords: ["$seen", "pismo-unanswered"],
});
const inbox = async (): Promise<Id[]> =>
  (await t.call("Email/query", { filter: { inMailbox: t.role["inbox"]! }, collapseThreads: false })).ids;

/** What has become of the letter once the job has looked at a later one. */
async function passThreeDays(): Promise<void> {
  const last = await t.importMessage(letter("Last", "Message-ID: <last@x>"), { mailboxIds: [t.role["sent"]!] });
  const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3 * DAY_MS + 60_000).toISOString().replace(".000Z", "Z");
  await t.call("Snooze/put", { emails: { [last]: until }, ifUnanswered: true });
  wakeIn(4);
  await eventually(async () => expect((await placeOf(last)).keywords).toContain("pismo-unanswered"));
}

const answer = (...fields: string[]): string =>
  lines(
    "From: anna@pismo.localhost",
    "Subject: Re: Plan",
    "Message-ID: <answer@x>",
    "In-Reply-To: <plan@x>",
    ...fields,
    "",
    "Yes",
  );

test("a letter that nothing answers stands on top of the inbox after its days, with the reason, and in Sent", async () => {
  const before = Date.now();
  const id = await sendWithReminder();
  const [reminder] = await remindersOf(id);
  expect(reminder).toMatchObject({ id, ifUnanswered: true });
  const until = Date.parse(reminder!.until);
  expect(until).toBeGreaterThanOrEqual(before + 3 * DAY_MS - 1000);
  expect(until).toBeLessThanOrEqual(Date.now() + 3 * DAY_MS);
  expect(await placeOf(id)).toEqual(stillSent());
  const { receivedAt } = await t.email(id, ["receivedAt"]);
  const other = await t.receive(lines("From: zoe@mail.example", "Subject: Other", "", "text"));
  wakeIn(4);
  await eventually(async () => expect(await placeOf(id)).toEqual(isBack()));
  expect(await inbox()).toEqual([id, other]);
  expect((await t.email(id, ["receivedAt"])).receivedAt).toBe(receivedAt);
  expect(await remindersOf(id)).toEqual([]);
});

test("the reason is gone once the letter is moved", async () => {
  const id = await sendWithReminder();
  wakeIn(4);
  await eventually(async () => expect(await placeOf(id)).toEqual(isBack()));
  await t.call("Email/set", { update: { [id]: { [`mailboxIds/${t.role["inbox"]!}`]: null } } });
  expect(await placeOf(id)).toEqual(stillSent());
});

test("[5322 §3.6.4] an answer ends it at once, also to an answer that names it among others", async () => {
  const id = await sendWithReminder();
  const { state } = await t.call("Email/get", { ids: [] });
  await t.receive(answer("References: <first@x> <plan@x>"));
  expect(await remindersOf(id)).toEqual([]);
  expect((await t.call("Email/changes", { sinceState: state })).updated).toContain(id);
  await passThreeDays();
  expect(await placeOf(id)).toEqual(stillSent());
});

test.each([
  ["what the person sends after it", lines("From: you@pismo.localhost", "In-Reply-To: <plan@x>", "", "And?")],
  [
    "a letter of the conversation that does not name it",
    lines("From: anna@mail.example", "Subject: Re: Plan", "", "?"),
  ],
  [
    "[6522] a report about it",
    lines(
      "From: mailer-daemon@mail.example",
      "In-Reply-To: <plan@x>",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "",
      "Late",
      "--b--",
    ),
  ],
  ["[3834 §5] a vacation answer", answer("Auto-Submitted: auto-replied (vacation)")],
  ["an automatic answer by the fields of before RFC 3834", answer("Precedence: auto_reply")],
  [
    "[3834 §3.3] a bounce that is no report: its reverse path is empty",
    lines("Return-Path: <>", "From: mailer-daemon@mail.example", "In-Reply-To: <plan@x>", "", "No such user"),
  ],
])("no answer: %s", async (_, message) => {
  const id = await sendWithReminder();
  await t.receive(message);
  expect(await remindersOf(id)).toHaveLength(1);
  wakeIn(4);
  await eventually(async () => expect(await placeOf(id)).toEqual(isBack()));
});

test("[3834 §5] an answer that a person submitted ends it, also through a list, and after an automatic one", async () => {
  const id = await sendWithReminder();
  await t.receive(
    lines("From: anna@mail.example", "In-Reply-To: <plan@x>", "Auto-Submitted: auto-replied", "", "Away"),
  );
  expect(await remindersOf(id)).toHaveLength(1);
  await t.receive(answer("Auto-Submitted: no", "List-Id: <plans.mail.example>", "X-Auto-Response-Suppress: All"));
  expect(await remindersOf(id)).toEqual([]);
});

test("an answer that lay in Spam until the letter's time, and came out of it, is one", async () => {
  const id = await sendWithReminder();
  const answerId = await t.importMessage(answer(), { mailboxIds: [t.role["junk"]!] });
  expect(await remindersOf(id)).toHaveLength(1);
  await t.call("Email/set", { update: { [answerId]: { mailboxIds: { [t.role["inbox"]!]: true } } } });
  await passThreeDays();
  expect(await placeOf(id)).toEqual(stillSent());
});

test("thrown away, it does not come", async () => {
  const id = await sendWithReminder();
  await t.call("Email/set", { update: { [id]: { mailboxIds: { [t.role["trash"]!]: true } } } });
  await passThreeDays();
  expect((await placeOf(id)).mailboxIds).toEqual([t.role["trash"]]);
});

test("held, it is told with the submission, and counts from the moment at which it goes out", async () => {
  const envelope = {
    mailFrom: { email: "you@pismo.localhost", parameters: { HOLDFOR: "3600" } },
    rcptTo: [{ email: "anna@pismo.localhost" }],
  };
  const { emailId, set } = await submit({ remindAfterDays: 3, envelope }, letter("Plan"));
  const id = set.created!["s"]!.id!;
  expect((await t.call("EmailSubmission/get", { ids: [id] })).list).toMatchObject([{ remindAfterDays: 3 }]);
  expect(await remindersOf(emailId)).toEqual([]);
  await t.call("Outbox/retry", { ids: [id] });
  await eventually(async () => expect(await remindersOf(emailId)).toHaveLength(1));
  const [reminder] = await remindersOf(emailId);
  expect(Date.parse(reminder!.until)).toBeLessThanOrEqual(Date.now() + 3 * DAY_MS);
  expect((await t.call("EmailSubmission/get", { ids: [id] })).list).toMatchObject([{ remindAfterDays: null }]);
});

test.each([0, 367, 1.5, "3"])("%j days are refused", async (remindAfterDays) => {
  const { set } = await submit({ remindAfterDays }, letter("Plan"));
  expect(set.notCreated).toMatchObject({ s: { type: "invalidProperties", properties: ["remindAfterDays"] } });
});

const inAWeek = (): string => new Date(Date.now() + 7 * DAY_MS).toISOString().replace(/\.\d+Z$/, "Z");
const put = (emails: Record<Id, string | null>) => t.call("Snooze/put", { emails, ifUnanswered: true });

describe("asked for later, of a letter that was sent", () => {
  test("it stays where it is until then, has another time, and is taken back", async () => {
    const id = await sendWithReminder();
    const before = (await remindersOf(id))[0]!.until;
    const until = inAWeek();
    expect((await put({ [id]: until })).snoozed).toEqual({ [id]: { until, before } });
    expect(await placeOf(id)).toEqual(stillSent());
    expect(await remindersOf(id)).toEqual([{ id, until, ifUnanswered: true }]);
    expect((await put({ [id]: null })).snoozed).toEqual({ [id]: { until: null } });
    expect(await remindersOf(id)).toEqual([]);
    expect(await placeOf(id)).toEqual(stillSent());
  });

  test("refused: what came from others, a draft, and what has been answered", async () => {
    const received = await t.receive(lines("From: anna@mail.example", "Subject: Hello", "", "text"));
    const draft = await t.importMessage(letter("Draft"), { mailboxIds: [t.role["drafts"]!], keywords: ["$draft"] });
    const sent = await sendWithReminder();
    await t.receive(answer());
    const until = inAWeek();
    const refusal = { type: "invalidProperties", properties: ["ifUnanswered"] };
    expect(await put({ [received]: until, [draft]: until, [sent]: until })).toMatchObject({
      snoozed: null,
      notSnoozed: { [received]: refusal, [draft]: refusal, [sent]: refusal },
    });
  });
});
