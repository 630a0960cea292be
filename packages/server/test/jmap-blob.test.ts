/** RFC 9404: blobs made, read and looked up by method calls. */
import { BLOB, CORE, type Id, type Invocation, MAIL } from "@pismo/jmap";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap({ maxUploadSize: 3_000_000 });
});
afterAll(() => t.close());

const fox = 'The quick brown fox jumped over the "lazy" dog.';
const upload = (create: LooseArgs) => t.call("Blob/upload", { create });
const made = async (...data: LooseArgs[]): Promise<Id> => (await upload({ b: { data } })).created!["b"]!.id;
const refusal = async (given: LooseArgs) => (await upload({ b: given })).notCreated?.["b"];
const get = async (id: Id, rest: LooseArgs = {}) => (await t.call("Blob/get", { ids: [id], ...rest })).list[0]!;
const text = async (id: Id) => (await get(id, { properties: ["data:asText"] }))["data:asText"];
const digest = (name: string, of: string) => createHash(name).update(of).digest("base64");
const getWith = (using: string[]) =>
  t.client.request({ using, methodCalls: [["Blob/get", { accountId: t.accountId, ids: [] }, "c0"]] });

test("[9404 §3.1] the session says what there is, and each account its limits", async () => {
  const { capabilities, accounts, primaryAccounts } = await t.client.session();
  expect(capabilities[BLOB]).toEqual({});
  expect(primaryAccounts[BLOB]).toBe(t.accountId);
  expect(accounts[t.accountId]!.accountCapabilities[BLOB]).toEqual({
    maxSizeBlobSet: 3_000_000,
    maxDataSources: expect.toSatisfy((count: number) => count >= 64) as number,
    supportedTypeNames: ["Email", "Mailbox", "Thread"],
    supportedDigestAlgorithms: ["sha", "sha-256", "sha-512"],
  });
});

test("[9404 §3] its methods are for who names it", async () => {
  expect((await getWith([CORE, MAIL])).methodResponses[0]![1]).toMatchObject({ type: "unknownMethod" });
  expect((await getWith([CORE, BLOB])).methodResponses[0]![0]).toBe("Blob/get");
});

