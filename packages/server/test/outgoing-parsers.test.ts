/**
 * What goes out, read by programs that are not ours: whatever stands in the fields of a message, two other parsers see the
 * fields, people, files and texts that were meant, and no others.
 */
import type { EmailAddress } from "@pismo/jmap";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { composeMessage, type NewEmailObject } from "../src/mime/compose/compose.ts";
import { randomFrom } from "./store/random.ts";

interface Part {
  type: string;
  name: string | null;
  fields: string[];
  defects: string[];
  parts?: Part[];
  text?: string;
}
type People = [name: string, address: string][];
type Reading = Part & { subject: string; from: People; to: People; cc: People; "reply-to": People };

const folder = join(import.meta.dirname, "other-parsers");
const parsers = [
  { name: "Python's email", command: "/usr/bin/python3", script: "read_letters.py", needs: "/usr/bin/python3" },
  { name: "Email::MIME", command: "perl", script: "read_letters.pl", needs: "/usr/share/perl5/Email/MIME.pm" },
];

function readBy(command: string, script: string, messages: readonly Buffer[]): Promise<Reading[]> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 100_000_000, env: { ...process.env, PYTHONUTF8: "1" } };
    const child = execFile(command, [join(folder, script)], options, (error, stdout) => {
      if (error) reject(error);
      else
        resolve(
          stdout
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as Reading),
        );
    });
    child.stdin?.end(messages.map((message) => `${message.toString("base64")}\n`).join(""));
  });
}

/** What ends lines, fields, words and addresses, what stands for it encoded, and what other parsers stumble over. */
const tricks = [
  ..."\r\n|\n|\r|\r\n |\r\n\t|\n\n|\r\n\r\n|\r\n \r\n|\0|\v|\f|\x1c|\x85|\u2028|\u2029|\x7f|\x1b[31m".split("|"),
  ..."Bcc: evil@x.example|Subject: two|Content-Type: text/html|\r\nBcc: evil@x.example|<evil@x.example>".split("|"),
  ...", evil@x.example|group: a@b.example;|: |;|,|<|>|@|\"|\\|\\\"|(|)|(comment)|[|]|'|`|''en|*|%41".split("|"),
  ..."=?utf-8?Q?=0D=0ABcc:_evil@x.example?=|=?utf-8?B?DQpCY2M6IGV2aWxAeC5leGFtcGxl?=|=?|?=|=".split("|"),
  ..."%0d%0a|\\r\\n|--|\r\n.\r\n|.|a|word|Имя|日本語|🎉|\u202e|\u200b|é| |  |\t|From ".split("|"),
  "x".repeat(80),
];

function generator(seed: number) {
  const random = randomFrom(seed);
  const some = <T>(make: () => T): T[] => Array.from({ length: 1 + random.below(3) }, make);
  const text = (): string => Array.from({ length: 1 + random.below(6) }, () => random.pick(tricks)).join("");
  const anything = (): string =>
    random.pick([() => `${text()}@mail.example`, () => `user@${text()}`, text, () => "user@mail.example"])();
  const whole = (): string =>
    random.pick([
      "user@mail.example",
      '"quo ted"@mail.example',
      "a(b)c@mail.example",
      "user@[127.0.0.1]",
      "a,b@x.example",
    ]);
  const person = (address: () => string) => (): EmailAddress => ({
    name: random.chance(0.2) ? null : text(),
    email: address(),
  });
  return { random, some, text, anything, whole, person };
}

function letterOf({ some, text, person }: ReturnType<typeof generator>, address: () => string): NewEmailObject {
  const someone = person(address);
  return {
    from: [someone()],
    replyTo: some(someone),
    to: some(someone),
    cc: some(someone),
    subject: text(),
    messageId: [text()],
    inReplyTo: ["one@x.example", ...some(text)],
    references: ["one@x.example", ...some(text)],
    "header:X-Raw": text(),
    "header:X-Text:asText": text(),
    "header:X-Groups:asGroupedAddresses": [{ name: text(), addresses: some(someone) }],
    textBody: [{ partId: "t", type: "text/plain", language: some(text), location: text() }],
    attachments: [
      { blobId: "B", type: "image/png", name: `${text()}.png`, cid: `${text()}1`, disposition: "attachment" },
      { blobId: "B", type: "text/plain", charset: "utf-8", name: `${text()}.txt` },
    ],
    bodyValues: { t: { value: `Body ${text()}` } },
  };
}

