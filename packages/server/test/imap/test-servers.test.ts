/** The servers that the other tests use start, report their capabilities, and end. */
import { ImapFlow } from "imapflow";
import { describe, expect, test } from "vitest";
import { courier, cyrus, rich } from "../servers/all.ts";
import { canRunDovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { startFaultProxy } from "../servers/fault-proxy.ts";

async function capabilitiesAt(port: number, pass: string): Promise<string[]> {
  const auth = { user: "ann", pass };
  const client = new ImapFlow({ host: "127.0.0.1", port, doSTARTTLS: false, auth, logger: false });
  await client.connect();
  const names = [...client.capabilities.keys()];
  await client.logout();
  return names;
}

describe.each([
  { server: rich, knows: ["QRESYNC", "MOVE", "UIDPLUS", "SPECIAL-USE", "NOTIFY"], knowsNot: ["OBJECTID"] },
  { server: courier, knows: ["UIDPLUS", "IDLE"], knowsNot: ["CONDSTORE", "MOVE", "SPECIAL-USE"] },
  { server: cyrus, knows: ["OBJECTID", "QRESYNC", "MOVE", "SPECIAL-USE"], knowsNot: ["NOTIFY"] },
])("$server.kind", ({ server: { canRun, start }, knows, knowsNot }) => {
  test.skipIf(!canRun)(
    "starts, takes the right password alone, is there again after a power cut, and ends",
    async () => {
      const server = await start();
      const proxy = await startFaultProxy(server.port);
      try {
        proxy.splitAt = 3;
        const before = await capabilitiesAt(proxy.port, server.password);
        expect(before).toEqual(expect.arrayContaining(knows));
        for (const name of knowsNot) expect(before).not.toContain(name);
        await expect(capabilitiesAt(server.port, "wrong")).rejects.toMatchObject({ authenticationFailed: true });
        await server.restart();
        expect(await capabilitiesAt(server.port, server.password)).toEqual(before);
      } finally {
        await proxy.close();
        await server.stop();
      }
    },
  );
});

test.skipIf(!canRunDovecot)("Dovecot starts again as a poor server", async () => {
  const dovecot = await startDovecot();
  try {
    dovecot.configure({ capability: poorCapability });
    await dovecot.restart();
    const poor = await capabilitiesAt(dovecot.port, dovecot.password);
    expect(poor).not.toContain("UIDPLUS");
    expect(poor).not.toContain("CONDSTORE");
  } finally {
    await dovecot.stop();
  }
});
