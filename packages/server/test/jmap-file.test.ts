/** Files of letters: an extension of ours, FILES. */
import { FILES } from "@pismo/jmap";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFileReader } from "../src/files/file-reader.ts";
import { createLogger } from "../src/log.ts";
import { docx } from "../../../e2e/support/docx.ts";
import { xlsx } from "../../../e2e/support/xlsx.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

let t: Jmap;
const ids: Record<string, string> = {};

interface Part {
  type: string;
  name?: string;
  content?: string;
  more?: string;
}

const letter = (from: string, subject: string, ...parts: Part[]): string =>
  lines(
    `From: ${from}`,
    "To: you@x.example",
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    ...[{ type: "text/html", content: "<p>See below</p>" }, ...parts].flatMap(
      ({ type, name, content = "content", more }: Part) => [
        "",
        "--b",
        `Content-Type: ${type}`,
        ...(name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]),
        ...(more === undefined ? [] : [more]),
        "",
        content,
      ],
    ),
    "--b--",
  );

const text = (name: string, content?: string): Part => ({ type: "text/plain", name, ...(content && { content }) });
const picture = (name: string): Part => ({ type: "image/png", name });

beforeAll(async () => {
  t = await jmap();
  const letters: Record<string, string> = {
    plain: lines("From: a@x.example", "Subject: none", "", "no files"),
    report: letter("Zoe <z@x.example>", "Numbers", text("report_2026.txt", "x".repeat(500)), picture("chart.png")),
    holiday: letter("Anna <a@x.example>", "Sea and sand", picture("beach.png"), picture("sunset.png")),
    logo: letter("News <n@x.example>", "News", {
      type: "image/gif",
      more: "Content-ID: <logo>\r\nContent-Disposition: inline",
    }),
    signed: letter("Boris <b@x.example>", "Signed", text("contract.pdf"), { type: "application/pgp-signature" }),
  };
  for (const [day, [name, message]] of Object.entries(letters).entries()) {
    ids[name] = await t.importMessage(message, { receivedAt: `2026-03-0${day + 1}T12:00:00Z` });
  }
});
afterAll(() => t.close());

async function names(filter: object | null = null, more: object = {}): Promise<(string | null | undefined)[]> {
  const found = await t.call("File/query", { filter, ...more });
  const { list } = await t.call("File/get", { ids: found.ids });
  const byId = new Map(list.map((file) => [file.id, file.name]));
  return found.ids.map((id) => byId.get(id));
}

const moveHoliday = (role: string) =>
  t.call("Email/set", { update: { [ids["holiday"]!]: { mailboxIds: { [t.role[role]!]: true } } } });

const sorted = (property: string, isAscending = true) => names(null, { sort: [{ property, isAscending }] });

