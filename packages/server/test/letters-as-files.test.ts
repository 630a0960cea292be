/** Attached letters without a file name are called by their subjects: in lists of files, and where a search finds words in them. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFileReader } from "../src/files/file-reader.ts";
import { createLogger } from "../src/log.ts";
import { letterSubjects } from "../src/store/migrations/0086-letter-subjects.ts";
import { partsOf } from "../src/bridge/imap/bodies/body-structure.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

let t: Jmap;
beforeEach(async () => {
  t = await jmap();
});
afterEach(() => t.close());

interface Part {
  type: string;
  name?: string;
  content: string;
}

const nameless = (content: string): Part => ({ type: "message/rfc822", content });

const message = (...parts: Part[]): string =>
  lines(
    "From: Gleb <g@x.example>",
    "Subject: Attached",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "See below",
    ...parts.flatMap(({ type, name, content }) => [
      "",
      "--b",
      `Content-Type: ${type}`,
      `Content-Disposition: attachment${name === undefined ? "" : `; filename="${name}"`}`,
      "",
      content,
    ]),
    "--b--",
  );

const okapi = nameless("Subject: =?utf-8?Q?Ok=C3=A1pi?= diet\r\n\r\nIt eats leaves");
const untitled = nameless("From: z@x.example\r\n\r\nIt drinks rivers");

async function files(args: object = {}): Promise<unknown[]> {
  const { ids } = await t.call("File/query", { ...args });
  const { list } = await t.call("File/get", { ids });
  const byId = new Map(list.map((file) => [file.id, [file.name, file.letterSubject]]));
  return ids.map((id) => byId.get(id));
}

const found = (filter: object) => t.call("Email/query", { filter }).then(({ ids }) => ids);

async function calledIn(id: string, text: string): Promise<unknown> {
  const { list } = await t.call("SearchSnippet/get", { filter: { text }, emailIds: [id] });
  const { preview, fileName, letterSubject } = list[0]!;
  return { preview, fileName, letterSubject };
}

const sorted = { sort: [{ property: "name", isAscending: true }] };

test("a file that is a letter without a name has its subject, and is found and sorted by it", async () => {
  const id = await t.importMessage(
    message(
      { type: "text/plain", name: "notes.txt", content: "n" },
      { type: "text/plain", name: "plan.txt", content: "p" },
      okapi,
    ),
  );
  expect(await files(sorted)).toEqual([
    ["notes.txt", null],
    [null, "Okápi diet"],
    ["plan.txt", null],
  ]);
  expect(await files({ filter: { name: "okapi" } })).toEqual([[null, "Okápi diet"]]);
  expect(await found({ attachmentName: "diet" })).toEqual([id]);
  // As RFC 8621 §4.1.4 has it.
  expect((await t.email(id, ["attachments"])).attachments!.map(({ name }) => name)).toEqual([
    "notes.txt",
    "plan.txt",
    null,
  ]);
});

test("words in it are told with its subject; without one it is told that they are in a letter", async () => {
  const id = await t.importMessage(message(okapi, untitled));
  expect(await calledIn(id, "leaves")).toEqual({ preview: null, fileName: undefined, letterSubject: "Okápi diet" });
  expect(await calledIn(id, "rivers")).toEqual({ preview: null, fileName: undefined, letterSubject: null });
  expect(await calledIn(id, "below")).toMatchObject({ preview: "See <mark>below</mark>", letterSubject: undefined });
});

test("those that were stored before are read, and called so too", async () => {
  const id = await t.importMessage(message(okapi, untitled));
  await t.store.write((tx) => tx.run("update file set is_unread = 0, letter_subject = null, name_key = ''"));
  expect(await files(sorted)).toEqual([
    [null, null],
    [null, null],
  ]);
  const [, update = ""] = letterSubjects.split(";");
  await t.store.write((tx) => tx.run(update));
  const stop = startFileReader({ store: t.store, log: createLogger("silent") });
  try {
    await expect
      .poll(() => files(sorted))
      .toEqual([
        [null, null],
        [null, "Okápi diet"],
      ]);
    expect(await files({ filter: { name: "okapi" } })).toEqual([[null, "Okápi diet"]]);
    expect(await files({ filter: { text: "leaves" } })).toEqual([[null, "Okápi diet"]]);
    await expect.poll(() => calledIn(id, "rivers")).toMatchObject({ letterSubject: null });
  } finally {
    await stop();
  }
});

/** Of BODYSTRUCTURE. */
const partOf = (title: string | null, params: string[] | null) =>
  partsOf([
    "message",
    "rfc822",
    params,
    null,
    null,
    "7bit",
    "300",
    ["date", title, null, null, null, null, null, null, null, "<i>"],
    ["text", "plain", null, null, null, "7bit", "3", "1"],
    "9",
  ]);

test("a mail server's structure tells the subject before the message is here", () => {
  expect(partOf("=?utf-8?Q?Ok=C3=A1pi?= diet", null)).toMatchObject({ name: null, subject: "Okápi diet" });
  expect(partOf("Okapi", ["name", "a.eml"])).toMatchObject({ name: "a.eml" });
  expect(partOf("Okapi", ["name", "a.eml"])).not.toHaveProperty("subject");
  expect(partOf(null, null)).not.toHaveProperty("subject");
});
