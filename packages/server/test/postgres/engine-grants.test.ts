/** Two processes in front of a JMAP engine, one session: the provider's tokens are renewed once for both. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type EngineWorld, engineWorld, mailboxes, PERSON } from "../oauth/engine-world.ts";
import { commandLine, type CommandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";
import { onPort } from "../upstream/front.ts";

let world: EngineWorld;
let pismo: CommandLine;
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeEach(async () => {
  world = await engineWorld();
  pismo = commandLine();
  database = await createDatabase(inject("templateUrl"));
});
afterEach(async () => {
  await pismo.close();
  await database.drop();
  await world.close();
});

/** As the administrator sets it up. */
async function settings(): Promise<Record<string, string>> {
  const { issuer, clientId, clientSecret, scopes } = world.provider;
  const file = `${pismo.dataDir}-providers.json`;
  const provider = { name: "Example Mail", issuer, clientId, clientSecret, scopes, jmap: world.proxy.url };
  await writeFile(file, JSON.stringify([provider]));
  return {
    PISMO_MODE: "hosted",
    PISMO_JMAP_URL: world.proxy.url,
    PISMO_OAUTH_FILE: file,
    PISMO_DATABASE_URL: database.url,
    PISMO_SECRET_KEY: randomBytes(32).toString("base64"),
  };
}

const cookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0]!)
    .join("; ");

/** @returns the cookie of the session */
async function enter(url: string): Promise<string> {
  const begun = await fetch(`${url}/auth/oauth/start`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ provider: "example-mail" }),
  });
  const back = await world.authority.walkThrough(((await begun.json()) as { url: string }).url, PERSON);
  const reply = await fetch(back, { redirect: "manual", headers: { cookie: cookieOf(begun) } });
  expect(reply.headers.get("location")).toMatch(/done=enter/);
  return cookieOf(reply);
}

const list = (url: string, cookie: string) =>
  fetch(`${url}/jmap/api`, {
    method: "POST",
    headers: {
      origin: url,
      cookie: onPort(cookie.replaceAll(/_\d+=/g, "_80="), url),
      "content-type": "application/json",
    },
    body: mailboxes(world.engine.accountId),
  });

test("both renew at once: the grant is used once, and both go on with the new token", async () => {
  const env = await settings();
  const [one, two] = await Promise.all([pismo.serve(env), pismo.serve(env)]);
  const cookie = await enter(one.url);
  const both = () => Promise.all([one, two].map(async ({ url }) => (await list(url, cookie)).status));
  expect(await both()).toEqual([200, 200]);
  expect(world.renewals()).toBe(0);
  // The engine refuses what both have; a refresh token is good for one answer.
  for (const renewals of [1, 2, 3]) {
    await world.authority.revokeAccessTokens(PERSON);
    expect(await both()).toEqual([200, 200]);
    expect(world.renewals()).toBe(renewals);
  }
  // What one process has heard of the provider, the other knows.
  await world.authority.revokeAll(PERSON);
  expect((await list(one.url, cookie)).status).toBe(401);
  expect((await list(two.url, cookie)).status).toBe(401);
  expect(world.renewals()).toBe(4);
});
