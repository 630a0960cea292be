/** A push service of the tests: it takes messages as RFC 8030 says, and reads them as a browser and a service would. */
import type { NotificationMessage, PushVerification } from "@pismo/jmap";
import { importJWK, jwtVerify, type JWTVerifyResult } from "jose";
import { createECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

const { decrypt } = createRequire(import.meta.url)("http_ece") as {
  decrypt(content: Buffer, options: { version: "aes128gcm"; privateKey: object; authSecret: string }): Buffer;
};

export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came, encrypted. */
  body: Buffer;
  message: NotificationMessage | PushVerification;
}

/** What a page gets of PushManager.subscribe. */
export interface PushEndpoint {
  url: string;
  keys: { p256dh: string; auth: string };
}

export interface PushServiceOfTests {
  origin: string;
  pushed: Pushed[];
  /** The next answers; 201 after them. */
  answers: { status: number; headers?: Record<string, string> }[];
  newEndpoint(): PushEndpoint;
  /** RFC 8292 §2, §3. @throws Error where the token is not signed for this service */
  verified(push: Pushed): Promise<JWTVerifyResult & { key: string }>;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushServiceOfTests> {
  const endpoints = new Map<string, { privateKey: object; authSecret: string }>();
  const pushed: Pushed[] = [];
  const answers: PushServiceOfTests["answers"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(chunks);
      const plain = decrypt(body, { version: "aes128gcm", ...endpoints.get(path)! });
      const message = JSON.parse(plain.toString()) as Pushed["message"];
      const { status, headers } = answers.shift() ?? { status: 201 };
      pushed.push({ path, headers: request.headers, body, message });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushed,
    answers,
    newEndpoint() {
      const privateKey = createECDH("prime256v1");
      const p256dh = privateKey.generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      const path = `/push/${randomBytes(8).toString("hex")}`;
      endpoints.set(path, { privateKey, authSecret: auth });
      return { url: `${origin}${path}`, keys: { p256dh, auth } };
    },
    async verified({ headers }) {
      const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
      const point = Buffer.from(key, "base64url");
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
      const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256");
      return { ...(await jwtVerify(token, publicKey, { audience: origin })), key };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
