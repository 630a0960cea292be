import type { Email, Id, SetError } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { png } from "../../images/test/support/images.ts";
import { type Jmap, jmap, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
let drafts: Id;
beforeAll(async () => {
  t = await jmap({ maxUploadSize: 100_000 });
  drafts = t.role["drafts"]!;
});
afterAll(() => t.close());

const set = (given: LooseArgs) =>
  t.call("Email/set", { create: { new: { mailboxIds: { [drafts]: true }, ...given } } });

async function create(given: LooseArgs): Promise<{ id: Id; blobId: Id; threadId: Id; size: number }> {
  const { created, notCreated } = await set(given);
  if (!created) throw new Error(JSON.stringify(notCreated));
  return created["new"] as Email;
}
async function refusal(given: LooseArgs): Promise<SetError | undefined> {
  return (await set(given)).notCreated?.["new"];
}
/** The message as it was stored. */
async function source({ blobId }: { blobId: Id }): Promise<string> {
  return (await t.client.download(t.accountId, blobId, "message.eml")).text();
}

const text = { bodyStructure: { partId: "t", type: "text/plain" }, bodyValues: { t: { value: "text" } } };
const blobPart = (blobId: Id, more: LooseArgs = {}) => ({ blobId, type: "image/png", name: "dot.png", ...more });

describe("[8621 §4.6] Email/set create", () => {
  test("a mailbox is all that an Email needs; Message-ID and Date are given to it", async () => {
    const created = await create({});
    expect(created).toEqual({
      id: expect.stringMatching(/^e\d+$/) as string,
      blobId: expect.any(String) as string,
      threadId: expect.stringMatching(/^t\d+$/) as string,
      size: expect.any(Number) as number,
    });
    const email = await t.email(created.id, ["messageId", "sentAt", "keywords", "receivedAt", "subject", "size"]);
    expect(email.messageId?.[0]).toMatch(/@pismo\.localhost$/);
    expect(Math.abs(Date.parse(email.sentAt!) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(email.receivedAt!) - Date.now())).toBeLessThan(60_000);
    expect(email).toMatchObject({ keywords: {}, subject: null, size: created.size });
  });

  test("all of it comes back by Email/get", async () => {
    const given = {
      keywords: { $draft: true, $SEEN: true },
      receivedAt: "2020-02-29T12:00:00Z",
      from: [{ name: "Я", email: "you@pismo.localhost" }],
      to: [{ name: null, email: "anna@x.example" }],
      cc: [{ email: "boris@x.example" }],
      bcc: [{ name: "Тайный", email: "secret@x.example" }],
      replyTo: [{ name: "Reply, to", email: "reply@x.example" }],
      sender: [{ name: null, email: "sender@x.example" }],
      subject: "Длинная тема, которая не помещается в одну строку, потому что она очень длинная",
      sentAt: "2020-02-29T15:00:00+03:00",
      messageId: ["own@x.example"],
      inReplyTo: ["a@x.example"],
      references: ["a@x.example", "b@x.example"],
      "header:X-Note:asText": "Заметка",
      "header:X-Many:asRaw:all": [" one", " two"],
      ...text,
    };
    const { id } = await create(given);
    const { keywords: _, bodyStructure: __, bodyValues: ___, cc: ____, ...same } = given;
    expect(await t.email(id, [...Object.keys(same), "keywords", "cc"])).toEqual({
      id,
      ...same,
      keywords: { $draft: true, $seen: true },
      cc: [{ name: null, email: "boris@x.example" }],
    });
  });

  test("textBody, htmlBody and attachments become alternatives with images and files", async () => {
    const blobId = await t.upload(new Uint8Array(png()), "image/png");
    const { id } = await create({
      textBody: [{ partId: "text" }],
      htmlBody: [{ partId: "html", type: "text/html" }],
      attachments: [
        blobPart(blobId, { cid: "dot@x.example", disposition: "inline" }),
        blobPart(blobId, { disposition: "attachment", name: "точка.png" }),
      ],
      bodyValues: { text: { value: "Привет" }, html: { value: '<img src="cid:dot@x.example">' } },
    });
    const email = await t.email(id, ["textBody", "htmlBody", "attachments", "bodyValues", "hasAttachment"], {
      fetchAllBodyValues: true,
      bodyProperties: ["type", "name", "cid", "disposition", "size"],
    });
    expect(email.textBody?.map(({ type }) => type)).toEqual(["text/plain"]);
    expect(email.htmlBody?.map(({ type }) => type)).toEqual(["text/html"]);
    expect(email.attachments).toEqual([
      { type: "image/png", name: "dot.png", cid: "dot@x.example", disposition: "inline", size: png().length },
      { type: "image/png", name: "точка.png", cid: null, disposition: "attachment", size: png().length },
    ]);
    expect(email.hasAttachment).toBe(true);
    expect(Object.values(email.bodyValues!).map(({ value }) => value)).toEqual([
      "Привет",
      '<img src="cid:dot@x.example">',
    ]);
  });

  test("bodyStructure is kept as given, with the fields of its parts", async () => {
    const blobId = await t.upload("a,b\r\n", "text/csv");
    const { id } = await create({
      bodyStructure: {
        type: "multipart/mixed",
        "header:X-Outer": " yes",
        subParts: [
          { partId: "t", type: "text/plain", language: ["ru"], "header:X-Inner": " too" },
          { blobId, type: "text/csv", charset: "utf-8", location: "table.csv", size: 1 },
        ],
      },
      bodyValues: { t: { value: "x", isTruncated: false, isEncodingProblem: null } },
    });
    const { bodyStructure, ...rest } = await t.email(id, ["bodyStructure", "header:X-Outer"], {
      bodyProperties: ["type", "language", "location", "size", "header:X-Inner"],
    });
    expect(rest["header:X-Outer"]).toBe(" yes");
    expect(bodyStructure?.subParts).toEqual([
      { type: "text/plain", language: ["ru"], location: null, size: 1, "header:X-Inner": " too" },
      { type: "text/csv", language: null, location: "table.csv", size: 5, "header:X-Inner": null },
    ]);
  });

  test("[6047 §2.4] a calendar names its method in its type, as its header property says", async () => {
    const type = " text/calendar; charset=utf-8; method=REPLY";
    const created = await create({
      bodyStructure: {
        type: "multipart/alternative",
        subParts: [
          { partId: "t", type: "text/plain" },
          { partId: "c", "header:Content-Type": type },
        ],
      },
      bodyValues: { t: { value: "Да" }, c: { value: "BEGIN:VCALENDAR\r\nSUMMARY:Планы\r\nEND:VCALENDAR\r\n" } },
    });
    expect(await source(created)).toContain(`\r\nContent-Type:${type}\r\n`);
    const [email] = (
      await t.call("Email/get", {
        ids: [created.id],
        properties: ["bodyStructure", "bodyValues"],
        fetchAllBodyValues: true,
      })
    ).list;
    const [, calendar] = email!.bodyStructure!.subParts!;
    expect(calendar).toMatchObject({ type: "text/calendar", charset: "utf-8" });
    expect(email!.bodyValues![calendar!.partId!]!.value).toContain("SUMMARY:Планы");
  });

  test("a part of another Email can be attached", async () => {
    const blobId = await t.upload("secret words", "text/plain");
    const first = await create({
      ...text,
      bodyStructure: undefined,
      textBody: [{ partId: "t" }],
      attachments: [blobPart(blobId)],
    });
    const { attachments } = await t.email(first.id, ["attachments"]);
    const second = await create({ attachments: [blobPart(attachments![0]!.blobId!)] });
    const copied = await t.email(second.id, ["attachments"]);
    expect(await source({ blobId: copied.attachments![0]!.blobId! })).toBe("secret words");
  });

  test("joins the thread of the Email that it answers", async () => {
    const one = await create({ subject: "Plan", messageId: ["plan@x.example"] });
    const two = await create({ subject: "Re: Plan", inReplyTo: ["plan@x.example"] });
    expect(two.threadId).toBe(one.threadId);
  });

  test("[5322 §2.1.1] no line breaks out of a header field", async () => {
    const created = await create({
      subject: "one\r\nX-Injected: yes",
      from: [{ name: "a\r\nX-Injected: yes", email: "a@x.example" }],
      "header:X-Raw": " b\r\nX-Injected: yes",
      ...text,
    });
    expect(await source(created)).not.toMatch(/^X-Injected/m);
  });
});

describe("[8621 §4.6] what cannot be created", () => {
  const twoParts = { bodyValues: { a: { value: "1" }, b: { value: "2" } } };
  test.each<[string, LooseArgs, string[]]>([
    ["no mailbox", { mailboxIds: undefined }, ["mailboxIds"]],
    ["an empty set of mailboxes", { mailboxIds: {} }, ["mailboxIds"]],
    ["mailboxes as a list", { mailboxIds: ["m1"] }, ["mailboxIds"]],
    ["a mailbox set to false", { mailboxIds: { m1: false } }, ["mailboxIds"]],
    ["a mailbox that is not there", { mailboxIds: { m999: true } }, ["mailboxIds"]],
    ["keywords that are not true", { keywords: { $seen: 1 } }, ["keywords"]],
    ["a keyword with a space", { keywords: { "a b": true } }, ["keywords"]],
    ["a keyword outside ASCII", { keywords: { ключ: true } }, ["keywords"]],
    ["a keyword of 256 characters", { keywords: { ["k".repeat(256)]: true } }, ["keywords"]],
    ["a keyword with brackets", { keywords: { "a]": true } }, ["keywords"]],
    ["a date that does not exist", { receivedAt: "2021-02-29T12:00:00Z" }, ["receivedAt"]],
    ["a receivedAt with an offset", { receivedAt: "2021-02-28T12:00:00+01:00" }, ["receivedAt"]],
    ["what the server sets", { id: "e1", size: 5, preview: "x" }, ["id", "size", "preview"]],
    ["headers", { headers: [{ name: "X", value: "y" }] }, ["headers"]],
    ["headers on a part", { ...text, bodyStructure: { partId: "t", headers: [] } }, ["bodyStructure/headers"]],
    ["an unknown property", { colour: "red" }, ["colour"]],
    ["from as a string", { from: "a@x.example" }, ["from"]],
    ["an address without email", { to: [{ name: "A" }] }, ["to"]],
    ["a subject that is a list", { subject: ["x"] }, ["subject"]],
    ["a list for one header field", { "header:X-Note": ["a", "b"] }, ["header:X-Note"]],
    ["a string for all header fields", { "header:X-Note:all": "a" }, ["header:X-Note:all"]],
    ["a form that the field does not have", { "header:From:asText": "a" }, ["header:From:asText"]],
    ["a field twice", { subject: "a", "header:Subject:asText": "b" }, ["header:Subject:asText"]],
    ["a field twice in other letters", { "header:X-A": "a", "header:x-a:asText": "b" }, ["header:x-a:asText"]],
    [
      "a text whose type says other than UTF-8",
      {
        bodyStructure: { partId: "t", "header:Content-Type": "text/calendar; charset=koi8-r; method=REPLY" },
        bodyValues: { t: { value: "text" } },
      },
      ["bodyStructure/header:Content-Type"],
    ],
    ["Content-* on the letter", { "header:Content-Type": "text/plain" }, ["header:Content-Type"]],
    [
      "bodyStructure beside the lists",
      { ...text, textBody: [{ partId: "t" }], attachments: [] },
      ["textBody", "attachments"],
    ],
    [
      "a field on the letter and on its outermost part",
      { ...text, "header:X-A": "a", bodyStructure: { partId: "t", "header:X-A": "a" } },
      ["bodyStructure/header:X-A"],
    ],
    [
      "Content-Transfer-Encoding",
      { ...text, bodyStructure: { partId: "t", "header:Content-Transfer-Encoding": "8bit" } },
      ["bodyStructure/header:Content-Transfer-Encoding"],
    ],
    ["two parts in textBody", { ...twoParts, textBody: [{ partId: "a" }, { partId: "b" }] }, ["textBody"]],
    ["no part in textBody", { textBody: [] }, ["textBody"]],
    ["HTML in textBody", { ...twoParts, textBody: [{ partId: "a", type: "text/html" }] }, ["textBody"]],
    ["two parts in htmlBody", { ...twoParts, htmlBody: [{ partId: "a" }, { partId: "b" }] }, ["htmlBody"]],
    ["plain text in htmlBody", { ...twoParts, htmlBody: [{ partId: "a", type: "text/plain" }] }, ["htmlBody"]],
    [
      "partId and blobId",
      { ...text, bodyStructure: { partId: "t", blobId: "B1", type: "text/plain" } },
      ["bodyStructure/partId", "bodyStructure/blobId"],
    ],
    [
      "neither partId nor blobId",
      { bodyStructure: { type: "text/plain" } },
      ["bodyStructure/partId", "bodyStructure/blobId"],
    ],
    ["a partId without a value", { bodyStructure: { partId: "x" } }, ["bodyStructure/partId"]],
    ["a partId of Object's own", { bodyStructure: { partId: "constructor" } }, ["bodyStructure/partId"]],
    ["a charset for a value", { ...text, bodyStructure: { partId: "t", charset: "utf-8" } }, ["bodyStructure/charset"]],
    ["a size for a value", { ...text, bodyStructure: { partId: "t", size: 4 } }, ["bodyStructure/size"]],
    [
      "a value that is cut or broken",
      { ...text, bodyValues: { t: { value: "x", isTruncated: true, isEncodingProblem: true } } },
      ["bodyValues/t/isTruncated", "bodyValues/t/isEncodingProblem"],
    ],
    ["a value without its text", { ...text, bodyValues: { t: {} } }, ["bodyValues/t/value"]],
    ["a value that is a string", { ...text, bodyValues: { t: "x" } }, ["bodyValues"]],
    [
      "a multipart without parts",
      { bodyStructure: { type: "multipart/mixed", subParts: [] } },
      ["bodyStructure/subParts"],
    ],
    [
      "parts in what is no multipart",
      { ...text, bodyStructure: { partId: "t", type: "text/plain", subParts: [] } },
      ["bodyStructure/subParts"],
    ],
    [
      "a part that is a string",
      { bodyStructure: { type: "multipart/mixed", subParts: ["x"] } },
      ["bodyStructure/subParts"],
    ],
    ["a type that is none", { ...text, bodyStructure: { partId: "t", type: "text" } }, ["bodyStructure/type"]],
    [
      "a property that parts do not have",
      { ...text, bodyStructure: { partId: "t", colour: 1 } },
      ["bodyStructure/colour"],
    ],
    [
      "a wrong part deep inside",
      {
        bodyStructure: {
          type: "multipart/mixed",
          subParts: [{ type: "multipart/mixed", subParts: [{ partId: "x" }] }],
        },
      },
      ["bodyStructure/subParts/0/subParts/0/partId"],
    ],
  ])("%s", async (_, given, properties) => {
    expect(await refusal(given)).toMatchObject({ type: "invalidProperties", properties });
  });

  test("blobs that are not there are all named, as they were given", async () => {
    const there = await t.upload("x", "text/plain");
    const attachments = [blobPart("Bnothing"), blobPart(there), blobPart(`${there}_9`)];
    expect(await refusal({ attachments })).toMatchObject({
      type: "blobNotFound",
      notFound: ["Bnothing", `${there}_9`],
    });
  });

  test("another account's blob is not there", async () => {
    const other = await t.addMailbox("other");
    const { blobId } = await other.client.upload(other.accountId, new TextEncoder().encode("theirs"), "text/plain");
    expect(await refusal({ attachments: [blobPart(blobId)] })).toMatchObject({ type: "blobNotFound" });
  });

  test("files beyond maxSizeAttachmentsPerEmail are tooLarge", async () => {
    const blobId = await t.upload(new Uint8Array(60_000), "image/png");
    expect(await refusal({ attachments: [blobPart(blobId)] })).toBeUndefined();
    const attachments = [blobPart(blobId), blobPart(blobId)];
    expect(await refusal({ attachments })).toMatchObject({ type: "tooLarge", maxSize: 100_000 });
  });

  test("[bad input] a structure nested without end is refused, not followed", async () => {
    let part: LooseArgs = { partId: "t" };
    for (let depth = 0; depth < 200; depth++) part = { type: "multipart/mixed", subParts: [part] };
    expect(await refusal({ ...text, bodyStructure: part })).toMatchObject({ type: "invalidProperties" });
  });

  test("[8620 §5.3] one that fails leaves the others", async () => {
    const { created, notCreated } = await t.call("Email/set", {
      create: { good: { mailboxIds: { [drafts]: true } }, bad: {}, worse: { mailboxIds: { m999: true } } },
    });
    expect(Object.keys(created!)).toEqual(["good"]);
    expect(Object.keys(notCreated!).sort()).toEqual(["bad", "worse"]);
  });
});
