/** Files of a letter are kept and sent as its client gave them: what a picture may say is the form's business. */
import type { Email, Id, SetError } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg, jpegExif, png } from "../../images/test/support/images.ts";
import { eventually } from "../../jmap/test/eventually.ts";
import { type Jmap, jmap, lines } from "./support/jmap.ts";

const me = "you@pismo.localhost";
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1", "latin1");

let t: Jmap;
let drafts: Id;
beforeAll(async () => {
  t = await jmap({ sends: true });
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

const files: [what: string, content: Buffer, type: string, name: string][] = [
  ["text called JPEG", Buffer.from("no picture"), "image/jpeg", "a.jpg"],
  ["SVG called PNG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/png", "a.png"],
  ["JPEG called PNG", jpeg(), "image/png", "a.png"],
  ["JPEG of an unknown type", jpeg(jpegExif(1)), "application/octet-stream", "photo.bin"],
  ["HEIC", heic, "image/heic", "a.heic"],
  ["TIFF", Buffer.from("II*\0\x08\0\0\0", "latin1"), "image/tiff", "scan.tiff"],
  ["PNG that is cut off", png().subarray(0, -4), "image/png", "a.png"],
  ["JPEG that is cut off", jpeg().subarray(0, -4), "image/jpeg", "a.jpg"],
  ["PNG of 20,000 × 20,000 pixels", png({ width: 20_000, height: 20_000 }), "image/png", "a.png"],
  ["JPEG with a place in it", jpeg(jpegExif(6)), "image/jpeg", "dacha.jpg"],
  ["large JPEG with a place in it", Buffer.concat([jpeg(jpegExif(6)), Buffer.alloc(20_000)]), "image/jpeg", "b.jpg"],
  ["JPEG called a message", jpeg(jpegExif(6)), "message/rfc822", "a.eml"],
  ["one long line called a message", Buffer.from("x".repeat(5000)), "message/global", "b.eml"],
  ["JPEG called a text", jpeg(), "text/html", "a.html"],
  ["an empty file called PNG", Buffer.alloc(0), "image/png", "empty.png"],
];

test.each(files)("[8621 §4.6] a draft keeps its file as it was given: %s", async (_, content, type, name) => {
  const kept = await filesOf(await create(await upload(name, content, type)));
  expect(kept).toEqual([{ blobId: expect.any(String) as string, type, name, content }]);
});

test.each(files)("[8621 §7.5] a letter is sent with its file as it was given: %s", async (_, content, type, name) => {
  const letter = (await create(await upload(name, content, type))) as { id: Id };
  const { messageId } = await t.email(letter.id, ["messageId"]);
  expect(await submit(letter.id)).toBeUndefined();
  const arrived = await eventually(async () => {
    const filter = { inMailbox: t.role["inbox"], header: ["Message-ID", messageId![0]] };
    const [id] = (await t.call("Email/query", { filter })).ids;
    if (!id) throw new Error("It has not arrived");
    return id;
  });
  expect(await filesOf({ id: arrived })).toMatchObject([{ type, name, content }]);
});

test("a message that another program made is sent as it is", async () => {
  const boundary = "b";
  const message = lines(
    `From: ${me}`,
    `To: ${me}`,
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    "",
    `--${boundary}`,
    "Content-Type: image/png; name=a.png",
    "Content-Transfer-Encoding: base64",
    "",
    jpeg(jpegExif(1)).subarray(0, -4).toString("base64"),
    `--${boundary}--`,
  );
  expect(await submit(await t.importMessage(message, { mailboxIds: [drafts], keywords: ["$draft"] }))).toBeUndefined();
});
