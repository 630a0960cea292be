import type { Id, SetError } from "@pismo/jmap";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";

let t: Jmap;
let inbox: Id;
beforeAll(async () => {
  t = await jmap();
  inbox = t.role["inbox"]!;
});
afterAll(() => t.close());

const message = lines("Subject: Import me", "Message-ID: <import@x.example>", "", "text");

const importing = (given: LooseArgs, rest: LooseArgs = {}) =>
  t.call("Email/import", { emails: { new: given }, ...rest });
const refusal = async (given: LooseArgs): Promise<SetError | undefined> => (await importing(given)).notCreated?.["new"];

describe("[8621 §4.8] Email/import", () => {
  let blobId: Id;
  beforeAll(async () => {
    blobId = await t.upload(message);
  });
  test("makes an Email of a blob, where and as it is told", async () => {
    const { created, notCreated, oldState, newState } = await importing({
      blobId,
      mailboxIds: { [inbox]: true },
      keywords: { $Seen: true },
      receivedAt: "2025-06-15T10:30:00.123Z",
    });
    expect(notCreated).toBeNull();
    expect(newState).not.toBe(oldState);
    const { id, ...rest } = created!["new"]!;
    expect(rest).toEqual({ blobId, threadId: expect.any(String) as string, size: Buffer.byteLength(message) });
    expect(await t.email(id!, ["subject", "keywords", "receivedAt", "mailboxIds"])).toEqual({
      id,
      subject: "Import me",
      keywords: { $seen: true },
      receivedAt: "2025-06-15T10:30:00Z",
      mailboxIds: { [inbox]: true },
    });
  });

  test("without receivedAt it arrived when its newest Received field says, else now", async () => {
    const received =
      "Received: from b by c; Tue, 4 Mar 2025 10:00:00 +0100\r\nReceived: from a by b; Mon, 3 Mar 2025 09:00:00 +0000";
    const old = await t.importMessage(`${received}\r\n\r\ntext`);
    expect((await t.email(old, ["receivedAt"])).receivedAt).toBe("2025-03-04T09:00:00Z");
    const fresh = await t.importMessage("Received: by c; some day\r\nDate: Mon, 3 Mar 2025 09:00:00 +0000\r\n\r\ntext");
    const { receivedAt } = await t.email(fresh, ["receivedAt"]);
    expect(Math.abs(Date.parse(receivedAt!) - Date.now())).toBeLessThan(60_000);
  });

  test("the same blob again is another Email, of the same thread", async () => {
    const one = (await importing({ blobId, mailboxIds: { [inbox]: true } })).created!["new"]!;
    const two = (await importing({ blobId, mailboxIds: { [inbox]: true } })).created!["new"]!;
    expect(two.id).not.toBe(one.id);
    expect(two.threadId).toBe(one.threadId);
  });

  test("an Email that is attached to another can be imported", async () => {
    const outer = await t.importMessage(
      lines(
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "--b",
        "Content-Type: message/rfc822",
        "",
        "Subject: Attached",
        "",
        "inner",
        "--b--",
      ),
    );
    const { attachments } = await t.email(outer, ["attachments"]);
    const { created } = await importing({ blobId: attachments![0]!.blobId!, mailboxIds: { [inbox]: true } });
    const { id, blobId: ownBlob } = created!["new"]!;
    expect((await t.email(id!, ["subject"])).subject).toBe("Attached");
    expect(ownBlob).not.toBe(attachments![0]!.blobId);
  });

  test.each<[string, LooseArgs, string[]]>([
    ["nothing", {}, ["blobId", "mailboxIds"]],
    ["a blob that is a list", { blobId: ["x"] }, ["blobId"]],
    ["a blob that is not there", { blobId: "nothing" }, ["blobId"]],
    ["mailboxes as a list", { mailboxIds: ["x"] }, ["mailboxIds"]],
    ["mailboxes as a string", { mailboxIds: "x" }, ["mailboxIds"]],
    ["no mailbox", { mailboxIds: {} }, ["mailboxIds"]],
    ["a mailbox that is not there", { mailboxIds: { m999: true } }, ["mailboxIds"]],
    ["keywords as a list", { keywords: ["x"] }, ["keywords"]],
    ["keywords as null", { keywords: null }, ["keywords"]],
    ["a time that is none", { receivedAt: "yesterday" }, ["receivedAt"]],
    ["an unknown property", { subject: "x" }, ["subject"]],
  ])("refuses %s", async (name, given, properties) => {
    const whole = name === "nothing" ? given : { blobId, mailboxIds: { [inbox]: true }, ...given };
    expect(await refusal(whole)).toMatchObject({ type: "invalidProperties", properties });
  });

  test.each([
    ["text", "this is not an email"],
    ["nothing", ""],
    ["a picture", "\u0089PNG\r\n\u001a\n: x"],
  ])("%s is invalidEmail", async (_, content) => {
    const bad = await t.upload(content, "application/octet-stream");
    expect(await refusal({ blobId: bad, mailboxIds: { [inbox]: true } })).toMatchObject({ type: "invalidEmail" });
  });

  test.each([
    ["without From, Date and boundary", "Subject: x\r\nContent-Type: multipart/mixed\r\n\r\nbody"],
    ["of a header alone", "Subject: x"],
    ["with bare line feeds", "Subject: x\nFrom: a@x.example\n\nbody\n"],
    ["with an mbox line", "From a@x.example Mon Jan  1 00:00:00 2026\r\nSubject: x\r\n\r\nbody"],
  ])("[bad input] a message %s is taken as it is", async (_, content) => {
    const id = await t.importMessage(content);
    const { subject, blobId: stored } = await t.email(id, ["subject", "blobId"]);
    expect(subject).toBe("x");
    expect(await (await t.client.download(t.accountId, stored!, "x.eml")).text()).toBe(content);
  });

  test("ifInState; another's blob; what is no map", async () => {
    const other = await t.addMailbox("importer");
    const theirs = await other.client.upload(
      other.accountId,
      new TextEncoder().encode("Subject: theirs\r\n\r\n"),
      "x/y",
    );
    expect(await refusal({ blobId: theirs.blobId, mailboxIds: { [inbox]: true } })).toMatchObject({
      type: "invalidProperties",
    });
    const { state } = await t.call("Email/get", { ids: [] });
    const given = { blobId, mailboxIds: { [inbox]: true } };
    expect((await importing(given, { ifInState: state })).oldState).toBe(state);
    await expect(importing(given, { ifInState: state })).rejects.toMatchObject({ type: "stateMismatch" });
    for (const emails of [null, "none", ["foo"], { a: null }, undefined]) {
      expect(await t.errorOf("Email/import", { emails })).toBe("invalidArguments");
    }
  });
});