describe("which files there are", () => {
  test("the newest letter's are first; images that the text shows and signatures are none", async () => {
    const all = ["contract.pdf", "sunset.png", "beach.png", "chart.png", "report_2026.txt"];
    expect(await names()).toEqual(all);
    expect((await t.call("File/query", { calculateTotal: true, limit: 1 })).total).toBe(all.length);
  });

  test("a file has what a list shows, and the blob of the letter's attachment", async () => {
    const { ids: found } = await t.call("File/query", { filter: { name: "report" } });
    const { list } = await t.call("File/get", { ids: found });
    const { attachments } = await t.email(ids["report"]!, ["attachments"]);
    expect(list).toEqual([
      {
        id: found[0],
        emailId: ids["report"],
        partId: attachments![0]!.partId,
        blobId: attachments![0]!.blobId,
        name: "report_2026.txt",
        letterSubject: null,
        type: "text/plain",
        kind: "text",
        size: 502,
        receivedAt: "2026-03-02T12:00:00Z",
        from: [{ name: "Zoe", email: "z@x.example" }],
        subject: "Numbers",
      },
    ]);
  });

  test("those of letters in spam and trash are left out, and come back with them", async () => {
    for (const role of ["trash", "junk"]) {
      await moveHoliday(role);
      expect(await names({ isImage: true })).toEqual(["chart.png"]);
    }
    await moveHoliday("archive");
    expect(await names({ isImage: true })).toEqual(["sunset.png", "beach.png", "chart.png"]);
    await moveHoliday("inbox");
  });

  test("a mailbox that gets or loses the role of spam takes its files along", async () => {
    const mailbox = await t.mailbox("Bin");
    await t.call("Email/set", { update: { [ids["holiday"]!]: { mailboxIds: { [mailbox]: true } } } });
    const setRole = (role: string | null) =>
      t.store.write((tx) => tx.run("update mailbox set role = ? where id = ?", role, Number(mailbox.slice(1))));
    await t.store.write((tx) => tx.run("update mailbox set role = null where role = 'junk'"));
    await setRole("junk");
    expect(await names({ isImage: true })).toEqual(["chart.png"]);
    await setRole(null);
    expect(await names({ isImage: true })).toEqual(["sunset.png", "beach.png", "chart.png"]);
    const junk = Number(t.role["junk"]!.slice(1));
    await t.store.write((tx) => tx.run("update mailbox set role = 'junk' where id = ?", junk));
    await t.call("Email/set", { update: { [ids["holiday"]!]: { mailboxIds: { [t.role["inbox"]!]: true } } } });
  });

  test("a destroyed letter's are gone", async () => {
    const id = await t.importMessage(letter("Q <q@x.example>", "Gone", text("gone.txt")));
    const state = (await t.call("File/get", { ids: [] })).state;
    expect(await names({ name: "gone" })).toEqual(["gone.txt"]);
    await t.call("Email/set", { destroy: [id] });
    expect(await names({ name: "gone" })).toEqual([]);
    expect(await t.errorOf("File/changes", { sinceState: state })).toBe("unknownMethod");
    const changes = t.call("File/changes", { sinceState: state });
    await expect(changes).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  });

  test("[8620 §5.2] changes name what came and what moved", async () => {
    const { state } = await t.call("File/get", { ids: [] });
    const id = await t.importMessage(letter("Q <q@x.example>", "New", text("new.txt"), text("newer.txt")));
    await t.call("Email/set", { update: { [ids["report"]!]: { "keywords/$flagged": true } } });
    const changes = await t.call("File/changes", { sinceState: state });
    expect(changes.created).toEqual((await t.call("File/query", { filter: { emailId: id } })).ids.toReversed());
    expect(changes.updated).toHaveLength(2);
    await t.call("Email/set", { destroy: [id] });
  });
});

describe("order and windows", () => {
  test("by name, sender, size and kind, in both directions", async () => {
    const byName = ["beach.png", "chart.png", "contract.pdf", "report_2026.txt", "sunset.png"];
    expect(await sorted("name")).toEqual(byName);
    expect(await sorted("name", false)).toEqual(byName.toReversed());
    expect((await sorted("from"))[0]).toBe("beach.png");
    expect((await sorted("size", false))[0]).toBe("report_2026.txt");
    expect((await sorted("kind")).slice(0, 3)).toEqual(["chart.png", "beach.png", "sunset.png"]);
  });

  test("[8620 §5.5] positions, negative ones, and anchors", async () => {
    const all = (await t.call("File/query", {})).ids;
    const ask = async (args: object) => (await t.call("File/query", args as Record<string, unknown>)).ids;
    expect(await ask({ position: 1, limit: 2 })).toEqual(all.slice(1, 3));
    expect(await ask({ position: -2 })).toEqual(all.slice(-2));
    expect(await ask({ anchor: all[3], anchorOffset: -1, limit: 2 })).toEqual(all.slice(2, 4));
    await expect(t.call("File/query", { anchor: "f1" })).rejects.toMatchObject({ type: "anchorNotFound" });
  });

  test("a sort or filter that is not known is refused", async () => {
    const [sort, filter] = [[{ property: "colour" }], { colour: "red" }];
    await expect(t.call("File/query", { sort })).rejects.toMatchObject({ type: "unsupportedSort" });
    await expect(t.call("File/query", { filter })).rejects.toMatchObject({ type: "unsupportedFilter" });
  });
});

describe("searching", () => {
  test("by words of the name, in any form, and by the letter's subject and sender", async () => {
    expect(await names({ name: "reports" })).toEqual(["report_2026.txt"]);
    expect(await names({ name: "2026" })).toEqual(["report_2026.txt"]);
    // A beginning behind other words, however short; a word that is whole is none.
    for (const name of ["report_2", "report-202", "rep"]) expect(await names({ name })).toEqual(["report_2026.txt"]);
    for (const name of ["report_2 ", "report_3", "2"]) expect(await names({ name })).toEqual([]);
    expect(await names({ text: "anna beach" })).toEqual(["beach.png"]);
    expect(await names({ text: "sand", isImage: true })).toEqual(["sunset.png", "beach.png"]);
    expect(await names({ text: "sand", isImage: false })).toEqual([]);
    expect(await names({ kind: "pdf" })).toEqual(["contract.pdf"]);
  });
});