describe("[9404 §4.1] Blob/upload", () => {
  test("makes a blob of text and base64, which is like any other", async () => {
    const { created, notCreated } = await upload({
      a: { data: [{ "data:asText": fox }], type: "text/plain" },
      b: { data: [{ "data:asBase64": Buffer.from([0, 255, 128]).toString("base64") }] },
      empty: { data: [] },
    });
    expect(notCreated).toBeNull();
    expect(created!["a"]).toEqual({ id: expect.any(String) as string, type: "text/plain", size: fox.length });
    expect(created!["b"]).toMatchObject({ type: "application/octet-stream", size: 3 });
    expect(created!["empty"]).toMatchObject({ size: 0 });
    expect(created!["a"]!.id).toBe(await t.upload(fox));
  });

  test("puts together pieces of others, in their order", async () => {
    const whole = await made({ "data:asText": fox });
    const joined = await made(
      { "data:asText": "How " },
      { blobId: whole, offset: 4, length: 6 },
      { "data:asBase64": Buffer.from("is").toString("base64") },
      { blobId: whole, offset: fox.length - 1 },
      { blobId: whole, length: 3 },
    );
    expect(await text(joined)).toBe("How quick is.The");
  });

  test("takes what was made before under its creation id, in this call or an earlier one", async () => {
    const { methodResponses, createdIds } = await t.client.request({
      using: [CORE, MAIL, BLOB],
      createdIds: {},
      methodCalls: [
        [
          "Blob/upload",
          {
            accountId: t.accountId,
            create: {
              one: { data: [{ "data:asText": "one " }] },
              two: { data: [{ blobId: "#one" }, { "data:asText": "two" }] },
            },
          },
          "0",
        ],
        ["Blob/upload", { accountId: t.accountId, create: { three: { data: [{ blobId: "#two", offset: 4 }] } } }, "1"],
        ["Blob/get", { accountId: t.accountId, ids: ["#two", "#three"], properties: ["data:asText"] }, "2"],
      ],
    });
    const { list } = methodResponses[2]![1] as { list: LooseArgs[] };
    expect(list.map((each) => each["data:asText"])).toEqual(["one two", "two"]);
    expect(Object.keys(createdIds!)).toEqual(["one", "two", "three"]);
  });

  test("gives Email/set, Email/import and Email/parse their blobs in one request", async () => {
    const drafts = t.role["drafts"]!;
    const message = lines("Subject: Made here", "", "text");
    const { methodResponses } = await t.request(
      [
        [
          "Blob/upload",
          { create: { file: { data: [{ "data:asText": "a file" }] }, m: { data: [{ "data:asText": message }] } } },
        ],
        [
          "Email/set",
          {
            create: {
              d: {
                mailboxIds: { [drafts]: true },
                bodyStructure: {
                  type: "multipart/mixed",
                  subParts: [{ blobId: "#file", type: "text/x-made", name: "a.txt" }],
                },
              },
            },
          },
        ],
        ["Email/import", { emails: { i: { blobId: "#m", mailboxIds: { [drafts]: true } } } }],
        ["Email/get", { ids: ["#d"], properties: ["attachments"] }],
        ["Email/parse", { blobIds: ["#m"], properties: ["subject"] }],
      ],
      { using: [CORE, MAIL, BLOB] },
    );
    const results = methodResponses.map(([, result]) => result as Record<string, any>);
    expect(results[1]!["notCreated"]).toBeNull();
    expect(results[2]!["created"]).toHaveProperty("i");
    const part = results[3]!["list"][0].attachments[0] as { blobId: Id };
    expect(await text(part.blobId)).toBe("a file");
    expect(Object.values(results[4]!["parsed"] as object)).toEqual([{ subject: "Made here" }]);
  });

  test.each([
    ["two kinds of data", { data: [{ "data:asText": "a", "data:asBase64": "YQ==" }] }, "invalidProperties"],
    ["none", { data: [{}] }, "invalidProperties"],
    ["null alone", { data: [{ "data:asText": null }] }, "invalidProperties"],
    ["no data", {}, "invalidProperties"],
    ["base64 that is none", { data: [{ "data:asBase64": "a*b" }] }, "invalidProperties"],
    ["a range of text", { data: [{ "data:asText": "abc", offset: 1 }] }, "invalidProperties"],
    ["a property that there is not", { data: [], name: "x" }, "invalidProperties"],
    ["a blob that is not there", { data: [{ blobId: "nothing" }] }, "blobNotFound"],
    ["a creation id that nothing has", { data: [{ blobId: "#nothing" }] }, "blobNotFound"],
    [
      "more sources than there may be",
      { data: Array.from({ length: 101 }, () => ({ "data:asText": "" })) },
      "invalidProperties",
    ],
  ])("refuses %s", async (_, given, type) => {
    expect(await refusal(given)).toMatchObject({ type });
  });

  test("refuses a range that the blob does not have, and what would be too large, before it is read", async () => {
    const blobId = await made({ "data:asText": "0123456789" });
    for (const range of [{ offset: 11 }, { length: 11 }, { offset: 5, length: 6 }]) {
      expect(await refusal({ data: [{ blobId, ...range }] })).toMatchObject({ type: "invalidProperties" });
    }
    const large = await t.upload("x".repeat(2_000_000));
    expect(await refusal({ data: [{ blobId: large }, { blobId: large }] })).toMatchObject({ type: "tooLarge" });
    expect(await refusal({ data: [{ blobId: large }, { blobId: large, length: 1_000_000 }] })).toBeUndefined();
  });
});

