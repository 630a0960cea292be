/** Guessing at the sign-in ends early, and locks no other person out. */
import { hash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nameKey } from "../src/auth/sign-in.ts";
import { createPasswordCheck } from "../src/bridge/imap/connection/check-password.ts";
import { createLogger } from "../src/log.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { type TestServer, testServer } from "./support/server.ts";

const page = { host: "127.0.0.1", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };
const domain = "pismo.localhost";
const home = "192.0.2.10";

test("spellings of one name count as one", () => {
  const names = ["bob", " Bob ", `bob@${domain}`, `BOB@${domain.toUpperCase()}`].map((name) => nameKey(name, domain));
  expect(new Set(names)).toEqual(new Set(["bob"]));
  expect(nameKey("bob@other.example", domain)).toBe("bob@other.example");
});

describe.skipIf(!canRunDovecot)("who guesses has to wait", () => {
  let dovecot: Dovecot;
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    dovecot = await startDovecot({ settings: "login_trusted_networks = 127.0.0.0/8" });
  });
  afterAll(() => dovecot.stop());
  beforeEach(async () => {
    ({ port } = dovecot);
    const [vault, log] = [vaultWith(new Uint8Array(32).fill(7)), createLogger("silent")];
    server = await testServer({
      publicUrl: "http://127.0.0.1",
      checkPassword: (store) => (username, password, clientAddress) =>
        createPasswordCheck({
          store,
          vault,
          server: { host: "127.0.0.1", port, security: "plain", smtpUrl: null },
          domain,
          log,
        })(username, password, clientAddress),
    });
  });
  afterEach(() => server.close());

  const signIn = (username: string, password: string, address: string, cookie = "") =>
    server.app.inject({
      method: "POST",
      url: "/auth/sign-in",
      headers: {
        ...page,
        "content-type": "application/json",
        "x-forwarded-for": `203.0.113.1, ${address}`,
        ...(cookie !== "" && { cookie }),
      },
      payload: JSON.stringify({ username, password }),
    });
  const status = async (...args: Parameters<typeof signIn>): Promise<number> => (await signIn(...args)).statusCode;
  /** Twelve wrong passwords at once from one address. @returns how many the mail server was asked about */
  async function guess(username: string, address: string, cookie = ""): Promise<number> {
    const tries = Array.from({ length: 12 }, () => status(username, "wrong", address, cookie));
    return (await Promise.all(tries)).filter((code) => code === 401).length;
  }
  /** Enters, and gives what the browser is known by. */
  async function enter(username: string, address = home): Promise<string> {
    const answer = await signIn(username, dovecot.password, address);
    expect(answer.statusCode).toBe(204);
    const cookie = answer.cookies.find(({ name }) => name.startsWith("pismo_browser"));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/auth/sign-in" });
    return `${cookie?.name}=${cookie?.value}`;
  }

  test("from one address, by any spelling of the name; the person elsewhere gets in", async () => {
    expect(await guess("ann", "198.51.100.1")).toBe(10);
    const blocked = await signIn("ann", dovecot.password, "198.51.100.1");
    expect(blocked.statusCode).toBe(429);
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(0);
    expect(await status(`Ann@${domain}`, dovecot.password, "198.51.100.1")).toBe(429);
    expect(await status("ann", dovecot.password, home)).toBe(204);
    expect(await status("bob", dovecot.password, "198.51.100.1")).toBe(204);
  });

  test("from many addresses at once; a browser in which the person signed in before gets in", async () => {
    const browser = await enter("ann");
    const guesses: number[] = [];
    for (let each = 1; each <= 6; each++) guesses.push(await guess("ann", `198.51.100.${each}`));
    expect(guesses).toEqual([10, 10, 10, 10, 10, 0]);
    expect(await status("ann", dovecot.password, "192.0.2.99")).toBe(429);
    expect(await status(`ann@${domain}`, dovecot.password, "192.0.2.99", browser)).toBe(204);
    // It is known for ann alone, and is worth no more than some guesses itself.
    expect(await guess("bob", "198.51.100.7")).toBe(10);
    expect(await status("bob", dovecot.password, "198.51.100.7", browser)).toBe(429);
    expect(await guess("ann", home, browser)).toBe(10);
  });

  test("who has an account cannot wash guesses at others clean with it", async () => {
    const address = "198.51.100.9";
    const others = Array.from({ length: 29 }, (_, each) => status(`person-${each}`, "wrong", address));
    expect(new Set(await Promise.all(others))).toEqual(new Set([401]));
    expect(await status("eve", dovecot.password, address)).toBe(204);
    expect(await status("person-29", "wrong", address)).toBe(401);
    expect(await status("person-30", "wrong", address)).toBe(429);
  });

  test("while the mail server is away nothing counts as a guess", async () => {
    port = 1;
    const codes = new Set<number>();
    for (let tries = 0; tries < 12; tries++) codes.add(await status("ann", dovecot.password, home));
    expect(codes).toEqual(new Set([503]));
    ({ port } = dovecot);
    expect(await status("ann", dovecot.password, home)).toBe(204);
  });

  test("a browser is known by a secret of ours alone, of which the store has the hash", async () => {
    const planted = `pismo_browser_80=pismo_${"x".repeat(43)}`;
    const given = (await signIn("ann", dovecot.password, home, planted)).cookies.find(({ name }) =>
      name.startsWith("pismo_browser"),
    );
    expect(`${given?.name}=${given?.value}`).not.toBe(planted);
    const rows = await server.store.read((reader) =>
      reader.all<{ secret_hash: string; name: string }>("select secret_hash, name from known_browser"),
    );
    expect(rows).toEqual([{ secret_hash: hash("sha256", given!.value, "base64url"), name: "ann" }]);
    // The same browser is another person's too, and keeps its secret.
    const again = await signIn("bob", dovecot.password, home, `${given?.name}=${given?.value}`);
    expect(again.cookies.find(({ name }) => name.startsWith("pismo_browser"))?.value).toBe(given!.value);
  });

  test("the mail server is told the person's address, for limits and a log of its own", async () => {
    await signIn("ann", dovecot.password, home);
    await signIn("ann", dovecot.password, "2001:db8::5");
    await signIn("ann", "wrong", "192.0.2.77");
    await expect.poll(() => dovecot.log()).toMatch(/Login: user=<ann>.*rip=192\.0\.2\.10,/);
    await expect.poll(() => dovecot.log()).toMatch(/Login: user=<ann>.*rip=2001:db8::5,/);
    await expect.poll(() => dovecot.log()).toMatch(/auth failed.*user=<ann>.*rip=192\.0\.2\.77,/);
    expect(dovecot.log()).not.toContain("rip=203.0.113.1");
  });
});
