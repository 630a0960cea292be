import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { takeExportFields, writeExportFields } from "./export-fields.ts";
import { withCrlf, withLf } from "./line-ends.ts";
import { keywordsOfName } from "./maildir.ts";
import { decodeModifiedUtf7 } from "./modified-utf7.ts";
import { readSource } from "./read.ts";
import { listSources } from "./source.ts";

const dir = mkdtempSync(join(tmpdir(), "pismo-readers-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function put(path: string, text: string): string {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function readAll(path: string) {
  const found = [];
  for (const source of await listSources([path])) {
    for await (const message of readSource(source, 0, 10_000)) found.push({ source, message });
  }
  return found;
}

const letter = (subject: string, more = "") =>
  `${more}Subject: ${subject}\nDate: Mon, 3 Mar 2025 10:00:00 +0300\n\ntext\n`;
const from = "From a Thu Sep  5 20:06:20 2002\n";

const labels = (value: string) => `${from}${letter("1", `X-Gmail-Labels: ${value}\n`)}\n`;

test("flags come from Status, X-Status and X-Mozilla-Status", async () => {
  const file = put(
    "flags.mbox",
    [
      `${from}${letter("1", "Status: RO\nX-Status: AF\n")}\n`,
      `${from}${letter("2", "X-Mozilla-Status: 1007\nX-Mozilla-Keys: work $label1\n")}\n`,
      `${from}${letter("3")}`,
    ].join(""),
  );
  const found = await readAll(file);
  expect(found.map(({ message }) => "keywords" in message && message.keywords.toSorted())).toEqual([
    ["$answered", "$flagged", "$seen"],
    ["$answered", "$flagged", "$forwarded", "$label1", "$seen", "work"],
    [],
  ]);
});

test("the arrival is the From_ line's, or the newest Received, or Date", async () => {
  const received =
    "Received: from a by b; Tue, 4 Mar 2025 10:00:00 +0000 (UTC)\nReceived: from c by a;\n Mon, 3 Mar 2025 09:00:00 +0000\n";
  const times = [];
  for (const text of [`${from}${letter("1", received)}`, letter("2", received), letter("3")]) {
    const [found] = await readAll(put("one", text));
    times.push(found && "receivedAt" in found.message && found.message.receivedAt?.toISOString());
  }
  expect(times).toEqual(["2002-09-05T20:06:20.000Z", "2025-03-04T10:00:00.000Z", "2025-03-03T07:00:00.000Z"]);
});

test("X-Gmail-Labels become folders and keywords, in English and Russian", async () => {
  const russian = Buffer.from("Входящие,Непрочитанные,Работа/Отчёты").toString("base64");
  const found = await readAll(
    put(
      "takeout.mbox",
      labels('Inbox,Important,Starred,"Trips, long",Category Updates,Opened') + labels(`=?UTF-8?B?${russian}?=`),
    ),
  );
  expect(found.map(({ message }) => "folders" in message && [message.folders, message.keywords.toSorted()])).toEqual([
    [
      [["inbox"], ["Trips, long"]],
      ["$flagged", "$important", "$seen"],
    ],
    [[["inbox"], ["Работа", "Отчёты"]], []],
  ]);
});

test("a Maildir gives its folders, flags and times; what is marked as deleted stays behind", async () => {
  put("Maildir/cur/1700000000.1.host:2,FRS", letter("1"));
  put("Maildir/cur/1700000001.1.host:2,T", letter("gone"));
  put("Maildir/new/1700000002.1.host", "Subject: 2\n\ntext\n");
  put("Maildir/.&BCAEMAQxBD4EQgQw-.2024/cur/1700000003.1.host:2,", letter("3"));
  put("Maildir/.&BCAEMAQxBD4EQgQw-.2024/new/.keep", "");
  mkdirSync(join(dir, "Maildir/tmp"), { recursive: true });
  rmSync(join(dir, "Maildir/.&BCAEMAQxBD4EQgQw-.2024/new/.keep"));
  const found = await readAll(join(dir, "Maildir"));
  expect(
    found.map(({ source, message }) => [source.folder, "skipped" in message ? message.skipped : message.keywords]),
  ).toEqual([
    [["inbox"], ["$flagged", "$answered", "$seen"]],
    [["inbox"], []],
    [["Работа", "2024"], []],
  ]);
  expect(found[1] && "receivedAt" in found[1].message && found[1].message.receivedAt?.getTime()).toBe(
    1_700_000_002_000,
  );
});

test("directories of letters and mbox files keep their names", async () => {
  put("box/a.eml", letter("1"));
  put("box/deep/b.eml", letter("2"));
  put("box/deep/old.mbox", `${from}${letter("3")}`);
  put("box/notes.txt", "no letter\n");
  const found = await readAll(join(dir, "box"));
  expect(found.map(({ source }) => source.folder.join("/"))).toEqual(["box", "box/deep", "box/deep/old"]);
});

test("an empty or oversized message is named and skipped; one without a header field is taken, as SMTP takes it", async () => {
  const found = await readAll(
    put(
      "broken.mbox",
      `${from}\n${from}no header here\n\n${from}Subject: ${"x".repeat(20_000)}\n\n${from}${letter("4")}`,
    ),
  );
  expect(found.map(({ message }) => ("skipped" in message ? message.skipped : "kept"))).toEqual([
    "empty",
    "kept",
    expect.stringContaining("the limit is 10000"),
    "kept",
  ]);
  await expect(listSources([join(dir, "nothing")])).rejects.toThrow("no such file");
});

test("an .eml file whose text begins with From is one message, and one with a From_ line is an mbox", async () => {
  expect((await listSources([put("text.eml", "From here on there is text alone.\n")]))[0]?.kind).toBe("eml");
  expect((await listSources([put("one.eml", `${from}${letter("1")}`)]))[0]?.kind).toBe("mbox");
});

test("a byte order mark hides neither the flags nor the time of a message", async () => {
  const [found] = await readAll(
    put("bom.eml", "\ufeffStatus: RO\nDate: Mon, 3 Mar 2025 07:00:00 +0000\nSubject: 1\n\ntext\n"),
  );
  expect(found?.message).toMatchObject({ keywords: ["$seen"], receivedAt: new Date("2025-03-03T07:00:00Z") });
});

const hop = (minute: number) => `Received: from a by b; Mon, 3 Mar 2025 07:${minute}:00 +0000\n`;

test("130,000 trace fields are read in one pass, and the newest hop gives the time", async () => {
  const text = `${hop(30)}${hop(10).repeat(130_000)}Subject: 1\n\ntext\n`;
  const file = put("hops.eml", text);
  const before = process.cpuUsage().user;
  const [source] = await listSources([file]);
  const found = [];
  for await (const message of readSource(source!, 0, 100_000_000)) found.push(message);
  expect(found).toMatchObject([{ receivedAt: new Date("2025-03-03T07:30:00Z") }]);
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(10);
});

test.each([
  ["CRLF", "Subject: 1\r\n\r\ntext\r\n"],
  ["bare LF in CRLF", "Subject: 1\r\n\r\na\nb\r\n"],
  ["no line end at the end", "Subject: 1\r\n\r\ntext"],
  ["CR CR LF", "Subject: 1\r\n\r\ntext\r\r\n"],
  ["From lines", "Subject: 1\r\n\r\nFrom a\r\n>From b\r\n\r\n"],
])("an exported message comes back byte for byte: %s", (_, text) => {
  const bytes = Buffer.from(text);
  const converted = withLf(bytes);
  const block = writeExportFields({
    keywords: ["$seen", "$flagged", "category-orders"],
    folders: [["inbox"], ["Работа, дом", "2024"]],
    hasConvertedLineEnds: converted !== undefined,
    hasAddedLineEnd: false,
  });
  const taken = takeExportFields(Buffer.concat([Buffer.from(block), converted ?? bytes]));
  expect(taken?.fields.keywords.toSorted()).toEqual(["$flagged", "$seen", "category-orders"]);
  expect(taken?.fields.folders).toEqual([["inbox"], ["Работа, дом", "2024"]]);
  const back = taken?.fields.hasConvertedLineEnds ? withCrlf(taken.bytes) : taken?.bytes;
  expect(Buffer.from(back ?? []).toString()).toBe(text);
});

test("[3501 §5.1.3] modified UTF-7", () => {
  expect(decodeModifiedUtf7("&BCAEMAQxBD4EQgQw-")).toBe("Работа");
  expect(decodeModifiedUtf7("Tom &- Jerry")).toBe("Tom & Jerry");
  expect(decodeModifiedUtf7("AT&T")).toBe("AT&T");
});

test("flags of a Maildir name", () => {
  expect(keywordsOfName("1.host:2,DFPRS")).toEqual(["$draft", "$flagged", "$forwarded", "$answered", "$seen"]);
  expect(keywordsOfName("1.host")).toEqual([]);
});