test("the text inside files finds the file and its letter, in the background; a damaged file does not stop the others", async () => {
  const stop = startFileReader({ store: t.store, log: createLogger("silent") });
  try {
    const id = await t.importMessage(
      letter(
        "Gleb <g@x.example>",
        "Attached",
        { type: "application/pdf", name: "broken.pdf", content: "%PDF-1.7 nothing" },
        {
          type: "application/octet-stream",
          name: "minutes.docx",
          more: "Content-Transfer-Encoding: base64",
          content: docx("The committee approves the observatory").toString("base64"),
        },
        {
          type: "application/octet-stream",
          name: "sums.xlsx",
          more: "Content-Transfer-Encoding: base64",
          content: xlsx({ Sums: [["42017.5"]] }).toString("base64"),
        },
        {
          type: "message/rfc822",
          name: "forwarded.eml",
          content: letter("Vera <v@x.example>", "Inside", {
            type: "application/octet-stream",
            name: "talk.docx",
            more: "Content-Transfer-Encoding: base64",
            content: docx("The pangolin curls up").toString("base64"),
          })
            .replaceAll("--b", "--inner")
            .replace('boundary="b"', 'boundary="inner"'),
        },
      ),
    );
    const found = (filter: object) => t.call("Email/query", { filter }).then(({ ids: all }) => all);
    await expect.poll(() => found({ text: "observatory " })).toEqual([id]);
    expect(await found({ text: "gleb committees " })).toEqual([id]);
    await expect.poll(() => names({ text: "42017" })).toEqual(["sums.xlsx"]);
    expect(await found({ text: "42017,5 " })).toEqual([id]);
    const snippets = (filter: object) =>
      t.call("SearchSnippet/get", { filter, emailIds: [id] }).then(({ list }) => list);
    expect(await snippets({ text: "observatory " })).toMatchObject([{ preview: null, fileName: "minutes.docx" }]);
    expect(await snippets({ text: "gleb " })).toEqual([expect.not.objectContaining({ fileName: expect.anything() })]);
    await expect.poll(() => found({ text: "pangolin " })).toEqual([id]);
    expect(await snippets({ text: "pangolin " })).toMatchObject([{ preview: null, fileName: "forwarded.eml" }]);
    expect(await names({ text: "pangolin " })).toEqual(["forwarded.eml"]);
    expect(await found({ attachmentName: "minutes.d" })).toEqual([id]);
    expect(await found({ attachmentName: "minutes.x" })).toEqual([]);
    expect(await found({ attachmentName: "minutes.d " })).toEqual([]);
    expect(await found({ text: "minutes.d" })).toEqual([]);
    expect(await found({ body: "observatory " })).toEqual([id]);
    expect(await found({ subject: "observatory " })).toEqual([]);
    expect(await found({ operator: "NOT", conditions: [{ text: "observatory " }] })).not.toContain(id);
    expect(await names({ text: "observatory " })).toEqual(["minutes.docx"]);
    await t.call("Email/set", { destroy: [id] });
    expect(await found({ text: "observatory " })).toEqual([]);
  } finally {
    await stop();
  }
});

test("a match in a text file, a calendar or an attached letter is told by its name, one in the letter as text", async () => {
  const id = await t.importMessage(
    letter(
      "Gleb <g@x.example>",
      "Attached",
      { type: "text/plain", name: "notes.txt", content: "the axolotl sleeps" },
      { type: "text/calendar", name: "meeting.ics", content: "BEGIN:VCALENDAR\r\nSUMMARY:Narwhal\r\nEND:VCALENDAR" },
      { type: "message/rfc822", name: "letter.eml", content: "Subject: Okapi\r\n\r\nIt eats leaves" },
    ),
  );
  const tell = async (word: string) => {
    const { list } = await t.call("SearchSnippet/get", { filter: { text: word }, emailIds: [id] });
    return { preview: list[0]!.preview, fileName: list[0]!.fileName };
  };
  expect(await tell("axolotl")).toEqual({ preview: null, fileName: "notes.txt" });
  expect(await tell("narwhal")).toEqual({ preview: null, fileName: "meeting.ics" });
  expect(await tell("leaves")).toEqual({ preview: null, fileName: "letter.eml" });
  expect(await tell("below")).toEqual({ preview: "See <mark>below</mark>", fileName: undefined });
});

