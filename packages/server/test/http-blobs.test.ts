import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { png } from "../../images/test/support/images.ts";
import { coreCapability } from "../src/methods/capabilities.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { type TestServer, testServer } from "./support/server.ts";
import { takeAllPlaces } from "./support/taken-places.ts";

const maxUploadSize = 100_000;
const { maxConcurrentUpload } = coreCapability(maxUploadSize);
let server: TestServer;
beforeEach(async () => {
  server = await testServer({ maxUploadSize });
});
afterEach(() => server.close());

const headers = (token = server.token) => ({ host: "127.0.0.1", authorization: `Bearer ${token}` });
const upload = (payload: string | Buffer, type?: string, accountId = server.accountId, token = server.token) =>
  server.app.inject({
    method: "POST",
    url: `/jmap/upload/${accountId}/`,
    payload: Buffer.from(payload),
    headers: { ...headers(token), ...(type !== undefined && { "content-type": type }) },
  });
const uploaded = async (payload: string | Buffer, type = "text/plain") =>
  (await upload(payload, type)).json<{ blobId: string }>().blobId;
const download = (path: string, more: Record<string, string> = {}, accountId = server.accountId) =>
  server.app.inject({ url: `/jmap/download/${accountId}/${path}`, headers: { ...headers(), ...more } });

function* zeros(total: number) {
  for (let sent = 0; sent < total; sent += 10_000) yield Buffer.alloc(10_000);
}

async function storedBlobs(): Promise<number> {
  let count = 0;
  for await (const _ of server.store.blobs.list()) count++;
  return count;
}

async function deliver(message: string): Promise<string> {
  const { store, ingest, accountId } = server;
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const mailboxIds = [inbox?.id ?? ""];
  return (await ingest.deliver({ accountId, bytes: Buffer.from(message), mailboxIds })).blobId;
}

describe("upload", () => {
  test("[8620 §6.1] answers with 200, the size and the type as it was given", async () => {
    const response = await upload("привет", "text/plain; charset=UTF-8");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      accountId: server.accountId,
      blobId: expect.stringMatching(/^B[\w-]+$/) as string,
      type: "text/plain; charset=UTF-8",
      size: 12,
    });
  });

  test.each(["application/json", "multipart/form-data; boundary=x", "text/html"])(
    "takes any type as it is: %o",
    async (type) => {
      const payload = Buffer.from([0, 1, 2, 255, 13, 10]);
      const blobId = await uploaded(payload, type);
      expect((await download(`${blobId}/x`)).rawPayload).toEqual(payload);
    },
  );

  test.each(["", "nonsense", "a b/c"])("what is no media type is no type: %o", async (type) => {
    expect((await upload("x", type)).json()).toMatchObject({ type: "application/octet-stream", size: 1 });
  });

  test("takes nothing at all too", async () => {
    const response = await upload("", "text/plain");
    expect(response.json()).toMatchObject({ size: 0 });
    expect((await download(`${response.json<{ blobId: string }>().blobId}/x`)).body).toBe("");
  });

  test("[8620 §6.1] maxSizeUpload: refused as it crosses the limit, and nothing is kept", async () => {
    expect((await upload(Buffer.alloc(maxUploadSize))).statusCode).toBe(200);
    const before = await storedBlobs();
    const response = await upload(Buffer.alloc(maxUploadSize + 1));
    expect(response.statusCode).toBe(413);
    expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ type: "urn:ietf:params:jmap:error:limit", limit: "maxSizeUpload" });
    expect(await storedBlobs()).toBe(before);
  });

  test("maxSizeUpload without Content-Length: the sender can read the answer while it sends", async () => {
    const url = await server.listen();
    const response = await fetch(`${url}/jmap/upload/${server.accountId}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}` },
      body: ReadableStream.from(zeros(maxUploadSize * 50)),
      duplex: "half",
    });
    expect(response.status).toBe(413);
    expect(await storedBlobs()).toBe(0);
  });

  test("a cut-off upload leaves nothing and keeps no place taken", async () => {
    const { port } = new URL(await server.listen());
    const begun =
      `POST /jmap/upload/${server.accountId}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Authorization: Bearer ${server.token}\r\nContent-Length: 50000\r\n\r\n${"x".repeat(20_000)}`;
    const sockets = await takeAllPlaces(Number(port), begun, maxConcurrentUpload);
    expect((await upload("one more")).json()).toMatchObject({ limit: "maxConcurrentUpload" });
    const before = await storedBlobs();
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await upload("after that")).statusCode).toBe(200);
    expect(await storedBlobs()).toBe(before + 1);
  });

  test("into another's account finds no such account", async () => {
    const { accountId } = await server.addMailbox("anna");
    const { token } = await server.addMailbox("boris");
    expect((await upload("x", "text/plain", accountId, token)).statusCode).toBe(404);
    expect((await upload("x", "text/plain", "a999")).statusCode).toBe(404);
  });
});

