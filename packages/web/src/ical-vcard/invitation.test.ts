import { addressIn } from "@pismo/jmap/ical";
import { describe, expect, test } from "vitest";
import { readCalendar } from "./calendar.ts";
import { answerIn, type Invitation, invitedAs, writeAnswer } from "./invitation.ts";

const now = Date.UTC(2030, 3, 1, 9, 0, 0);

function invitation(...lines: string[]): Invitation {
  const text = [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    "BEGIN:VEVENT",
    "UID:abc@calendar.example",
    'ORGANIZER;CN="Petrova, Anna":mailto:anna@mail.example',
    "ATTENDEE;CN=Boris:mailto:boris@mail.example",
    "ATTENDEE;CN=You;RSVP=TRUE:MAILTO:You@Pismo.localhost",
    "DTSTART;TZID=Europe/Berlin:20300411T110000",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return readCalendar(text.join("\r\n"))[0]!.invitation!;
}

const own = ["you@pismo.localhost"];
const answerTo = (given: Invitation): string[] =>
  writeAnswer(given, invitedAs(given, own)!, "accepted", now).replaceAll("\r\n ", "").split("\r\n");

describe("[5546 §3.2.3] an answer", () => {
  test("names the event, who asked, who answers, and what", () => {
    expect(answerTo(invitation("SUMMARY:Plans\\, more", "SEQUENCE:2"))).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Pismo//Pismo//EN",
      "METHOD:REPLY",
      "BEGIN:VEVENT",
      "UID:abc@calendar.example",
      "SEQUENCE:2",
      "DTSTAMP:20300401T090000Z",
      'ORGANIZER;CN="Petrova, Anna":mailto:anna@mail.example',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN="You":MAILTO:You@Pismo.localhost',
      "SUMMARY:Plans\\, more",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  test.each([
    ["RECURRENCE-ID;TZID=Europe/Berlin:20300418T110000", "RECURRENCE-ID:20300418T090000Z"],
    ["RECURRENCE-ID:20300418T090000Z", "RECURRENCE-ID:20300418T090000Z"],
    ["RECURRENCE-ID:20300418T110000", "RECURRENCE-ID:20300418T110000"],
    ["RECURRENCE-ID;VALUE=DATE:20300418", "RECURRENCE-ID;VALUE=DATE:20300418"],
  ])("to one of a repeated event says which: %s", (given, written) => {
    expect(answerTo(invitation(given))).toContain(written);
  });

  test("is read back as what was answered", () => {
    const given = invitation("SUMMARY:Plans");
    for (const answer of ["accepted", "tentative", "declined"] as const) {
      const [event] = readCalendar(writeAnswer(given, invitedAs(given, own)!, answer, now));
      expect(event).toMatchObject({ kind: "answer", summary: "Plans", attendees: [{ name: "You", answer }] });
    }
  });

  test("has no line of its own from what the invitation says, and none of more than 75 octets", () => {
    const long = "Ж".repeat(200);
    const given = invitation(`SUMMARY:${long}\\nATTENDEE:evil`, "SEQUENCE:no");
    const hostile: Invitation = {
      ...given,
      uid: "a\nMETHOD:CANCEL",
      organizer: {
        ...given.organizer,
        value: "mailto:a@mail.example\r\nX:1",
        params: new Map([["CN", 'x"\r\nY:1']]),
      },
    };
    const text = writeAnswer(hostile, invitedAs(given, own)!, "declined", now);
    const lines = text.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => /^(?:METHOD|ATTENDEE|X|Y)[:;]/.test(line))).toEqual([
      "METHOD:REPLY",
      expect.stringMatching(/^ATTENDEE;PARTSTAT=DECLINED/),
    ]);
    expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
    expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${long}`);
  });
});

const answered = (given: Invitation) => writeAnswer(given, invitedAs(given, own)!, "declined", now);

describe("what was answered", () => {
  test("is known of the same event alone", () => {
    const series = invitation("RRULE:FREQ=WEEKLY");
    const one = invitation("RECURRENCE-ID;TZID=Europe/Berlin:20300418T110000");
    expect(answerIn(answered(series), series)).toBe("declined");
    expect(answerIn(answered(one), one)).toBe("declined");
    expect(answerIn(answered(one), series)).toBeUndefined();
    expect(answerIn(answered(series), one)).toBeUndefined();
    expect(answerIn(answered(series).replace("abc@", "other@"), series)).toBeUndefined();
  });

  test("is asked again when the event has changed", () => {
    const [before, after] = [invitation("SEQUENCE:1"), invitation("SEQUENCE:2")];
    expect(answerIn(answered(before), after)).toBeUndefined();
    expect(answerIn(answered(after), before)).toBe("declined");
  });
});

test.each([
  ["mailto:a%2Bb@mail.example", "a+b@mail.example"],
  ["MAILTO:a@mail.example?subject=x", "a@mail.example"],
  ["mailto:100%@mail.example", "100%@mail.example"],
])("[6068 §2] the address of %s", (value, address) => {
  expect(addressIn({ name: "ORGANIZER", params: new Map(), value })).toBe(address);
});

test("who is not among the invited answers nothing, and without an organizer or a UID none can", () => {
  expect(invitedAs(invitation(), ["other@pismo.localhost"])).toBeUndefined();
  const bare = "BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR";
  expect(readCalendar(bare)[0]!.invitation).toBeNull();
  expect(readCalendar(bare.replace("UID:1", "ORGANIZER:mailto:a@mail.example"))[0]!.invitation).toBeNull();
  expect(readCalendar(bare.replace("UID:1", "UID:1\nORGANIZER:mailto:a@mail.example"))[0]!.invitation).not.toBeNull();
});
