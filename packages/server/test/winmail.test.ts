/** Letters of Outlook whose files and text come in a "winmail.dat" ([MS-OXTNEF]): shown as what they are. */
import type { Email, EmailBodyPart, Id } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "../../images/test/support/images.ts";
import { tnefToMessage } from "../src/mime/tnef/to-message.ts";
import { type Jmap, jmap } from "./support/jmap.ts";
import * as t from "./support/tnef.ts";

let server: Jmap;
beforeAll(async () => {
  server = await jmap();
});
afterAll(() => server.close());

const { STRING8, UNICODE, BINARY } = t;
const html = (text: string): t.TestProperty => [0x1013, BINARY, Buffer.from(text)];
const rich = (text: string): t.TestProperty => [
  0x1009,
  BINARY,
  t.plainRtf(`{\\rtf1\\ansi\\ansicpg1251\\fromhtml1{\\*\\htmltag <p>}${text}{\\*\\htmltag </p>}}`),
];

const letter = (winmail: Buffer, text = "", type = "application/ms-tnef; name=winmail.dat"): Promise<Id> =>
  server.importMessage(
    [
      "From: Anna <anna@b.example>",
      "Subject: From Outlook",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...(text === "" ? [] : ["--b", "Content-Type: text/plain", "", text]),
      "--b",
      `Content-Type: ${type}`,
      "Content-Transfer-Encoding: base64",
      "",
      winmail.toString("base64").replace(/.{76}/g, "$&\r\n"),
      "--b--",
      "",
    ].join("\r\n"),
  );

const properties = ["textBody", "htmlBody", "attachments", "bodyValues", "hasAttachment", "preview", "bodyStructure"];
const open = (id: Id): Promise<Partial<Email>> =>
  server.email(id, properties, { fetchTextBodyValues: true, fetchHTMLBodyValues: true });
const valueOf = ({ bodyValues }: Partial<Email>, parts: EmailBodyPart[] | undefined): string | undefined =>
  bodyValues?.[parts?.[0]?.partId ?? ""]?.value;
async function contentOf({ blobId, name, type }: EmailBodyPart): Promise<Buffer> {
  const content = await server.client.download(server.accountId, blobId!, name ?? "file", type);
  return Buffer.from(await content.arrayBuffer());
}

test("its files stand among the attachments, each with its own name, type and octets", async () => {
  const pdf = Buffer.from("%PDF-1.7\r\n--m\r\n");
  const winmail = t.tnef(
    t.message([0x0037, STRING8, "Report"]),
    t.file("REPORT~1.PDF", pdf, [0x3707, UNICODE, "Отчёт за год.pdf"], [0x370e, STRING8, "application/pdf"]),
    t.file("picture.png", png()),
    t.file("\xce\xf2\xf7\xb8\xf2.txt", Buffer.from("words"), [0x8001, UNICODE, "x", "Name"]),
  );
  const email = await open(await letter(winmail, "See the files."));
  expect(email.hasAttachment).toBe(true);
  expect(email.attachments?.map(({ name, type, size }) => [name, type, size])).toEqual([
    ["Отчёт за год.pdf", "application/pdf", pdf.length],
    ["picture.png", "image/png", png().length],
    ["Отчёт.txt", "application/octet-stream", 5],
  ]);
  expect(await Promise.all(email.attachments!.map(contentOf))).toEqual([pdf, png(), Buffer.from("words")]);
  expect(email.attachments![0]!.blobId).toMatch(/^B.{43}_2_1$/);
  expect(valueOf(email, email.textBody)).toBe("See the files.");
  expect(email.bodyStructure?.subParts?.map(({ type }) => type)).toEqual(["text/plain", "application/ms-tnef"]);
});

test("a letter that has its text nowhere else is read, listed and found by it", async () => {
  const id = await letter(t.tnef(t.message(rich("\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2, samovar"))));
  const email = await open(id);
  expect(email.hasAttachment).toBe(false);
  expect(email.preview).toBe("Привет, samovar");
  expect(valueOf(email, email.htmlBody)).toBe("<p>Привет, samovar</p>");
  const { ids } = await server.call("Email/query", { filter: { text: "samovar" } });
  expect(ids).toEqual([id]);
});

test("text and HTML are alternatives of each other; a picture in the text is no file", async () => {
  const email = await open(
    await letter(
      t.tnef(
        t.message([0x1000, UNICODE, "plain words"], html('<p>rich</p><img src="cid:dot@x">'), [
          0x3fde,
          t.INTEGER,
          65001,
        ]),
        t.file("dot.png", png(), [0x3712, STRING8, "dot@x"]),
      ),
    ),
  );
  expect(valueOf(email, email.textBody)).toBe("plain words");
  expect(valueOf(email, email.htmlBody)).toBe('<p>rich</p><img src="cid:dot@x">');
  expect(email.attachments).toMatchObject([{ cid: "dot@x", disposition: "inline", type: "image/png" }]);
  expect(email.hasAttachment).toBe(false);
});

