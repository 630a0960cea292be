/** Stands in front of an address book server, and spoils what a test says. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * lost: the server does what is asked, and its answer never arrives. held: there is neither an answer nor an end. A number:
 * it is not asked, and this is the answer.
 */
export type Fault = "pass" | "lost" | "held" | number;

export interface DavProxy {
  url: string;
  /** What becomes of a request. */
  rule: (method: string, path: string, body: string) => Fault;
  /** Changes what the server answers. */
  edit: (text: string) => string;
  /** "METHOD path" of each. */
  requests: string[];
  /** If-Match of those that had one. */
  conditions: string[];
  /** ETags are weak ones (RFC 9110 §8.8.1). */
  isWeak: boolean;
  /** From now on the server is away; what it was asked before has been answered. */
  goAway(): Promise<void>;
  comeBack(): void;
  close(): Promise<void>;
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export async function startDavProxy(target: string): Promise<DavProxy> {
  let isAway = false;
  const running = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    const answered = (async () => {
      const { method = "", url = "", headers } = request;
      const body = await textOf(request);
      proxy.requests.push(`${method} ${url}`);
      if (headers["if-match"] !== undefined) proxy.conditions.push(headers["if-match"]);
      const fault = isAway ? 503 : proxy.rule(method, url, body);
      if (fault === "held") return undefined;
      if (typeof fault === "number") return response.writeHead(fault).end();
      const asked = httpRequest(new URL(url, target), { method, headers });
      asked.end(body);
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      const text = await textOf(answer);
      if (fault === "lost") return request.socket.destroy();
      const edited = proxy.edit(proxy.isWeak ? text.replaceAll("<getetag>", "<getetag>W/") : text);
      const rest = Object.fromEntries(
        Object.entries(answer.headers).filter(([name]) => !/^(content-length|transfer-encoding)$/.test(name)),
      );
      if (proxy.isWeak && typeof rest["etag"] === "string") rest["etag"] = `W/${rest["etag"]}`;
      return response.writeHead(answer.statusCode ?? 502, rest).end(edited);
    })().catch(() => request.socket.destroy());
    running.add(answered);
    void answered.finally(() => running.delete(answered));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: DavProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rule: () => "pass",
    edit: (text) => text,
    requests: [],
    conditions: [],
    isWeak: false,
    async goAway() {
      isAway = true;
      await Promise.all(running);
    },
    comeBack() {
      isAway = false;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
