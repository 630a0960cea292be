/** In front of a server of ours: Email/import refuses a message that the account has already (RFC 8621 §4.8). */
import { type Email, type Id, type Invocation, type JmapRequest, type SetError } from "@pismo/jmap";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestServer } from "../support/server.ts";

export interface UniqueFront {
  port: number;
  close(): void;
}

interface Import {
  accountId: Id;
  emails: Record<Id, { blobId: Id }>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Those of the account by their blobs: the same bytes are the same blob. */
async function emailsByBlob({ accountId, client }: TestServer): Promise<Map<Id, Id>> {
  const { ids } = await client.call("Email/query", { accountId });
  const { list } = await client.call("Email/get", { accountId, ids, properties: ["id", "blobId"] });
  return new Map((list as Email[]).map(({ id, blobId }) => [blobId, id]));
}

function importOf(incoming: IncomingMessage, body: Buffer): Import | undefined {
  if (incoming.headers["content-type"] !== "application/json") return undefined;
  const [call] = (JSON.parse(body.toString("utf8")) as JmapRequest).methodCalls;
  return call?.[0] === "Email/import" ? (call[1] as unknown as Import) : undefined;
}

export async function openUniqueFront(engine: TestServer, enginePort: number): Promise<UniqueFront> {
  const pass = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> =>
    new Promise((done) => {
      if (response.closed) return done();
      const { method, url, headers } = incoming;
      const inner = request({ port: enginePort, host: "127.0.0.1", method, path: url, headers }, (outcome) => {
        response.writeHead(outcome.statusCode!, outcome.headers);
        outcome.pipe(response);
      });
      response.on("close", done);
      inner.on("error", () => response.destroy());
      inner.end(body);
      return undefined;
    });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const given = importOf(incoming, body);
    const known = given && (await emailsByBlob(engine));
    const there = Object.entries(given?.emails ?? {}).flatMap(([creationId, { blobId }]): [Id, SetError][] => {
      const existingId = known!.get(blobId);
      return existingId === undefined ? [] : [[creationId, { type: "alreadyExists", existingId }]];
    });
    if (there.length === 0) return pass(incoming, body, response);
    const result = { accountId: given!.accountId, created: null, notCreated: Object.fromEntries(there) };
    const methodResponses: Invocation[] = [["Email/import", result, "0"]];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ methodResponses, sessionState: "1" }));
    return undefined;
  }

  // One after the other: what one stores, the next one finds.
  let last: Promise<void> = Promise.resolve();
  const server = createServer((incoming, response) => {
    last = last.then(() => answer(incoming, response)).catch(() => void response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
