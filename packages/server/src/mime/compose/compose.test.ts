import { expect, test } from "vitest";
import { bodyLists, decodePart, partText } from "../parse/body.ts";
import { composeMessage, type NewEmailObject, withoutBcc } from "./compose.ts";
import { headerForm, headersOf, headerValues, type HeaderForm } from "../headers/headers.ts";
import { parseMessage } from "../parse/parse.ts";
import type { PartNode } from "../parse/part.ts";

const defaults = { messageIdDomain: "pismo.localhost", now: new Date("2026-11-21T11:05:00Z") };
const blobs: Record<string, Uint8Array> = {
  Bimage: Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256),
  Bemail: Buffer.from("From: a@b.example\r\nSubject: inner\r\n\r\nвнутри\r\n"),
};
const load = async (blobId: string): Promise<Uint8Array> => blobs[blobId]!;
const compose = (email: NewEmailObject): Promise<Uint8Array> => composeMessage(email, load, defaults);
const value = (text: string) => ({ value: text, isEncodingProblem: false, isTruncated: false });

const email: NewEmailObject = {
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
      blobId: "Bimage",
      type: "image/png",
      name: "снимок экрана с длинным именем файла.png",
      disposition: "attachment",
    },
    { blobId: "Bimage", type: "image/png", name: "inline.png", cid: "pic@x", disposition: "inline" },
    { blobId: "Bemail", type: "message/rfc822" },
  ],
  bodyValues: {
    t: value("Привет!\n\nFrom here\n.\nпробел в конце \n"),
    h: value('<p>Привет <img src="cid:pic@x"></p>'),
  },
};

test("[8621 §4.6] a composed message is parsed again: header fields", async () => {
  const { headers } = parseMessage(await compose(email));
  const { from, to, bcc, subject, sentAt, messageId, references } = email;
  expect(headers).toMatchObject({ from, to, bcc, subject, sentAt, messageId, references });
});

test("[8621 §4.6] a composed message is parsed again: text, HTML and files, byte for byte", async () => {
  const bytes = await compose(email);
  const { structure } = parseMessage(bytes);
  const { textBody, htmlBody, attachments } = bodyLists(structure);
  expect(partText(bytes, textBody[0]!)).toEqual({ value: email.bodyValues!["t"]!.value, isEncodingProblem: false });
  expect(partText(bytes, htmlBody[0]!).value).toBe(email.bodyValues!["h"]!.value);
  const byName = Object.fromEntries(
    attachments.map((part) => [part.name ?? part.type, Buffer.from(decodePart(bytes, part))]),
  );
  expect(byName["снимок экрана с длинным именем файла.png"]).toEqual(Buffer.from(blobs["Bimage"]!));
  expect(byName["inline.png"]).toEqual(Buffer.from(blobs["Bimage"]!));
  expect(byName["message/rfc822"]).toEqual(blobs["Bemail"]);
});

test("[8621 §4.6] images of the HTML are related to it, files are attached to both", async () => {
  const { structure } = parseMessage(await compose(email));
  const outline = (node: PartNode): string =>
    node.subParts
      ? `${node.type.slice(10)}(${node.subParts.map(outline).join(" ")})`
      : `${node.type} ${node.disposition}`;
  expect(outline(structure)).toBe(
    "mixed(alternative(text/plain null related(text/html null image/png inline)) image/png attachment message/rfc822 null)",
  );
});

test("[8621 §4.6] bodyStructure is composed unchanged, with the header fields of its parts", async () => {
  const bytes = await compose({
    subject: "x",
    "header:X-List:asAddresses:all": [[{ name: "Ы", email: "a@b.example" }], [{ name: null, email: "c@d.example" }]],
    "header:List-Post:asURLs": ["mailto:a@b.example", "https://a.example/"],
    "header:X-Teams:asGroupedAddresses": [{ name: "We, all", addresses: [{ name: null, email: "a@b.example" }] }],
    "header:X-When:asDate": "2026-11-21T14:05:00-05:30",
    "header:X-Raw": " any thing\r\n folded",
    bodyStructure: {
      type: "multipart/report",
      subParts: [
        {
          partId: "1",
          type: "text/plain",
          language: ["ru", "en"],
          location: "https://a.example/ы",
          "header:X-Part:asText": "часть",
        },
        { blobId: "Bimage", type: "application/octet-stream", cid: "id@x" },
      ],
    },
    bodyValues: { 1: value("a") },
  });
  const { structure } = parseMessage(bytes);
  expect(structure).toMatchObject({
    type: "multipart/report",
    subParts: [
      { type: "text/plain", language: ["ru", "en"], location: "https://a.example/%D1%8B" },
      { type: "application/octet-stream", cid: "id@x", name: null, disposition: null },
    ],
  });
  const fields = headersOf(bytes, 0, structure.bodyStart);
  const read = (name: string, form: HeaderForm, all = false): unknown =>
    headerForm(headerValues(fields, name), form, all);
  expect(read("X-List", "asAddresses", true)).toEqual([
    [{ name: "Ы", email: "a@b.example" }],
    [{ name: null, email: "c@d.example" }],
  ]);
  expect(read("List-Post", "asURLs")).toEqual(["mailto:a@b.example", "https://a.example/"]);
  expect(read("X-Teams", "asGroupedAddresses")).toEqual([
    { name: "We, all", addresses: [{ name: null, email: "a@b.example" }] },
  ]);
  expect(read("X-When", "asDate")).toBe("2026-11-21T14:05:00-05:30");
  expect(read("X-Raw", "asRaw")).toBe(" any thing\r\n folded");
  const [first] = structure.subParts ?? [];
  const own = headersOf(bytes, first!.headerStart, first!.bodyStart);
  expect(headerForm(headerValues(own, "X-Part"), "asText", false)).toBe("часть");
});

