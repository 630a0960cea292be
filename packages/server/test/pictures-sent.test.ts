/** Pictures that go out, whatever program wrote the letter: docs/decisions, pictures that are sent. */
import type { Email, Id, SetError } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gif, jpeg, jpegExif, png, webp, webpChunk, exif } from "../../jmap/test/support/pictures.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

const me = "you@pismo.localhost";
const place = "55.7558";
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1", "latin1");

let t: Jmap;
let drafts: Id;
beforeAll(async () => {
  t = await jmap();
  drafts = t.role["drafts"]!;
});
afterAll(() => t.close());

interface File {
  blobId: Id;
  type: string;
  name: string;
}
const upload = async (name: string, content: Buffer | string, type = "image/jpeg"): Promise<File> => ({
  blobId: await t.upload(typeof content === "string" ? content : new Uint8Array(content), type),
  type,
  name,
});

async function create(...attachments: File[]): Promise<{ id: Id } | SetError> {
  const letter = {
    mailboxIds: { [drafts]: true },
    from: [{ email: me }],
    to: [{ email: me }],
    bodyValues: { t: { value: "text" } },
    textBody: [{ partId: "t" }],
    attachments,
  };
  const { created, notCreated } = await t.call("Email/set", { create: { new: letter } });
  return (created?.["new"] as Email | undefined) ?? notCreated!["new"]!;
}
/** The files of a letter with their octets. */
async function filesOf(letter: { id: Id } | SetError) {
  if (!("id" in letter)) throw new Error(JSON.stringify(letter));
  const { attachments } = await t.email(letter.id, ["attachments"]);
  return Promise.all(
    attachments!.map(async ({ blobId, type, name }) => {
      const file = await t.client.download(t.accountId, blobId!, "file");
      return { blobId: blobId!, type, name: name!, content: Buffer.from(await file.arrayBuffer()) };
    }),
  );
}
async function submit(emailId: Id): Promise<SetError | undefined> {
  const identityId = (await t.call("Identity/get")).list[0]!.id;
  return (await t.call("EmailSubmission/set", { create: { s: { identityId, emailId } } })).notCreated?.["s"];
}

test("a photograph goes out without its place and right way up, its picture as it was", async () => {
  const [file] = await filesOf(await create(await upload("dacha.jpg", jpeg(jpegExif(6)))));
  const kept = jpeg(Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010006000000000000", "hex"));
  expect(file).toMatchObject({ type: "image/jpeg", name: "dacha.jpg" });
  expect(file!.content).toEqual(kept);
});

test("PNG, WebP and GIF as well; what other files hold is not touched", async () => {
  const letter = await create(
    await upload("a.png", Buffer.concat([png(), Buffer.from(place)]), "image/png"),
    await upload("b.webp", webp(0x08, webpChunk("EXIF", exif(1))), "image/webp"),
    await upload("c.gif", gif(Buffer.from(`\x21\xfe\x07${place}\0`, "latin1")), "image/gif"),
    await upload("d.txt", `Meet at ${place}`, "text/plain"),
  );
  const files = await filesOf(letter);
  expect(files.map(({ content }) => content.toString("latin1"))).toEqual(
    [png(), webp(), gif(), Buffer.from(`Meet at ${place}`)].map((bytes) => bytes.toString("latin1")),
  );
});

test("a picture that is called something else is cleaned as well", async () => {
  const [file] = await filesOf(await create(await upload("photo.bin", jpeg(jpegExif(1)), "application/octet-stream")));
  expect(file).toMatchObject({ type: "application/octet-stream", content: jpeg() });
});

test("a large photograph is cleaned in a worker, and stays whole", async () => {
  const pixels = png({ width: 900, height: 900 });
  const photograph = jpeg(jpegExif(3), Buffer.concat(Array.from({ length: 40 }, () => jpegExif(1))));
  expect(photograph.length).toBeLessThan(8192);
  const large = Buffer.concat([photograph, Buffer.alloc(20_000)]);
  const [first, second] = await filesOf(
    await create(await upload("a.jpg", large), await upload("b.png", Buffer.concat([pixels, Buffer.alloc(20_000)]))),
  );
  expect(first!.content.toString("latin1")).not.toContain(place);
  expect(second!.content).toEqual(pixels);
});

test("the type is that of the picture, whatever the letter says", async () => {
  const files = await filesOf(await create(await upload("a.png", jpeg(), "image/png")));
  expect(files).toMatchObject([{ type: "image/jpeg" }]);
});

test.each([
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
  "<html><script>alert(1)</script>",
  "%PDF-1.7",
])("%j called a picture goes as a file that nobody opens by itself", async (content) => {
  expect(await filesOf(await create(await upload("a.png", content, "image/png")))).toMatchObject([
    { type: "application/octet-stream", content: Buffer.from(content) },
  ]);
});

test.each([
  ["cut off", jpeg().subarray(0, -4), "image/jpeg", /damaged/],
  ["of 20,000 × 20,000 pixels", png({ width: 20_000, height: 20_000 }), "image/png", /pixels/],
  ["from a telephone, as HEIC", heic, "image/heic", /where/],
])("an upload %s is refused, with a word on why", async (_, content, type, words) => {
  expect(await create(await upload("a.file", content, type))).toMatchObject({
    type: "invalidProperties",
    properties: ["attachments"],
    description: expect.stringMatching(words) as string,
  });
});

const boundary = "b";
const imported = (content: Buffer, type = "image/jpeg"): Promise<Id> =>
  t.letter(
    lines(
      `From: ${me}`,
      `To: ${me}`,
      `Content-Type: multipart/mixed; boundary=${boundary}`,
      "",
      `--${boundary}`,
      `Content-Type: ${type}; name=a.jpg`,
      "Content-Transfer-Encoding: base64",
      "Content-Disposition: attachment",
      "",
      content.toString("base64"),
      `--${boundary}--`,
    ),
    { mailboxIds: [drafts], keywords: ["$draft"] },
  );

test.each([
  ["damaged", jpeg().subarray(0, -4), "image/jpeg"],
  ["from a telephone, as HEIC", heic, "image/heic"],
])("a letter that came with a picture that is %s can be sent on: it is then a file", async (_, picture, type) => {
  const [received] = await filesOf({ id: await imported(picture, type) });
  expect(received!.type).toBe(type);
  const { content, ...file } = received!;
  const letter = await create(file);
  expect(await filesOf(letter)).toMatchObject([{ type: "application/octet-stream", content }]);
  expect(await submit((letter as { id: Id }).id)).toBeUndefined();
});

test("[8621 §7.5] a message made elsewhere does not go out with a place in it, or with what is no picture", async () => {
  const refused = { type: "invalidEmail", properties: ["attachments"] };
  expect(await submit(await imported(jpeg(jpegExif(1))))).toMatchObject(refused);
  expect(await submit(await imported(Buffer.from("<svg/>"), "image/png"))).toMatchObject(refused);
  expect(await submit(await imported(Buffer.concat([jpeg(jpegExif(1)), Buffer.alloc(20_000)])))).toMatchObject(refused);
  expect(await submit(await imported(heic, "image/heic"))).toMatchObject(refused);
  expect(await submit(await imported(jpeg()))).toBeUndefined();
  expect(await submit(await imported(Buffer.from("a,b"), "text/csv"))).toBeUndefined();
});

test("what Email/set made of it goes out", async () => {
  const letter = await create(await upload("a.jpg", jpeg(jpegExif(6))));
  expect(await submit((letter as { id: Id }).id)).toBeUndefined();
});
