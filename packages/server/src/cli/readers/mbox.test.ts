import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fromLineDate, readMbox } from "./mbox.ts";

const dir = mkdtempSync(join(tmpdir(), "pismo-mbox-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function read(text: string | Buffer, options: { start?: number; maxBytes?: number } = {}) {
  const file = join(dir, "mbox");
  writeFileSync(file, text);
  const found = [];
  for await (const message of readMbox(file, { maxBytes: 10_000_000, ...options })) {
    found.push(
      "bytes" in message
        ? {
            offset: message.offset,
            end: message.end,
            text: Buffer.from(message.bytes).toString(),
            date: message.envelopeDate,
          }
        : { offset: message.offset, end: message.end, oversized: message.oversized },
    );
  }
  return found;
}

const texts = async (text: string | Buffer) => (await read(text)).map((message) => message.text);

test("[4155] messages end where a From_ line follows; the blank line between belongs to neither", async () => {
  const found = await read(
    "From a@a.example Thu Sep  5 20:06:20 2002\nSubject: 1\n\none\n\nFrom b@b.example Fri Sep  6 20:06:20 2002\nSubject: 2\n\ntwo\n",
  );
  expect(found.map((message) => message.text)).toEqual(["Subject: 1\n\none\n", "Subject: 2\n\ntwo\n"]);
  expect(found[0]?.date).toEqual(new Date("2002-09-05T20:06:20Z"));
  expect(found[1]?.offset).toBe(found[0]?.end);
});

test("line ends may be CRLF", async () => {
  expect(
    await texts(
      "From - Thu Sep  5 20:06:20 2002\r\nA: 1\r\n\r\none\r\n\r\nFrom - Thu Sep  5 20:06:20 2002\r\nA: 2\r\n\r\ntwo\r\n",
    ),
  ).toEqual(["A: 1\r\n\r\none\r\n", "A: 2\r\n\r\ntwo\r\n"]);
});

test("a sentence that begins with From is text, even behind a blank line", async () => {
  const letter = "A: 1\n\nFrom now on we meet at 10:30.\n\nFrom Paris with love: 2024\nNote: at noon\n";
  expect(await texts(`From a Thu Sep  5 20:06:20 2002\n${letter}`)).toEqual([letter]);
});

test("a missing blank line, a zone before the year and an obscured address still make a From_ line", async () => {
  const first = "From 17@xxx Tue Mar 10 12:34:56 +0000 2020\nA: 1\n\none\n";
  expect(await texts(`${first}From user at host.example  Wed Mar 11 00:00:01 2020\nA: 2\n\ntwo\n`)).toHaveLength(2);
});

test("[mboxrd] one > is taken off quoted From lines, at any depth", async () => {
  expect(
    await texts("From a Thu Sep  5 20:06:20 2002\nA: 1\n\n>From one\n>>From two\n> From three\n>Fromage\n"),
  ).toEqual(["A: 1\n\nFrom one\n>From two\n> From three\n>Fromage\n"]);
});

test("the quoted From_ line of an earlier hop above the header is dropped", async () => {
  expect(await texts("From a Thu Sep  5 20:06:20 2002\n>From b Thu Sep  5 20:06:19 2002\nA: 1\n\none\n")).toEqual([
    "A: 1\n\none\n",
  ]);
});

test("messages larger than a piece of the file come whole, and one that is too large is left out", async () => {
  const long = `A: 1\n\n${"0123456789 abcdefghij\n".repeat(150_000)}`;
  const from = "From a Thu Sep  5 20:06:20 2002\n";
  const text = `${from}${long}\n${from}A: 2\n\ntwo\n\n${from}${long}`;
  expect(await texts(text)).toEqual([long, "A: 2\n\ntwo\n", long]);
  const small = await read(text, { maxBytes: 1000 });
  expect(small.map((message) => message.oversized ?? message.text)).toEqual([
    from.length + long.length + 1,
    "A: 2\n\ntwo\n",
    from.length + long.length,
  ]);
});

test("reading can go on at the end of any message", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `From a Thu Sep  5 20:06:20 2002\nA: ${index}\n\nx\n\n`).join(
    "",
  );
  const all = await read(text);
  expect(all).toHaveLength(20);
  expect(await read(text, { start: all[11]?.end ?? 0 })).toEqual(all.slice(12));
});

test("8-bit and NUL bytes stay as they are", async () => {
  const body = Buffer.from([0x41, 0x3a, 0x31, 0x0a, 0x0a, 0xd0, 0x00, 0xff, 0x0d, 0x0a]);
  const found = await read(Buffer.concat([Buffer.from("From a Thu Sep  5 20:06:20 2002\n"), body]));
  expect(found).toHaveLength(1);
  const file = join(dir, "mbox");
  for await (const message of readMbox(file, { maxBytes: 1000 })) {
    expect("bytes" in message && Buffer.from(message.bytes)).toEqual(body);
  }
});

test("a file that is no mbox is refused, an empty one holds nothing", async () => {
  await expect(read("Subject: a letter\n\nhello\n")).rejects.toThrow("not an mbox");
  expect(await read("")).toEqual([]);
});

const at = (line: string) => fromLineDate(line)?.toISOString();

test("dates of From_ lines in their many forms", () => {
  expect(at("From a@b.example Thu Sep  5 20:06:20 2002")).toBe("2002-09-05T20:06:20.000Z");
  expect(at("From a Thu Sep 5 20:06:20 2002 +0300")).toBe("2002-09-05T17:06:20.000Z");
  expect(at("From 1@xxx Tue Mar 10 12:34:56 +0000 2020")).toBe("2020-03-10T12:34:56.000Z");
  expect(at("From a Tue Mar 10 12:34 MSK 2020")).toBe("2020-03-10T12:34:00.000Z");
  expect(at("From a Tue, 10 Mar 2020 12:34:56 +0300")).toBe("2020-03-10T09:34:56.000Z");
  expect(at("From a")).toBeUndefined();
});