describe("between accounts", () => {
  let other: Awaited<ReturnType<Jmap["addMailbox"]>>;
  let theirInbox: Id;
  let id: Id;
  beforeAll(async () => {
    other = await t.addMailbox("copies");
    const { list } = await other.client.call("Mailbox/get", { accountId: other.accountId });
    theirInbox = list[0]!.id!;
  });
  beforeEach(async () => {
    const unique = `Subject: Copy ${Math.random()}\r\n\r\ntext`;
    id = await t.importMessage(unique, { keywords: ["$seen"], receivedAt: "2024-01-01T00:00:00Z" });
  });
  const copy = (given: LooseArgs, rest: LooseArgs = {}) =>
    t.request([
      [
        "Email/copy",
        {
          fromAccountId: t.accountId,
          accountId: other.accountId,
          create: { copy: { id, mailboxIds: { [theirInbox]: true }, ...given } },
          ...rest,
        },
      ],
    ]);
  const answers = async (...args: Parameters<typeof copy>) => (await copy(...args)).methodResponses;
  const resultOf = async (...args: Parameters<typeof copy>) => (await answers(...args))[0]![1];

  test("[8621 §4.7] Email/copy copies with keywords and time, or those given", async () => {
    const same = (await resultOf({})) as { created?: Record<string, { id: Id }> };
    const { list } = await other.client.call("Email/get", {
      accountId: other.accountId,
      ids: [same.created!["copy"]!.id],
      properties: ["keywords", "receivedAt", "mailboxIds"],
    });
    expect(list[0]).toMatchObject({
      keywords: { $seen: true },
      receivedAt: "2024-01-01T00:00:00Z",
      mailboxIds: { [theirInbox]: true },
    });
    expect((await t.email(id, ["id"])).id).toBe(id);
    expect(await resultOf({})).toMatchObject({
      created: null,
      notCreated: { copy: { type: "alreadyExists", existingId: list[0]!.id } },
    });
  });

  test("[8620 §5.4] onSuccessDestroyOriginal answers with an Email/set of the same call", async () => {
    const responses = await answers({ keywords: { $flagged: true } }, { onSuccessDestroyOriginal: true });
    expect(responses.map(([name, , callId]) => [name, callId])).toEqual([
      ["Email/copy", "0"],
      ["Email/set", "0"],
    ]);
    expect(responses[1]![1]).toMatchObject({ accountId: t.accountId, destroyed: [id] });
    expect((await t.call("Email/get", { ids: [id] })).notFound).toEqual([id]);
  });

  test("[8620 §5.4] an Email/set that fails leaves the copies", async () => {
    const responses = await answers({}, { onSuccessDestroyOriginal: true, destroyFromIfInState: "never" });
    expect(responses.map(([name]) => name)).toEqual(["Email/copy", "error"]);
    expect(responses[0]![1]["created"]).not.toBeNull();
    expect(responses[1]![1]["type"]).toBe("stateMismatch");
    expect((await t.email(id, ["id"])).id).toBe(id);
  });

  test.each<[string, LooseArgs, LooseArgs]>([
    ["a letter that is not there", { id: "nothing" }, { type: "notFound" }],
    ["no id", { id: undefined }, { type: "invalidProperties", properties: ["id"] }],
    ["no mailbox", { mailboxIds: undefined }, { type: "invalidProperties", properties: ["mailboxIds"] }],
    ["a property that cannot be set", { subject: "x" }, { type: "invalidProperties", properties: ["subject"] }],
  ])("[8621 §4.7] refuses %s", async (_, given, error) => {
    expect((await resultOf(given))["notCreated"]).toMatchObject({ copy: error });
  });

  test("[8620 §5.4] states of both accounts; the same account twice", async () => {
    for (const state of [{ ifInState: "never" }, { ifFromInState: "never" }]) {
      expect((await resultOf({}, state))["type"]).toBe("stateMismatch");
    }
    expect(await t.errorOf("Email/copy", { fromAccountId: t.accountId, create: {} })).toBe("invalidArguments");
  });

  test("[8620 §6.3] Blob/copy copies what may be read", async () => {
    const { fromAccountId, accountId } = { fromAccountId: t.accountId, accountId: other.accountId };
    const blobId = await t.upload("a file", "text/plain");
    const result = await t.call("Blob/copy", { fromAccountId, accountId, blobIds: [blobId, "nothing"] });
    expect(result).toMatchObject({ fromAccountId, accountId, notCopied: { nothing: { type: "blobNotFound" } } });
    const response = await other.client.download(accountId, result.copied![blobId]!, "file.txt");
    expect(await response.text()).toBe("a file");
    const none = await t.call("Blob/copy", { fromAccountId, accountId, blobIds: [] });
    expect(none).toMatchObject({ copied: null, notCopied: null });
    expect(await t.errorOf("Blob/copy", { fromAccountId, blobIds: [] })).toBe("invalidArguments");
    expect(await t.errorOf("Blob/copy", { fromAccountId: "a999", blobIds: [] })).toBe("fromAccountNotFound");
  });

  test("a token for one account sees no other", async () => {
    await expect(other.client.call("Email/get", { accountId: t.accountId, ids: [id] })).rejects.toMatchObject({
      type: "accountNotFound",
    });
    const { notFound } = await other.client.call("Email/get", { accountId: other.accountId, ids: [id] });
    expect(notFound).toEqual([id]);
  });
});