test("where the letter has plain text alone, the HTML of the container is its HTML", async () => {
  const email = await open(await letter(t.tnef(t.message(rich("rich"))), "plain"));
  expect([valueOf(email, email.textBody), valueOf(email, email.htmlBody)]).toEqual(["plain", "<p>rich</p>"]);
});

test("an attached letter opens like any other, with its own files", async () => {
  const inner = t.tnef(
    t.message([0x0037, UNICODE, "Внутри"], [0x1000, UNICODE, "inner words"]),
    t.file("a.txt", Buffer.from("deep")),
  );
  const outer = t.tnef(t.file("Inner.msg", undefined, [0x3001, UNICODE, "Inner"], t.attachedMessage(inner)));
  const email = await open(await letter(outer, "outer"));
  expect(email.attachments).toMatchObject([{ type: "message/rfc822", name: "Inner.eml" }]);
  const { blobId } = email.attachments![0]!;
  const { parsed } = await server.call("Email/parse", { blobIds: [blobId], fetchTextBodyValues: true });
  const found = parsed![blobId!]!;
  expect(found.subject).toBe("Внутри");
  expect(valueOf(found, found.textBody)).toBe("inner words");
  expect((await contentOf(found.attachments![0]!)).toString()).toBe("deep");
});

test("it is known by its name too, where the type says nothing", async () => {
  const winmail = t.tnef(t.file("a.txt", Buffer.from("words")));
  const email = await open(await letter(winmail, "text", "application/octet-stream; name=winmail.dat"));
  expect(email.attachments).toMatchObject([{ name: "a.txt" }]);
});

test("a file cannot pretend to be several parts", async () => {
  const whole = t.tnef(t.file("a.txt", Buffer.from("x")));
  const [, boundary] = /boundary=(\S+)/.exec(Buffer.from(tnefToMessage(whole)!).toString("latin1"))!;
  const forged = `\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\n<p>forged</p>\r\n--${boundary}--\r\n`;
  const email = await open(await letter(t.tnef(t.file("a.txt", Buffer.from(forged))), "text"));
  expect(email.attachments).toHaveLength(1);
  expect((await contentOf(email.attachments![0]!)).toString()).toBe(forged);
});

test("names and types that would break out of a header do not", async () => {
  const evil = 'a"\r\nX-Evil: yes\r\n\r\n<script>.txt';
  const email = await open(
    await letter(
      t.tnef(t.file("a", Buffer.from("x"), [0x3707, UNICODE, evil], [0x370e, STRING8, "text/html\r\nX: y"])),
      "t",
    ),
  );
  expect(email.attachments).toMatchObject([{ type: "application/octet-stream", size: 1 }]);
  expect(email.attachments![0]!.name).not.toMatch(/[\r\n]/);
});

const full = t.tnef(
  t.message([0x0037, STRING8, "Report"], rich("words"), [0x8001, UNICODE, "x", "Name"]),
  t.file("a.txt", Buffer.from("some words"), [0x3707, UNICODE, "long name.txt"]),
  t.file("i.msg", undefined, t.attachedMessage(t.tnef(t.file("b.txt", Buffer.from("deep"))))),
);

test("cut off anywhere it gives what was read before; nothing at all leaves the file as it came", async () => {
  for (let length = 0; length < full.length; length++) tnefToMessage(full.subarray(0, length));
  const half = await open(await letter(full.subarray(0, -20), "text"));
  expect(half.attachments?.map(({ name }) => name)).toContain("long name.txt");
  const nothing = await open(await letter(Buffer.from("no TNEF at all"), "text"));
  expect(nothing.attachments).toMatchObject([{ type: "application/ms-tnef", name: "winmail.dat" }]);
});

test("with any octet changed it is read or not, and never an error", () => {
  for (let at = 0; at < full.length; at++) {
    for (const value of [0, 0x7f, 0xff]) {
      const changed = Buffer.from(full);
      changed[at] = value;
      expect(() => tnefToMessage(changed), `octet ${at}`).not.toThrow();
    }
  }
});

const deep = (levels: number): Buffer =>
  levels === 0
    ? t.tnef(t.file("a.txt", Buffer.from("x")))
    : t.tnef(t.file("m", undefined, t.attachedMessage(deep(levels - 1))));
const many = Buffer.concat([t.tnef(), ...Array.from({ length: 100_000 }, () => t.file("a", Buffer.from("x")))]);
const counted = t.tnef(
  t.attribute(1, 0x00069003, Buffer.concat([Buffer.from("ffffffff02110100ffffffff", "hex"), Buffer.alloc(3_000_000)])),
);

test.each([
  ["100,000 files", many],
  ["200 letters in each other", deep(200)],
  ["four thousand million properties", counted],
  ["10 MB of RTF that repeats itself", t.tnef(t.message([0x1009, BINARY, t.plainRtf("\\par {".repeat(1_500_000))]))],
])("%s end in time, with what could be read", (_, winmail) => {
  const began = process.cpuUsage();
  const message = tnefToMessage(winmail);
  expect(message?.length ?? 0).toBeLessThan(winmail.length * 2 + 20_000_000);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
});
