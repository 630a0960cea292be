/** The servers that the other tests run against do start, say what they can, and end. */
import { ImapFlow } from "imapflow";
import { expect, test } from "vitest";
import { canRunDovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { startFaultProxy } from "../servers/fault-proxy.ts";

async function capabilitiesAt(port: number, password: string): Promise<string[]> {
  const auth = { user: "ann", pass: password };
  const client = new ImapFlow({ host: "127.0.0.1", port, doSTARTTLS: false, auth, logger: false });
  await client.connect();
  const names = [...client.capabilities.keys()];
  await client.logout();
  return names;
}

test.skipIf(!canRunDovecot)(
  "Dovecot starts, through a proxy that splits, restarts as a poor server, and ends",
  async () => {
    const dovecot = await startDovecot();
    const proxy = await startFaultProxy(dovecot.port);
    try {
      proxy.splitAt = 3;
      expect(await capabilitiesAt(proxy.port, dovecot.password)).toEqual(
        expect.arrayContaining(["QRESYNC", "MOVE", "UIDPLUS", "SPECIAL-USE"]),
      );
      dovecot.configure({ capability: poorCapability });
      await dovecot.restart();
      const poor = await capabilitiesAt(proxy.port, dovecot.password);
      expect(poor).not.toContain("UIDPLUS");
      expect(poor).not.toContain("CONDSTORE");
    } finally {
      await proxy.close();
      await dovecot.stop();
    }
  },
);