const pngPart = (bytes: Buffer) =>
  `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`;

describe("download", () => {
  test("an image that would take gigabytes to draw is not given to be shown, and saved as it is", async () => {
    const [bomb, honest] = [png({ width: 20_000, height: 20_000 }), png()];
    const blobId = await deliver(
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${pngPart(bomb)}${pngPart(honest)}--b--\r\n`,
    );
    const shown = { "sec-fetch-dest": "image" };
    expect((await download(`${blobId}_1/a.png`, shown)).statusCode).toBe(422);
    expect((await download(`${blobId}_1/a.png`)).rawPayload).toEqual(bomb);
    expect((await download(`${blobId}_2/b.png`, shown)).rawPayload).toEqual(honest);
  });

  test("[8620 §6.2] gives the octets, under any name and without one", async () => {
    const blobId = await uploaded("the content");
    for (const path of [`${blobId}/x.txt`, `${blobId}/`, blobId, `${blobId}/a%2Fb%20%D1%8F.txt?type=text/plain`]) {
      const response = await download(path);
      expect([path, response.statusCode, response.body]).toEqual([path, 200, "the content"]);
      expect(response.headers["content-length"]).toBe("11");
    }
  });

  test("[8620 §6.2] has the type that was asked for", async () => {
    const blobId = await uploaded("x", "application/octet-stream");
    for (const type of ["text/plain", "image/png", "application/pdf", "text/plain; charset=utf-8", "message/rfc822"]) {
      const response = await download(`${blobId}/x?type=${encodeURIComponent(type)}`);
      expect(response.headers["content-type"]).toBe(type);
    }
  });

  test("without a type it has its own", async () => {
    expect((await download(`${await uploaded("x", "image/png")}/x`)).headers["content-type"]).toBe("image/png");
  });

  test.each([
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "application/rss+xml",
    "text/javascript",
    "application/x-javascript",
    "text/css",
    "application/x-shockwave-flash",
    "application/x-x509-ca-cert",
    "multipart/x-mixed-replace",
    "text/html\r\nx: y",
    "nonsense",
    "",
  ])("is never something that runs in our origin: %o", async (type) => {
    const blobId = await uploaded("<script>alert(1)</script>", "text/html");
    for (const query of [
      `?type=${encodeURIComponent(type)}`,
      "",
      `?type=text/plain&type=${encodeURIComponent(type)}`,
    ]) {
      const { headers: answer } = await download(`${blobId}/x.html${query}`);
      expect(answer["content-type"]).toBe("application/octet-stream");
      expect(answer["content-disposition"]).toMatch(/^attachment;/);
      expect(answer["x-content-type-options"]).toBe("nosniff");
      expect(answer["content-security-policy"]).toBe("default-src 'none'; sandbox");
    }
  });

  test.each([
    ["plain.txt", 'attachment; filename="plain.txt"'],
    ["отчёт 1.pdf", `attachment; filename="_____ 1.pdf"; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82%201.pdf`],
    ["caf\u00e9.txt", `attachment; filename="cafe.txt"; filename*=UTF-8''caf%C3%A9.txt`],
    ['a"b\\c.txt', 'attachment; filename="a_b_c.txt"'],
    ["../../etc/passwd", 'attachment; filename="_.._etc_passwd"'],
    [".htaccess", 'attachment; filename="htaccess"'],
    ["a\r\nset-cookie: x=y", 'attachment; filename="aset-cookie_ x=y"'],
    ["\u202egpj.exe", 'attachment; filename="gpj.exe"'],
    ["50% (1)'s.txt", `attachment; filename="50_ (1)'s.txt"; filename*=UTF-8''50%25%20%281%29%27s.txt`],
  ])("[6266 §4.3] the name %o is safe to save", async (name, disposition) => {
    const blobId = await uploaded("x");
    const { headers: answer } = await download(`${blobId}/${encodeURIComponent(name)}`);
    expect(answer["content-disposition"]).toBe(disposition);
  });

  test("a name of any length keeps its ending", async () => {
    const blobId = await uploaded("x");
    const { headers: answer } = await download(`${blobId}/${encodeURIComponent(`${"ж".repeat(300)}.pdf`)}`);
    expect(answer["content-disposition"]).toMatch(/\.pdf$/);
    expect(answer["content-disposition"]?.length).toBeLessThan(2000);
  });

  test("is kept by the browser, for its own reader alone", async () => {
    const blobId = await uploaded("x");
    const { headers: answer } = await download(`${blobId}/x`);
    expect(answer["cache-control"]).toMatch(/private.*immutable/);
    const tag = String(answer.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await download(`${blobId}/x`, { "if-none-match": known });
      expect(again).toMatchObject({ statusCode: 304, body: "" });
      expect(again.headers.etag).toBe(tag);
      expect(again.headers).not.toHaveProperty("content-type");
    }
    expect((await download(`${blobId}/x`, { "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=8-", "89", "bytes 8-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=5-99", "56789", "bytes 5-9/10"],
  ])("[9110 §14] a range of a blob: %s", async (range, body, contentRange) => {
    const response = await download(`${await uploaded("0123456789")}/x`, { range });
    expect(response).toMatchObject({ statusCode: 206, body });
    expect(response.headers["content-range"]).toBe(contentRange);
  });

  test.each(["bytes=-", "bytes=5-2", "bytes=0-1,3-4", "octets=0-1", "bytes=20-"])(
    "[9110 §14.2] a range that cannot be had is not heeded: %s",
    async (range) => {
      const response = await download(`${await uploaded("0123456789")}/x`, { range });
      expect(response).toMatchObject({ statusCode: 200, body: "0123456789" });
    },
  );

  const message = [
    "Subject: parts",
    "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "Content-Type: text/html",
    "",
    "<b>html</b>",
    "--b",
    'Content-Type: image/png; name="p.png"',
    "Content-Transfer-Encoding: base64",
    "",
    "iVBORw0KGgo=",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Subject: inner",
    "",
    "inner text",
    "--b--",
    "",
  ].join("\r\n");

  test("a message and each of its parts, decoded, also in an attached message", async () => {
    const blobId = await deliver(message);
    const whole = await download(`${blobId}/letter.eml`);
    expect(whole.body).toBe(message);
    expect(whole.headers["content-type"]).toBe("message/rfc822");
    const picture = await download(`${blobId}_2/p.png`);
    expect(picture.rawPayload).toEqual(Buffer.from("iVBORw0KGgo=", "base64"));
    expect(picture.headers["content-type"]).toBe("image/png");
    expect((await download(`${blobId}_1/x.html`)).headers["content-type"]).toBe("application/octet-stream");
    expect((await download(`${blobId}_3_1/x.txt`)).body).toBe("inner text");
    expect(await download(`${blobId}_2/p.png`, { range: "bytes=1-3" })).toMatchObject({ statusCode: 206, body: "PNG" });
  });

  test("what is not there, and what is another's, look the same", async () => {
    const blobId = await deliver(message);
    const { accountId, token } = await server.addMailbox("anna");
    const asAnna = (account: string, blob: string) =>
      server.app.inject({ url: `/jmap/download/${account}/${blob}/x`, headers: headers(token) });
    const refusals = [
      await asAnna(server.accountId, blobId),
      await asAnna(accountId, blobId),
      await asAnna(accountId, `${blobId}_2`),
      await download(`${"B".padEnd(44, "x")}/x`),
      await download(`${blobId}_9/x`),
      await download(`${blobId}_../x`),
      await download("nonsense/x"),
      await download("..%2F..%2Fpismo.db/x"),
    ];
    for (const { statusCode, json } of refusals) {
      expect(statusCode).toBe(404);
      expect(json()).toMatchObject({ detail: "There is no such file" });
    }
  });
});
