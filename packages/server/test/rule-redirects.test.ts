/** To whom rules may send letters on: allowed in the person's own page, with their password. */
import { RULE_REDIRECTS } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { type Hosted, hosted, signIn, type SignedIn } from "./support/hosted.ts";

const password = "pässword-17";

describe.skipIf(!canRunDovecot)("of a server with people", () => {
  let dovecot: Dovecot;
  let server: Hosted;
  let running: Awaited<ReturnType<Hosted["serve"]>>;
  let url: string;
  let carol: SignedIn;
  let dave: SignedIn;

  beforeAll(async () => {
    dovecot = await startDovecot({ users: { carol: password, dave: password } });
    server = await hosted(dovecot.port);
    running = await server.serve();
    ({ url } = running);
    carol = await signIn(url, "carol", password);
    dave = await signIn(url, "dave", password);
  });
  afterAll(async () => {
    await server.close();
    await dovecot.stop();
  });

  const send = (method: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/auth/redirects`, {
      method,
      headers: { "content-type": "application/json", origin: url, cookie: carol.cookie, ...headers },
      body: JSON.stringify({ accountId: carol.accountId, address: "Ann@c.example", ...body }),
    });
  const allowed = async (): Promise<string[]> => {
    const answer = await fetch(`${url}/auth/redirects?account=${carol.accountId}`, {
      headers: { cookie: carol.cookie },
    });
    return ((await answer.json()) as { list: { address: string }[] }).list.map(({ address }) => address);
  };
  const storeScript = async (text = 'redirect "ann@c.example";') => {
    const { client, accountId } = carol;
    const { blobId } = await client.upload(accountId, new TextEncoder().encode(text), "application/sieve");
    return client.call("SieveScript/set", { accountId, create: { s: { name: null, blobId } } as never });
  };

  test("the session says that a password is needed", async () => {
    const { capabilities, accounts } = await carol.client.session();
    expect(capabilities[RULE_REDIRECTS]).toEqual({ url: `${url}/auth/redirects`, needsPassword: true });
    expect(accounts[carol.accountId]!.accountCapabilities[RULE_REDIRECTS]).toEqual({});
  });

  test("nothing but the person's own page with the password allows an address", async () => {
    const token = (await server.pismo("token", "create", "phone", "--mailbox", "carol")).stdout.trim();
    const refused: [number, Promise<Response>][] = [
      [401, send("POST", { password: "wrong" })],
      [401, send("POST", {})],
      [403, send("POST", { password }, { origin: "https://evil.example" })],
      [403, send("POST", { password }, { cookie: "", authorization: `Bearer ${token}` })],
      [404, send("POST", { password }, { cookie: dave.cookie })],
      [400, send("POST", { password, address: "ann" })],
      [400, send("POST", { password }, { "content-type": "text/plain" })],
    ];
    for (const [status, answer] of refused) expect((await answer).status).toBe(status);
    expect(await allowed()).toEqual([]);
    expect((await storeScript()).notCreated!["s"]).toMatchObject({ type: "redirectNotAllowed" });
  });

  test("once it is allowed, a script may name it, until the person takes that back; the audit log tells both", async () => {
    expect((await send("POST", { password })).status).toBe(204);
    expect(await allowed()).toEqual(["ann@c.example"]);
    expect((await storeScript()).notCreated).toBeNull();
    expect((await send("DELETE", {})).status).toBe(204);
    expect(await allowed()).toEqual([]);
    expect((await storeScript()).notCreated!["s"]).toMatchObject({ type: "redirectNotAllowed" });
    const log = JSON.parse((await server.pismo("audit", "--json")).stdout) as { detail: string | null }[];
    const details = log.flatMap(({ detail }) => detail ?? []);
    expect(details).toContain("letters may be sent on to Ann@c.example");
    expect(details).toContain("letters are no longer sent on to Ann@c.example");
    expect(JSON.stringify(log)).not.toContain(password);
  });

  test("where the administrator forbids it later, the rules that are there may stay and be changed", async () => {
    expect((await send("POST", { password })).status).toBe(204);
    running.child.kill();
    await running.ended;
    running = await server.serve({ PISMO_REDIRECT_LIMIT: "0" });
    ({ url } = running);
    carol = await signIn(url, "carol", password);
    expect((await storeScript('stop; redirect "ann@c.example";')).notCreated).toBeNull();
    expect((await storeScript('redirect "bob@c.example";')).notCreated!["s"]).toMatchObject({
      type: "redirectNotAllowed",
      description: "line 1: rules may not send letters on here",
    });
    expect((await send("POST", { password, address: "bob@c.example" })).status).toBe(403);
  });
});
