/** Scripts of a real Dovecot, managed by ManageSieve (RFC 5804). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SignInNeeded } from "../../src/bridge/imap/connection/errors.ts";
import { openSieveSession } from "../../src/bridge/managesieve/open-session.ts";
import { mistakeIn, SieveRefusal } from "../../src/bridge/managesieve/refusal.ts";
import type { Login } from "../../src/bridge/managesieve/sasl.ts";
import { canDovecotManageSieve, type Dovecot, startDovecot } from "../servers/dovecot.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

describe.skipIf(!canDovecotManageSieve)(
  "at Dovecot (Debian: dovecot-managesieved, dovecot-sieve, dovecot-lmtpd)",
  () => {
    let dovecot: Dovecot;
    beforeAll(async () => {
      dovecot = await startDovecot({
        sieve: "sieve_quota_max_scripts = 3\nsieve_max_script_size = 20K",
        mechanisms: "plain login scram-sha-1 scram-sha-256",
      });
    });
    afterAll(() => dovecot?.stop());

    const open = (username: string, security: "starttls" | "plain" = "starttls", login?: Login) =>
      openSieveSession(
        { host: "localhost", port: dovecot.sievePort, security },
        login ?? { username, password: dovecot.password },
        { tls: { ca: dovecot.certificate } },
      );

    test("scripts are put, listed, read, activated, renamed and removed over TLS", async () => {
      const session = await open("ann");
      expect(session.capabilities.extensions).toEqual(expect.arrayContaining(["fileinto", "include", "vacation"]));
      const text = `# "Счёт" {3}\r\n\\ is a letter\r\nkeep;\r\n`.replace("\\ is", "# \\ is");
      expect(await session.list()).toEqual([]);
      expect(await session.put('a "b" \\ ж', text)).toBe("");
      await session.put("long", `# ${"x".repeat(5000)}\nkeep;\n`);
      expect(await session.get('a "b" \\ ж')).toBe(text);
      expect((await session.get("long")).length).toBe(5009);
      await session.activate("long");
      expect((await session.list()).toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
        { name: 'a "b" \\ ж', isActive: false },
        { name: "long", isActive: true },
      ]);
      await expect(session.remove("long")).rejects.toMatchObject({ code: "ACTIVE" });
      await session.rename('a "b" \\ ж', "short");
      await session.remove("short");
      await session.activate("");
      expect(await session.list()).toEqual([{ name: "long", isActive: false }]);
      session.close();
    });

    test("mistakes are told with their lines, and refusals with their codes", async () => {
      const session = await open("bob");
      const wrong = await session
        .check('require "fileinto";\n\nfileinto "A";\nnonsense;\n')
        .catch((error: unknown) => error);
      expect(wrong).toBeInstanceOf(SieveRefusal);
      expect(mistakeIn((wrong as SieveRefusal).message)).toMatch(/^line 4: .*nonsense/);
      await expect(session.put("wrong", 'keep;\nrequire "no such thing";\n')).rejects.toBeInstanceOf(SieveRefusal);
      await expect(session.get("nowhere")).rejects.toMatchObject({ code: "NONEXISTENT" });
      for (const name of ["1", "2", "3"]) await session.put(name, "keep;");
      await expect(session.put("4", "keep;")).rejects.toMatchObject({ code: expect.stringMatching(/^QUOTA/) });
      await expect(session.put("1", `#${"x".repeat(21_000)}\n`)).rejects.toBeInstanceOf(SieveRefusal);
      // What was refused has changed nothing.
      expect(await session.get("1")).toBe("keep;");
      await expect(session.rename("1", "2")).rejects.toMatchObject({ code: "ALREADYEXISTS" });
      session.close();
    });

    test("without TLS the password does not leave: SCRAM, with either hash", async () => {
      for (const mechanisms of ["scram-sha-256", "scram-sha-1"]) {
        dovecot.configure({ mechanisms });
        await dovecot.restart();
        const session = await open("carl", "plain");
        expect(await session.list()).toEqual([]);
        session.close();
        const wrong = open("carl", "plain", { username: "carl", password: "wrong" });
        await expect(wrong).rejects.toBeInstanceOf(SignInNeeded);
      }
    });

    test("a certificate that is not believed ends it before the password", async () => {
      const endpoint = { host: "localhost", port: dovecot.sievePort, security: "starttls" } as const;
      const untrusted = openSieveSession(endpoint, { username: "ann", password: "secret" });
      await expect(untrusted).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
      const other = openSieveSession(
        { ...endpoint, host: "127.0.0.1" },
        { username: "ann", password: "secret" },
        {
          tls: { ca: dovecot.certificate },
        },
      );
      await expect(other).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    });
  },
);

test.skipIf(!canDovecotManageSieve).each(["oauthbearer", "xoauth2"])(
  "an access token signs in where the account has one, by %s (dovecot-managesieved)",
  async (mechanisms) => {
    const introspection = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ active: body.includes("good"), sub: "ann" }));
      });
    });
    introspection.listen(0, "127.0.0.1");
    await once(introspection, "listening");
    const { port } = introspection.address() as AddressInfo;
    const dovecot = await startDovecot({ sieve: "", mechanisms, introspection: `http://127.0.0.1:${port}/` });
    try {
      const open = (accessToken: string) =>
        openSieveSession(
          { host: "localhost", port: dovecot.sievePort, security: "starttls" },
          { username: "ann", accessToken },
          { tls: { ca: dovecot.certificate } },
        );
      const session = await open("good");
      expect(await session.list()).toEqual([]);
      session.close();
      await expect(open("stale")).rejects.toBeInstanceOf(SignInNeeded);
    } finally {
      await dovecot.stop();
      introspection.close();
    }
  },
);
