import { expect, test } from "vitest";
import { loadBlob, partBlobId } from "./part-blob.ts";

const inner =
  "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\n--i--\r\n";
const message = Buffer.from(
  `Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\n\r\ntext\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--o--\r\n`,
);
const outlook = `Content-Type: application/ms-tnef\r\n\r\ncontainer`;
const mime = {
  unpack: async (container: Uint8Array) =>
    Buffer.from(container).toString() === "container"
      ? Buffer.from("Content-Type: text/plain\r\n\r\nwords")
      : undefined,
};
/** A content address may hold the sign that parts ids from paths. */
const base = `B_${"a".repeat(41)}_`;
const outlookBase = `B_${"b".repeat(41)}_`;
const load = async (blobId: string): Promise<Uint8Array | undefined> =>
  ({ [base]: message, [outlookBase]: Buffer.from(outlook) })[blobId];
const text = async (blobId: string): Promise<string | undefined> => {
  const found = await loadBlob(blobId, load, mime);
  return found && Buffer.from(found.bytes).toString();
};

test("a stored blob, a part of it, a part of a message attached to it", async () => {
  expect(await text(base)).toBe(message.toString());
  expect(await text(partBlobId(base, "1"))).toBe("text");
  expect(await text(partBlobId(base, "2"))).toBe(inner);
  expect(await text(partBlobId(partBlobId(base, "2"), "1"))).toBe("abc");
});

test("the part itself comes with its content", async () => {
  expect((await loadBlob(partBlobId(base, "2"), load, mime))?.part?.type).toBe("message/rfc822");
  expect((await loadBlob(base, load, mime))?.part).toBeUndefined();
});

test("a container is unpacked by the threads, never here", async () => {
  expect(await text(`${outlookBase}_1`)).toBe("container");
  expect(await text(`${outlookBase}_1_1`)).toBe("words");
});

test("ids are written with dashes, because dots are not allowed in them [8620 §1.2]", () => {
  expect(partBlobId("B1", "2.1.3")).toBe("B1_2-1-3");
});

test.each(["3", "1-1", "x", "", "2_2", `2${"_1".repeat(50)}`])("nothing is at %j", async (path) => {
  expect(await text(`${base}_${path}`)).toBeUndefined();
  expect(await text(`C${base}_1`)).toBeUndefined();
});
