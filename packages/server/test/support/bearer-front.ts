/** Stands in front of Radicale as a provider's own address book server does: it asks the provider whose a token is. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface BearerFront {
  url: string;
  /** The Authorization field of each request. */
  shown: (string | undefined)[];
  close(): Promise<void>;
}

/** @param introspection with the name and the password of a resource server (RFC 7662) */
export async function startBearerFront(target: string, introspection: string, scope: string): Promise<BearerFront> {
  const { username, password, href } = new URL(introspection);
  const endpoint = href.replace(`${username}:${password}@`, "");
  const whose = async (token: string): Promise<{ active: boolean; sub?: string; scope?: string }> => {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ token }),
    });
    return (await answer.json()) as { active: boolean };
  };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url = "", headers } = request;
      const { authorization } = headers;
      shown.push(authorization);
      const found = await whose(authorization?.replace(/^Bearer /, "") ?? "");
      if (!found.active)
        return response.writeHead(401, { "www-authenticate": 'Bearer realm="r", error="invalid_token"' }).end();
      if (!found.scope?.split(" ").includes(scope))
        return response
          .writeHead(403, { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` })
          .end();
      const { authorization: _, ...rest } = headers;
      const asked = httpRequest(new URL(url, target), {
        method,
        headers: { ...rest, "x-remote-user": found.sub ?? "" },
      });
      request.pipe(asked);
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return answer.pipe(response);
    })().catch(() => request.socket.destroy());
  }).listen(0, "127.0.0.1");
  const shown: (string | undefined)[] = [];
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shown,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
