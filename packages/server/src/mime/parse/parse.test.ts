import { expect, test } from "vitest";
import { parseHeaderOnly, parseMessage } from "./parse.ts";

const parse = (text: string): ReturnType<typeof parseMessage> => parseMessage(Buffer.from(text));

test("[8621 §4.1.3] the convenience properties are those of the last field, null where none is", () => {
  expect(parse("From: A <a@b>\nSubject: x\nSubject: y\nDate: 21 Nov 2026 14:05 +0300\n\n").headers).toEqual({
    messageId: null,
    inReplyTo: null,
    references: null,
    sender: null,
    from: [{ name: "A", email: "a@b" }],
    to: null,
    cc: null,
    bcc: null,
    replyTo: null,
    subject: "y",
    sentAt: "2026-11-21T14:05:00+03:00",
  });
});

test("all text is searched: both alternatives, text files, attached messages, file names", () => {
  const { searchText, textPieces, preview, hasAttachment } = parse(
    `From: Анна <anna@mail.example>
Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/alternative; boundary=i

--i

plain
--i
Content-Type: text/html

<p>rich</p>
--i--
--o
Content-Type: text/csv; name=table.csv

cells
--o
Content-Type: message/rfc822

Subject: inner
From: Boris <boris@mail.example>

depths
--o--
`,
  );
  expect(searchText.from).toBe("Анна anna@mail.example");
  expect(searchText.body.split("\n")).toEqual(["plain", "rich", "cells", "inner Boris boris@mail.example", "depths"]);
  expect(textPieces.map(({ at, ...of }) => ({ ...of, text: searchText.body.slice(at, at + 5) }))).toEqual([
    { text: "plain" },
    { text: "rich\n" },
    { text: "cells", fileName: "table.csv" },
    { text: "inner", fileName: null, letterSubject: "inner" },
    { text: "depth", fileName: null, letterSubject: "inner" },
  ]);
  expect(searchText.attachments).toBe("table.csv inner.eml");
  expect(preview).toBe("plain");
  expect(hasAttachment).toBe(true);
});

test("text that both alternatives have is searched once", () => {
  const message = `Content-Type: multipart/alternative; boundary=b\n\n--b\n\nsame\n--b\nContent-Type: text/html\n\n<p>same\n--b--`;
  expect(parse(message).searchText.body).toBe("same");
});

test("the preview is that of the first body part that has one", () => {
  const message = `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n \n--b\n\nwords\n--b--`;
  expect(parse(message).preview).toBe("words");
});

test.each(["", "\n", "\0", ":", "Content-Type: multipart/mixed; boundary=", "\xff\xfe", "=?", "From: <", "Date: 99"])(
  "whatever arrives gives a result: %j",
  (text) => {
    expect(parse(text).structure.bodyEnd).toBeLessThanOrEqual(Buffer.byteLength(text));
  },
);

test("damaged copies of a message have results too, with offsets inside them", () => {
  const message = Buffer.from(
    `From: =?utf-8?B?0JA=?= <a@b>\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=koi8-r\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=D0</p>\r\n--b\r\nContent-Type: image/png; name*=utf-8''%D0\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\n--b--\r\n`,
  );
  for (let at = 0; at < message.length; at++) {
    const damaged = Buffer.from(message);
    damaged[at] = (damaged[at]! * 31 + at) % 256;
    for (const bytes of [damaged, message.subarray(0, at), message.subarray(at)])
      expect(parseMessage(bytes).structure.bodyEnd).toBeLessThanOrEqual(bytes.length);
  }
});

test("with the header alone the rest is one part that can be downloaded", () => {
  const bytes = Buffer.from("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b--\n");
  const { headers, structure, searchText } = parseHeaderOnly(bytes);
  expect(headers.subject).toBe("x");
  expect(searchText).toMatchObject({ subject: "x", body: "" });
  expect(structure).toMatchObject({ partId: "1", subParts: null, bodyEnd: bytes.length });
});

test("of a calendar what people wrote is searched, and no names of properties", () => {
  const { searchText } = parse(`Content-Type: text/calendar; method=REQUEST

BEGIN:VCALENDAR
VERSION:2.0
METHOD:REQUEST
BEGIN:VEVENT
UID:1@calendar.example
DTSTART;TZID=Europe/Moscow:20261201T100000
SUMMARY;LANGUAGE=en:Budget\\, the
  second
LOCATION:Room: 4
ORGANIZER;CN="Anna: office":mailto:anna@mail.example
ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Boris;DELEGATED-TO="mailto:a@b.example","mailto:c@b.example":MAILTO:boris@mail.example
END:VEVENT
END:VCALENDAR
`);
  expect(searchText.body.split("\n")).toEqual([
    "Budget, the second",
    "Room: 4",
    "Anna: office anna@mail.example",
    "Boris boris@mail.example",
  ]);
});