describe("[9404 §4.2] Blob/get", () => {
  let id: Id;
  beforeAll(async () => {
    id = await made({ "data:asText": fox });
  });

  test("gives data and size unless told otherwise, as text where it is text", async () => {
    expect(await get(id)).toEqual({ id, "data:asText": fox, size: fox.length });
    const bytes = Buffer.from([0x81, 0x84]);
    const binary = await made({ "data:asBase64": bytes.toString("base64") });
    expect(await get(binary)).toEqual({ id: binary, isEncodingProblem: true, "data:asBase64": "gYQ=", size: 2 });
  });

  test("is asked for what it says of its own accord", async () => {
    const properties = ["data:asText", "isTruncated", "isEncodingProblem"];
    expect(await get(id, { properties, offset: fox.length - 1, length: 2 })).toEqual({
      id,
      "data:asText": ".",
      isTruncated: true,
    });
  });

  test("says that what was asked for as text is none", async () => {
    const cut = await made({ "data:asText": "ё" });
    const properties = ["data:asText"];
    expect(await get(cut, { properties, length: 1 })).toEqual({
      id: cut,
      isEncodingProblem: true,
      "data:asText": null,
    });
    expect(await get(cut, { properties: ["data:asBase64"], length: 1 })).toEqual({ id: cut, "data:asBase64": "0Q==" });
    const marked = await made({ "data:asText": "\ufeffa\0b" });
    expect(await text(marked)).toBe("\ufeffa\0b");
  });

  test("gives a range, and says where the blob ends before it", async () => {
    const properties = ["data:asText", "size"];
    expect(await get(id, { properties, offset: 4, length: 5 })).toEqual({ id, "data:asText": "quick", size: 47 });
    expect(await get(id, { properties, offset: 43 })).toEqual({ id, "data:asText": "dog.", size: 47 });
    for (const [offset, rest] of [
      [43, "dog."],
      [47, ""],
      [1000, ""],
    ] as const) {
      const given = { id, "data:asText": rest, size: 47, isTruncated: true };
      expect(await get(id, { properties, offset, length: 50 })).toEqual(given);
    }
  });

  test("gives digests of the range, in base64", async () => {
    const properties = ["digest:sha", "digest:sha-256", "digest:sha-512"];
    expect(await get(id, { properties })).toEqual({
      id,
      "digest:sha": digest("sha1", fox),
      "digest:sha-256": digest("sha256", fox),
      "digest:sha-512": digest("sha512", fox),
    });
    const part = await get(id, { properties: ["digest:sha-256"], offset: 4, length: 5 });
    expect(part["digest:sha-256"]).toBe(digest("sha256", "quick"));
  });

  test("reads messages and their parts", async () => {
    const letter = await t.importMessage(
      lines(
        "Subject: a",
        "MIME-Version: 1.0",
        "Content-Type: text/plain",
        "Content-Transfer-Encoding: base64",
        "",
        "aGVsbG8=",
      ),
    );
    const { blobId, textBody } = await t.email(letter, ["blobId", "textBody"]);
    expect(await text(blobId!)).toContain("Subject: a");
    expect(await get(textBody![0]!.blobId!)).toMatchObject({ "data:asText": "hello", size: 5 });
  });

  test("names what is not there, and refuses what it does not know", async () => {
    expect(await t.call("Blob/get", { ids: ["nothing", "#x", id, id] })).toMatchObject({
      list: [{ id }],
      notFound: ["nothing", "#x"],
    });
    const { accountId } = await t.addMailbox("stranger");
    expect((await t.call("Blob/get", { accountId, ids: [id] })).notFound).toEqual([id]);
    expect(await t.errorOf("Blob/get", { ids: [id], properties: ["digest:md4"] })).toBe("invalidArguments");
    expect(await t.errorOf("Blob/get", { ids: null })).toBe("invalidArguments");
    expect(await t.errorOf("Blob/get", { ids: [id], offset: -1 })).toBe("invalidArguments");
    expect(await t.errorOf("Blob/get", { ids: Array.from({ length: 1001 }, (_, n) => `B${n}`) })).toBe(
      "requestTooLarge",
    );
  });
});

describe("[9404 §4.3] Blob/lookup", () => {
  test("names the Emails, conversations and folders that have a blob or the message of a part", async () => {
    const folder = await t.mailbox("With a blob");
    const email = await t.importMessage(lines("Subject: looked up", "", "text"), {
      mailboxIds: [folder, t.role["inbox"]!],
    });
    const { blobId, threadId, textBody } = await t.email(email, ["blobId", "threadId", "textBody"]);
    const part = textBody![0]!.blobId!;
    const alone = await made({ "data:asText": "of no letter" });
    const ids = [blobId!, part, alone, "nothing"];
    const { list, notFound } = await t.call("Blob/lookup", { typeNames: ["Email", "Thread", "Mailbox"], ids });
    const own = { Email: [email], Thread: [threadId!], Mailbox: expect.toSatisfy(hasBoth) as Id[] };
    const none = { Email: [], Thread: [], Mailbox: [] };
    expect(list).toEqual(ids.map((id, index) => ({ id, matchedIds: index < 2 ? own : none })));
    expect(notFound).toEqual([]);
    function hasBoth(found: Id[]): boolean {
      return found.length === 2 && found.includes(folder) && found.includes(t.role["inbox"]!);
    }
  });

  test("asks for types that it knows", async () => {
    expect(await t.errorOf("Blob/lookup", { typeNames: ["Email", "Todo"], ids: [] })).toBe("unknownDataType");
  });

  test("asks for no types whose capability is not named", async () => {
    const methodCalls: Invocation[] = [["Blob/lookup", { accountId: t.accountId, typeNames: ["Email"], ids: [] }, "0"]];
    const { methodResponses } = await t.client.request({ using: [CORE, BLOB], methodCalls });
    expect(methodResponses[0]![1]).toMatchObject({ type: "unknownDataType" });
  });
});
