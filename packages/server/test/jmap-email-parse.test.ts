import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

let t: Jmap;
beforeAll(async () => {
  t = await jmap();
});
afterAll(() => t.close());

describe("[8621 §4.9] Email/parse", () => {
  test("reads an uploaded message and one that is attached, down to its parts", async () => {
    const message = lines(
      "Subject: Outer",
      'Content-Type: multipart/mixed; boundary="mix"',
      "",
      "--mix",
      "",
      "outer text",
      "--mix",
      "Content-Type: message/rfc822",
      "",
      "Subject: Inner",
      "",
      "inner text",
      "--mix--",
    );
    const { attachments, blobId } = await t.email(await t.importMessage(message), ["attachments", "blobId"]);
    const inner = attachments![0]!.blobId!;
    const properties = ["id", "mailboxIds", "blobId", "size", "subject", "textBody", "bodyValues"];
    const { parsed, notFound, notParsable } = await t.call("Email/parse", {
      blobIds: [inner, blobId!],
      properties,
      bodyProperties: ["blobId"],
      fetchTextBodyValues: true,
    });
    expect(notFound).toBeNull();
    expect(notParsable).toBeNull();
    expect(parsed![inner]).toMatchObject({ id: null, mailboxIds: null, blobId: inner, subject: "Inner" });
    expect(Object.values(parsed![inner]!.bodyValues!)[0]?.value.trim()).toBe("inner text");
    expect(parsed![blobId!]).toMatchObject({ subject: "Outer", size: Buffer.byteLength(message) });
    const response = await t.client.download(t.accountId, parsed![inner]!.textBody![0]!.blobId!, "inner.txt");
    expect((await response.text()).trim()).toBe("inner text");
  });

  test("the default properties leave out what only a mailbox gives", async () => {
    const blobId = await t.upload("Subject: Up\r\n\r\ntext");
    const { parsed } = await t.call("Email/parse", { blobIds: [blobId] });
    expect(parsed![blobId]).toMatchObject({ subject: "Up", from: null, preview: "text" });
    for (const property of ["id", "threadId", "mailboxIds", "keywords", "receivedAt"]) {
      expect(parsed![blobId]).not.toHaveProperty(property);
    }
  });

  test("tells what is no message from what is not there", async () => {
    const text = await t.upload("this is not an email at all, just random text", "text/plain");
    const empty = await t.upload("", "text/plain");
    const { parsed, notParsable, notFound } = await t.call("Email/parse", { blobIds: [text, empty, "nothing"] });
    expect(parsed).toBeNull();
    expect(notParsable).toEqual([text, empty]);
    expect(notFound).toEqual(["nothing"]);
  });
});
