import { type EmailBodyPart, type Id, MAIL } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

const message = lines(
  "Return-Path: <anna@x.example>",
  "Received: from one (one [127.0.0.1]) by two; Tue, 03 Nov 2026 10:00:02 +0000",
  "Received: from zero by one; Tue, 03 Nov 2026 10:00:01 +0000",
  "From: =?utf-8?B?0JDQvdC90LA=?= <anna@x.example>",
  "To: Team: Boris <boris@x.example>, vera@x.example;, you@pismo.localhost",
  "Subject: =?koi8-r?B?8NLJ18XU?=,",
  " =?koi8-r?B?zcnS?=",
  "Date: Tue, 03 Nov 2026 13:00:00 +0300",
  "Message-ID: <main@x.example>",
  "References: <a@x.example> <b@x.example>",
  "List-Unsubscribe: <https://x.example/off>, <mailto:off@x.example>",
  "X-Note:  kept as it is ",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="mix"',
  "",
  "--mix",
  'Content-Type: multipart/alternative; boundary="alt"',
  "",
  "--alt",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  "1234\u2603 and more text",
  "--alt",
  "Content-Type: text/html; charset=utf-8",
  "Content-Language: en, ru",
  "",
  "<p>1234 <a href='https://x.example/'>link</a></p>",
  "--alt--",
  "--mix",
  'Content-Type: image/png; name="dot.png"',
  "Content-Disposition: attachment; filename=dot.png",
  "Content-ID: <dot@x.example>",
  "Content-Location: dot.png",
  "Content-Transfer-Encoding: base64",
  "",
  "iVBORw0KGgo=",
  "--mix",
  "Content-Type: message/rfc822",
  "",
  "Subject: Inner",
  "From: inner@x.example",
  "",
  "inner text",
  "--mix--",
);

let t: Jmap;
let id: Id;
beforeAll(async () => {
  t = await jmap();
  id = await t.importMessage(message, { keywords: ["$seen", "Project"], receivedAt: "2026-11-03T10:00:03Z" });
});
afterAll(() => t.close());

const get = (properties: string[], rest: Record<string, unknown> = {}) => t.email(id, properties, rest);

describe("[8621 §4.1.1] metadata", () => {
  test("is given with the default properties, and headers and bodyStructure are not", async () => {
    const { list } = await t.call("Email/get", { ids: [id] });
    const [email] = list;
    expect(email).toMatchObject({
      id,
      mailboxIds: { [t.role["inbox"]!]: true },
      keywords: { $seen: true, project: true },
      size: Buffer.byteLength(message),
      receivedAt: "2026-11-03T10:00:03Z",
      hasAttachment: true,
      bodyValues: {},
    });
    expect(Object.keys(email!)).toHaveLength(24);
    expect(email).not.toHaveProperty("headers");
    expect(email).not.toHaveProperty("bodyStructure");
  });

  test("[8620 §5.1] the id comes always; what is not there is in notFound; no ids give an empty list", async () => {
    expect(await get([])).toEqual({ id });
    const { list, notFound } = await t.call("Email/get", { ids: ["nothing", id, id], properties: ["size"] });
    expect(list).toHaveLength(1);
    expect(notFound).toEqual(["nothing"]);
    expect(await t.call("Email/get", { ids: [] })).toMatchObject({ list: [], notFound: [] });
    expect((await t.call("Email/get", { ids: null, properties: [] })).list).toEqual([{ id }]);
  });
});

describe("[8621 §4.1.2] headers", () => {
  test("the convenience properties", async () => {
    const properties = ["from", "to", "cc", "subject", "sentAt", "messageId", "references", "inReplyTo", "sender"];
    expect(await get(properties)).toEqual({
      id,
      from: [{ name: "Анна", email: "anna@x.example" }],
      to: [
        { name: "Boris", email: "boris@x.example" },
        { name: null, email: "vera@x.example" },
        { name: null, email: "you@pismo.localhost" },
      ],
      cc: null,
      subject: "Привет, мир",
      sentAt: "2026-11-03T13:00:00+03:00",
      messageId: ["main@x.example"],
      references: ["a@x.example", "b@x.example"],
      inReplyTo: null,
      sender: null,
    });
  });

  test("headers gives all fields, in order and raw", async () => {
    const { headers } = await get(["headers"]);
    expect(headers).toHaveLength(13);
    expect(headers![0]).toEqual({ name: "Return-Path", value: " <anna@x.example>" });
    expect(headers!.find(({ name }) => name === "Subject")?.value).toContain("\r\n =?koi8-r?B?");
  });

  test.each<[string, unknown]>([
    ["header:X-Note", "  kept as it is "],
    ["header:x-note:asRaw", "  kept as it is "],
    ["header:X-NOTE:asText", "kept as it is"],
    ["header:Subject:asText", "Привет, мир"],
    ["header:From:asAddresses", [{ name: "Анна", email: "anna@x.example" }]],
    [
      "header:To:asGroupedAddresses",
      [
        {
          name: "Team",
          addresses: [
            { name: "Boris", email: "boris@x.example" },
            { name: null, email: "vera@x.example" },
          ],
        },
        { name: null, addresses: [{ name: null, email: "you@pismo.localhost" }] },
      ],
    ],
    ["header:Message-ID:asMessageIds", ["main@x.example"]],
    ["header:Date:asDate", "2026-11-03T13:00:00+03:00"],
    ["header:List-Unsubscribe:asURLs", ["https://x.example/off", "mailto:off@x.example"]],
    ["header:Received", " from zero by one; Tue, 03 Nov 2026 10:00:01 +0000"],
    ["header:X-None", null],
    ["header:X-None:asText:all", []],
    ["header:X-Note:asText:all", ["kept as it is"]],
  ])("%s", async (property, expected) => {
    expect(await get([property])).toEqual({ id, [property]: expected });
  });

  test(":all gives every field of the name", async () => {
    const { "header:Received:all": all } = await get(["header:Received:all"]);
    expect(all).toHaveLength(2);
  });

  test.each([
    "header:From:asText",
    "header:from:asDate",
    "header:Subject:asAddresses",
    "header:Date:asMessageIds",
    "header:Message-ID:asText",
    "header:List-Post:asText",
    "header:Received:asText",
    "header:Resent-To:asURLs",
    "header:",
    "header:A B",
    "header:A:asNothing",
    "header:A:all:asText",
    "nothing",
    "constructor",
  ])("[8621 §4.1.3] %s cannot be had: invalidArguments", async (property) => {
    expect(await t.errorOf("Email/get", { ids: [id], properties: [property] })).toBe("invalidArguments");
  });
});