/** As calendars are sent: beside the text, and as a file. */
const invitation = (...attached: string[]): string =>
  lines(
    "From: Vera <v@x.example>",
    "Subject: Come",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="m"',
    "",
    "--m",
    'Content-Type: multipart/alternative; boundary="a"',
    ...["text/plain", "text/html", "text/calendar; method=REQUEST"].flatMap((type) => [
      "",
      "--a",
      `Content-Type: ${type}`,
      "",
      "BEGIN:VCALENDAR",
    ]),
    "--a--",
    ...attached.flatMap((fields) => ["", "--m", fields, "", "BEGIN:VCALENDAR"]),
    "--m--",
  );

test("an invitation's calendar that is an alternative of its text and a file is one file", async () => {
  const { ids: before } = await t.call("File/query", {});
  const attached = 'Content-Type: application/ics; name="invite.ics"\r\nContent-Disposition: attachment';
  const [both, alone] = [await t.importMessage(invitation(attached)), await t.importMessage(invitation())];
  const filesOf = async (emailId: string) => {
    const { ids: found } = await t.call("File/query", { filter: { emailId } });
    return (await t.call("File/get", { ids: found })).list.map(({ name, kind }) => [name, kind]);
  };
  expect(await filesOf(both)).toEqual([["invite.ics", "calendar"]]);
  expect(await filesOf(alone)).toEqual([[null, "calendar"]]);
  await t.call("Email/set", { destroy: [both, alone] });
  expect((await t.call("File/query", {})).ids).toEqual(before);
});

test("a request without the capability does not have the methods, and the session names it", async () => {
  expect((await t.client.session()).capabilities[FILES]).toEqual({});
  expect(await t.errorOf("File/query", {})).toBe("unknownMethod");
});

describe("File/parse", () => {
  test("gives the text of attachments and uploads, with lines and tabs", async () => {
    const word = "<w:p><w:r><w:t>Dear</w:t><w:tab/><w:t>Anna</w:t></w:r></w:p><w:p><w:r><w:t>Bye</w:t></w:r></w:p>";
    const archive = Buffer.from(zipSync({ "word/document.xml": strToU8(word) }));
    const document = await t.upload(archive, "application/octet-stream");
    const empty = await t.upload(Buffer.from(zipSync({ "a.bin": strToU8("x") })), "application/zip");
    const { list } = await t.call("File/get", { ids: null });
    const { blobId: attached } = (list as { name: string; blobId: string }[]).find(
      ({ name }) => name === "contract.pdf",
    )!;
    const { parsed, notParsable, notFound } = await t.call("File/parse", {
      blobIds: [document, empty, attached, "nothing"],
    });
    expect(parsed).toEqual({
      [document]: { text: "Dear\tAnna\nBye", isTruncated: false },
      [attached]: { text: "content", isTruncated: false },
    });
    expect(notParsable).toEqual([empty]);
    expect(notFound).toEqual(["nothing"]);
  });

  test("gives the sheets of a workbook as rows", async () => {
    const rows = '<row><c t="str"><v>Pear</v></c><c><v>4</v></c></row>';
    const parts = {
      "xl/workbook.xml": '<workbook><sheets><sheet name="Prices" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels": '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>',
      "xl/worksheets/sheet1.xml": rows,
    };
    const archive = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
    const blobId = await t.upload(Buffer.from(archive), "application/octet-stream");
    const { parsed } = await t.call("File/parse", { blobIds: [blobId] });
    const tables = [{ name: "Prices", rows: [["Pear", "4"]], isTruncated: false }];
    expect(parsed).toEqual({ [blobId]: { text: "Prices\nPear\t4", isTruncated: false, tables } });
  });

  test("a long text is cut, and says so", async () => {
    const blobId = await t.upload(Buffer.from("word ".repeat(60_000)), "text/plain");
    const { parsed } = await t.call("File/parse", { blobIds: [blobId] });
    expect(parsed).toMatchObject({ [blobId]: { isTruncated: true } });
  });
});
