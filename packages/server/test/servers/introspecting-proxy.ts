/**
 * What stands in front of a JMAP engine that takes no tokens of a provider itself: a reverse proxy that asks the provider
 * whose a token is (RFC 7662), and passes the request on with the engine's own credential.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

interface IntrospectingProxy {
  /** For PISMO_JMAP_URL, and the engine's PISMO_PUBLIC_URL: it names its URLs under our origin. */
  url: string;
  /** Set when the engine has been started. */
  behind: Behind | undefined;
  /** Requests that it has refused. */
  refused: number;
  close(): Promise<void>;
}

interface Behind {
  engineUrl: string;
  /** The engine's credential of each person: a token, or what its Authorization field holds. */
  tokens: Readonly<Record<string, string>>;
}

/** @returns the person; undefined: the token is not valid */
async function ownerOf(token: string, introspection: string): Promise<string | undefined> {
  const url = new URL(introspection);
  const credential = Buffer.from(`${url.username}:${url.password}`).toString("base64");
  url.username = url.password = "";
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Basic ${credential}` },
    body: new URLSearchParams({ token }),
  });
  const { active, sub } = (await response.json()) as { active?: boolean; sub?: string };
  return active ? sub : undefined;
}

/** @param introspection where tokens are introspected, with name and password */
export async function startIntrospectingProxy(introspection: string): Promise<IntrospectingProxy> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, given = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const { engineUrl = "", tokens = {} } = self.behind ?? {};
    const token = tokens[(given && (await ownerOf(given, introspection))) ?? ""];
    if (token === undefined) {
      self.refused++;
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? "/", self.url);
    const headers = {
      ...request.headers,
      authorization: token.includes(" ") ? token : `Bearer ${token}`,
      "x-forwarded-host": new URL(self.url).host,
    };
    const onward = httpRequest(new URL(`${pathname}${search}`, engineUrl), { method: request.method, headers });
    onward.on("error", () => response.destroy());
    onward.on("response", (found) => {
      // The caller has gone.
      if (response.destroyed) return void found.destroy();
      response.writeHead(found.statusCode ?? 502, found.headers);
      return void pipeline(found, response, () => undefined);
    });
    pipeline(request, onward, () => undefined);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const self: IntrospectingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind: undefined,
    refused: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}