describe("[8621 §4.1.4] body parts", () => {
  test("bodyStructure is the tree; a multipart has no partId and no blobId", async () => {
    const { bodyStructure } = await get(["bodyStructure"], { bodyProperties: ["partId", "blobId", "type"] });
    const shape = (part: Partial<EmailBodyPart>): unknown =>
      part.subParts ? { [part.type!]: part.subParts.map(shape), partId: part.partId, blobId: part.blobId } : part.type;
    expect(shape(bodyStructure!)).toEqual({
      "multipart/mixed": [
        { "multipart/alternative": ["text/plain", "text/html"], partId: null, blobId: null },
        "image/png",
        "message/rfc822",
      ],
      partId: null,
      blobId: null,
    });
  });

  test("textBody, htmlBody and attachments list the parts with the default properties", async () => {
    const { textBody, htmlBody, attachments } = await get(["textBody", "htmlBody", "attachments"]);
    expect(textBody?.map(({ type }) => type)).toEqual(["text/plain"]);
    expect(htmlBody?.map(({ type, language }) => [type, language])).toEqual([["text/html", ["en", "ru"]]]);
    expect(attachments?.map(({ type }) => type)).toEqual(["image/png", "message/rfc822"]);
    expect(attachments?.[0]).toEqual({
      partId: expect.any(String) as string,
      blobId: expect.any(String) as string,
      size: 8,
      name: "dot.png",
      type: "image/png",
      charset: null,
      disposition: "attachment",
      cid: "dot@x.example",
      language: null,
      location: "dot.png",
    });
  });

  test("bodyProperties chooses, also header fields of a part", async () => {
    const bodyProperties = ["size", "headers", "subParts", "header:Content-Disposition:asText"];
    const { attachments } = await get(["attachments"], { bodyProperties });
    expect(attachments?.[0]).toEqual({
      size: 8,
      headers: expect.arrayContaining([{ name: "Content-ID", value: " <dot@x.example>" }]) as unknown,
      subParts: null,
      "header:Content-Disposition:asText": "attachment; filename=dot.png",
    });
    expect((await get(["textBody"], { bodyProperties: [] })).textBody).toEqual([{}]);
    expect(await t.errorOf("Email/get", { ids: [id], bodyProperties: ["colour"] })).toBe("invalidArguments");
  });

  test("a part's blob is its decoded content", async () => {
    const { attachments } = await get(["attachments"]);
    const response = await t.client.download(t.accountId, attachments![0]!.blobId!, "dot.png", "image/png");
    expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe("iVBORw0KGgo=");
  });
});

const bodyValuesWith = async (rest: Record<string, unknown>) => {
  const { bodyValues = {} } = await get(["bodyValues"], rest);
  return Object.values(bodyValues);
};

describe("[8621 §4.2] body values", () => {
  const whole = { isEncodingProblem: false, isTruncated: false };
  const text = { value: "1234\u2603 and more text", ...whole };
  const html = { value: "<p>1234 <a href='https://x.example/'>link</a></p>", ...whole };

  test("come for the lists asked for", async () => {
    expect(await bodyValuesWith({})).toEqual([]);
    expect(await bodyValuesWith({ fetchTextBodyValues: true })).toEqual([text]);
    expect(await bodyValuesWith({ fetchHTMLBodyValues: true })).toEqual([html]);
    expect(await bodyValuesWith({ fetchAllBodyValues: true })).toEqual([text, html]);
  });

  test.each([
    [0, text.value, false],
    [500, text.value, false],
    [4, "1234", true],
    [5, "1234", true],
    [6, "1234", true],
    [7, "1234\u2603", true],
  ])("maxBodyValueBytes %i never splits a character", async (maxBodyValueBytes, value, isTruncated) => {
    const [found] = await bodyValuesWith({ fetchTextBodyValues: true, maxBodyValueBytes });
    expect(found).toEqual({ value, isTruncated, isEncodingProblem: false });
  });

  test("maxBodyValueBytes never ends in a tag", async () => {
    const [found] = await bodyValuesWith({ fetchHTMLBodyValues: true, maxBodyValueBytes: 20 });
    expect(found).toMatchObject({ value: "<p>1234 ", isTruncated: true });
  });

  test.each([-5, "cat", "1", {}, [], true, null])(
    "maxBodyValueBytes %j: invalidArguments",
    async (maxBodyValueBytes) => {
      expect(await t.errorOf("Email/get", { ids: [id], maxBodyValueBytes })).toBe("invalidArguments");
    },
  );
});

test("[8621 §1.3.1] the account's mail capability tells limits and sorts", async () => {
  const { accounts } = await t.client.session();
  expect(accounts[t.accountId]?.accountCapabilities[MAIL]).toMatchObject({
    maxMailboxesPerEmail: null,
    maxMailboxDepth: 10,
    maxSizeMailboxName: 255,
    mayCreateTopLevelMailbox: true,
  });
});