const fields = [
  ..."from reply-to to cc subject in-reply-to references x-raw x-text x-groups date".split(" "),
  ..."message-id mime-version content-type".split(" "),
];
const compose = async (message: NewEmailObject): Promise<Buffer> =>
  Buffer.from(
    await composeMessage(message, () => Promise.resolve(Buffer.from("file")), {
      messageIdDomain: "mail.example",
      now: new Date("2026-11-21T11:05:00Z"),
    }),
  );

/** Control characters count as spaces, and spaces as one: header fields are folded at them. */
const plain = (text: string | null): string => (text ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
/** The address that a parser with quotes around its first half, or without, means. */
const bare = (address: string): string =>
  address.replace(/^"(.*)"@/, (_, local: string) => `${local.replace(/\\(.)/g, "$1")}@`);
/** Without any space: Python 3.11 puts one between the encoded words of a name. */
const dense = (text: string | null): string => plain(text).replaceAll(" ", "");
const meant = (people: EmailAddress[]) => people.map(({ name, email }) => [dense(name), bare(email)]);
const read = (people: People) => people.map(([name, address]) => [dense(name), bare(address)]);
const messages = 200;

for (const { name, command, script, needs } of parsers) {
  describe.skipIf(!existsSync(needs))(`read by ${name}`, () => {
    const made: NewEmailObject[] = [];
    let readings: Reading[];
    beforeAll(async () => {
      const make = generator(1);
      for (let index = 0; index < messages; index++) made.push(letterOf(make, index % 2 ? make.whole : make.anything));
      readings = await readBy(command, script, await Promise.all(made.map(compose)));
    });

    test("every message has the fields, people and parts that were meant, and no others", () => {
      expect(readings).toHaveLength(messages);
      for (const [index, reading] of readings.entries()) {
        const message = made[index]!;
        const meantCounts = [message.from, message.to, message.cc, message.replyTo].map((people) => people?.length);
        const counts = [reading.from, reading.to, reading.cc, reading["reply-to"]].map((people) => people.length);
        // The message's own id stood in no form that can be one: it got another.
        expect({ letter: message, fields: reading.fields, counts }).toEqual({
          letter: message,
          fields,
          counts: meantCounts,
        });
        expect(reading.parts?.map(({ type }) => type)).toEqual(["text/plain", "image/png", "text/plain"]);
      }
    });

    test("subjects, names of people and of files, and texts come over as they were written", () => {
      for (const [index, reading] of readings.entries()) {
        const { subject, from, to, cc, replyTo, attachments, bodyValues } = made[index]!;
        expect(plain(reading.subject)).toBe(plain(subject!));
        expect(reading.parts?.slice(1).map((part) => plain(part.name))).toEqual(
          attachments!.map((part) => plain(part.name!)),
        );
        expect(reading.parts?.[0]?.text?.replace(/\r\n?/g, "\n").trimEnd()).toBe(
          bodyValues!["t"]!.value!.replace(/\r\n?/g, "\n").trimEnd(),
        );
        if (index % 2 === 0) continue;
        expect([reading.from, reading.to, reading.cc, reading["reply-to"]].map(read)).toEqual(
          [from, to, cc, replyTo].map((people) => meant(people!)),
        );
      }
    });

    test("a message whose addresses are addresses has nothing that the parser complains of", () => {
      const defects = readings.flatMap((reading, index) =>
        index % 2 ? [...reading.defects, ...(reading.parts ?? []).flatMap((part) => part.defects)] : [],
      );
      expect(defects).toEqual([]);
    });
  });
}

test("no line is too long, none ends in the middle of a line end, and nothing but text is in the header", async () => {
  const make = generator(2);
  for (let index = 0; index < messages; index++) {
    const text = (await compose(letterOf(make, make.anything))).toString("latin1");
    expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n|[^\r\n]{999}/);
    const header = text.slice(0, text.indexOf("\r\n\r\n"));
    // Octets from 128 on are UTF-8 (RFC 6532), of addresses and of what was given raw.
    // oxlint-disable-next-line no-control-regex
    expect(header).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/);
    expect(header).not.toMatch(/\r\n[ \t]*(?:\r\n|$)/);
  }
});