test("[2046 §5.2.1] an attached message is not encoded, and its multipart declares 8bit [2045 §6.4]", async () => {
  const { structure } = parseMessage(
    await compose({ ...email, attachments: [{ blobId: "Bemail", type: "message/rfc822" }] }),
  );
  expect(structure.encoding).toBe("8bit");
  expect(structure.subParts?.[1]).toMatchObject({ type: "message/rfc822", encoding: "8bit" });
});

test.each([
  " a  b ",
  "=?utf-8?Q?x?= written out",
  "mixed ы =?x?Q?y?= ы",
  "'quotes' \"and\" \\ <brackets> (x), ; : @ %41 * _",
  "日本語".repeat(60),
  "a".repeat(3000),
  "👩‍💻 é e\u0301",
])("any text comes back from subject, names and files: %j", async (text) => {
  const bytes = await compose({
    subject: text,
    from: [{ name: text, email: "a@b.example" }],
    textBody: [{ partId: "t", type: "text/plain" }],
    attachments: [{ blobId: "Bimage", type: "image/png", name: text }],
    bodyValues: { t: value(text) },
  });
  const { headers, structure } = parseMessage(bytes);
  const { textBody, attachments } = bodyLists(structure);
  const expected = text.normalize("NFC").trim();
  expect(headers.subject).toBe(expected);
  expect(headers.from).toEqual([{ name: expected, email: "a@b.example" }]);
  expect(attachments[0]?.name).toBe(expected);
  expect(partText(bytes, textBody[0]!).value).toBe(text);
  const lines = Buffer.from(bytes).toString("latin1").split("\r\n");
  expect(lines.filter((line) => line.length > 998)).toEqual([]);
});

test("[2047 §5] encoded words never split a character, in any plane of Unicode", async () => {
  const text = "Ж𝒜𠀀😀𐍈".repeat(20);
  const { headers } = parseMessage(
    await compose({ ...email, subject: text, from: [{ name: text, email: "a@b.example" }] }),
  );
  expect(headers).toMatchObject({ subject: text, from: [{ name: text, email: "a@b.example" }] });
});

test("an invalid address stays one address", async () => {
  const { headers } = parseMessage(await compose({ to: [{ name: null, email: "a@b.example, c@d.example" }] }));
  expect(headers.to).toHaveLength(1);
});

test("no line is longer than 998 octets, and none ends without CR (RFC 5322 §2.1.1)", async () => {
  const bytes = Buffer.from(
    await compose({
      ...email,
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

test("input cannot inject a header field", async () => {
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

test.each(["\u2028", "\u2029", "\u0085", "\u00a0", "\u3000", "\v"])(
  "a header is folded at spaces, not at %j, behind which a field would begin",
  async (space) => {
    const address = `${"x".repeat(60)}${space}Bcc: victim@mail.example, ${"y".repeat(60)}${space}Bcc: victim@mail.example`;
    const bytes = await compose({
      to: [{ name: null, email: address }],
      "header:X-Teams:asGroupedAddresses": [{ name: "", addresses: [{ name: null, email: address }] }],
      textBody: [{ partId: "t", type: "text/plain", name: address }],
      bodyValues: { t: value("text") },
    });
    const { headers } = parseMessage(bytes);
    expect(headers).toMatchObject({ bcc: null, to: [{ name: null }] });
    expect(Buffer.from(bytes).toString()).not.toMatch(/\r\n[^ \t]?Bcc:/u);
  },
);

test("an invalid Message-ID is replaced by a generated one", async () => {
  const { headers } = parseMessage(await compose({ messageId: ["<>\r\n"], references: ["<>"], inReplyTo: ["a@b"] }));
  expect(headers.messageId?.[0]).toMatch(/^[\w-]+@pismo\.localhost$/);
  expect(headers).toMatchObject({ references: null, inReplyTo: ["a@b"] });
});

test("Date, Message-ID and MIME-Version are added where they are missing", async () => {
  const { headers } = parseMessage(await compose({ subject: "x" }));
  expect(headers.sentAt).toBe("2026-11-21T11:05:00Z");
  expect(headers.messageId?.[0]).toMatch(/@pismo\.localhost$/);
});

test("[5322 §3.6.3] the Bcc field is removed before sending, all else is unchanged", async () => {
  const bytes = await compose(email);
  const sent = Buffer.from(withoutBcc(bytes)).toString("latin1");
  expect(
    Buffer.from(bytes)
      .toString("latin1")
      .replace(/^Bcc: .*\r\n/m, ""),
  ).toBe(sent);
  expect(sent).not.toContain("hidden@mail.example");
});

test("[5322 §3.6.6] so is who got it in secret when it was redirected", () => {
  const bytes = Buffer.from(
    "From: a@b.example\r\nresent-bcc: hidden\r\n @mail.example\r\nX-Bcc: kept\r\n\r\nBcc: text\r\n",
  );
  expect(Buffer.from(withoutBcc(bytes)).toString("latin1")).toBe(
    "From: a@b.example\r\nX-Bcc: kept\r\n\r\nBcc: text\r\n",
  );
});
