/** A Pismo in front of JMAP engines: signing in, and engines whose answers a test gives. */
import { CORE, type Id, type NewMailServer, type Session } from "@pismo/jmap";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { TestServer } from "../support/server.ts";

/** Headers of our own page. */
export const page = { host: "127.0.0.1", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };

export const signIn = (server: TestServer, username: string, password: string) =>
  server.app.inject({
    method: "POST",
    url: "/auth/sign-in",
    remoteAddress: "127.0.0.1",
    headers: { ...page, "content-type": "application/json" },
    payload: JSON.stringify({ username, password }),
  });

export const cookieOf = ({ cookies }: { cookies: { name: string; value: string }[] }): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** @returns the cookie */
export async function enter(server: TestServer, username: string, password: string): Promise<string> {
  const answer = await signIn(server, username, password);
  expect(answer.statusCode).toBe(204);
  return cookieOf(answer);
}

/** The engine's account, as a person adds it to another Pismo. */
export const remoteAccount = (engine: TestServer, jmapUrl: string): NewMailServer => ({
  name: "Ann",
  email: "ann@engine.example",
  username: "you@pismo.localhost",
  password: engine.token,
  imap: null,
  smtp: null,
  jmapUrl,
});

/** @returns its id at `own` */
export async function addRemoteAccount(own: TestServer, engine: TestServer, jmapUrl: string): Promise<Id> {
  const { created } = await own.client.call("MailServer/set", { create: { a: remoteAccount(engine, jmapUrl) } });
  return created!["a"]!.id!;
}

/** A JMAP engine whose answers a test gives. */
export async function scriptedEngine(
  answer: (request: IncomingMessage) => { status?: number; headers?: Record<string, string>; body?: unknown },
  port = 0,
): Promise<{ url: string; seen: IncomingMessage[]; close(): Promise<void> }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const { status = 200, headers = {}, body = "" } = answer(request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sessionWith = (urls: Partial<Session>): Partial<Session> => ({
  capabilities: { [CORE]: {} as never },
  accounts: {},
  primaryAccounts: {},
  username: "ann",
  apiUrl: "/api",
  state: "1",
  ...urls,
});

/** The cookie's name holds the port. */
export const onPort = (cookie: string, url: string): string => cookie.replaceAll(/_80=/g, `_${new URL(url).port}=`);
