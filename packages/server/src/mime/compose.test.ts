import { expect, test } from "vitest";
import { bodyLists, decodePart, partText } from "./body.ts";
import { composeMessage, type NewEmailObject, withoutBcc } from "./compose.ts";
import { parseMessage } from "./parse.ts";

const defaults = { messageIdDomain: "pismo.localhost", now: new Date("2026-11-21T11:05:00Z") };
const blobs: Record<string, Uint8Array> = {
  Bpicture: Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256),
  Bletter: Buffer.from("From: a@b.example\r\nSubject: inner\r\n\r\nвнутри\r\n"),
};
const load = async (blobId: string): Promise<Uint8Array> => blobs[blobId]!;
const compose = (email: NewEmailObject): Promise<Uint8Array> => composeMessage(email, load, defaults);
const value = (text: string) => ({ value: text, isEncodingProblem: false, isTruncated: false });

const letter: NewEmailObject = {
  from: [{ name: 'Пётр "Первый", царь', email: "petr@mail.example" }],
  to: [
    { name: "Smith, John", email: "john@mail.example" },
    { name: null, email: "anna@mail.example" },
  ],
  bcc: [{ name: null, email: "hidden@mail.example" }],
  subject: "Тема с очень длинным текстом, который не помещается на одну строку, и с emoji 🎉 в самом конце",
  sentAt: "2026-11-21T14:05:00+03:00",
  messageId: ["one@pismo.localhost"],
  references: ["zero@pismo.localhost"],
  textBody: [{ partId: "t", type: "text/plain" }],
  htmlBody: [{ partId: "h", type: "text/html" }],
  attachments: [
    {
      blobId: "Bpicture",
      type: "image/png",
      name: "снимок экрана с длинным именем файла.png",
      disposition: "attachment",
    },
    { blobId: "Bpicture", type: "image/png", name: "inline.png", cid: "pic@x", disposition: "inline" },
    { blobId: "Bletter", type: "message/rfc822" },
  ],
  bodyValues: {
    t: value("Привет!\n\nFrom here\n.\nпробел в конце \n"),
    h: value('<p>Привет <img src="cid:pic@x"></p>'),
  },
};

test("[8621 §4.6] what was composed is parsed again: header fields", async () => {
  const { headers } = parseMessage(await compose(letter));
  const { from, to, bcc, subject, sentAt, messageId, references } = letter;
  expect(headers).toMatchObject({ from, to, bcc, subject, sentAt, messageId, references });
});

test("[8621 §4.6] what was composed is parsed again: text, HTML and files, byte for byte", async () => {
  const bytes = await compose(letter);
  const { structure } = parseMessage(bytes);
  const { textBody, htmlBody, attachments } = bodyLists(structure);
  expect(partText(bytes, textBody[0]!)).toEqual({ value: letter.bodyValues!["t"]!.value, isEncodingProblem: false });
  expect(partText(bytes, htmlBody[0]!).value).toBe(letter.bodyValues!["h"]!.value);
  const byName = Object.fromEntries(
    attachments.map((part) => [part.name ?? part.type, Buffer.from(decodePart(bytes, part))]),
  );
  expect(byName["снимок экрана с длинным именем файла.png"]).toEqual(Buffer.from(blobs["Bpicture"]!));
  expect(byName["inline.png"]).toEqual(Buffer.from(blobs["Bpicture"]!));
  expect(byName["message/rfc822"]).toEqual(blobs["Bletter"]);
});

test("no line is longer than 998 octets, and none ends without CR (RFC 5322 §2.1.1)", async () => {
  const bytes = Buffer.from(
    await compose({
      ...letter,
      attachments: [],
      bodyValues: { t: value("x".repeat(5000)), h: value("ы".repeat(5000)) },
    }),
  );
  expect(
    bytes
      .toString("latin1")
      .split("\r\n")
      .every((line) => line.length <= 998 && !/[\r\n]/.test(line)),
  ).toBe(true);
});

test("nothing that a person typed begins a header field of its own", async () => {
  const evil = "x\r\nBcc: victim@mail.example\r\n\r\nbody";
  const bytes = await compose({
    from: [{ name: evil, email: `a@b.example>${evil}` }],
    subject: evil,
    messageId: [evil],
    "header:X-Own:asText": evil,
    "header:X-Raw": evil,
    textBody: [{ partId: "t", type: "text/plain", name: evil }],
    bodyValues: { t: value("text") },
  });
  const { headers } = parseMessage(bytes);
  expect(headers.bcc).toBeNull();
  expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/^Bcc:/m);
});

test("Date, Message-ID and MIME-Version are added where they are missing", async () => {
  const { headers } = parseMessage(await compose({ subject: "x" }));
  expect(headers.sentAt).toBe("2026-11-21T11:05:00Z");
  expect(headers.messageId?.[0]).toMatch(/@pismo\.localhost$/);
});

test("[5322 §3.6.3] the Bcc field is left out on the way, all else stays byte for byte", async () => {
  const bytes = await compose(letter);
  const sent = Buffer.from(withoutBcc(bytes)).toString("latin1");
  expect(
    Buffer.from(bytes)
      .toString("latin1")
      .replace(/^Bcc: .*\r\n/m, ""),
  ).toBe(sent);
  expect(sent).not.toContain("hidden@mail.example");
});
