/** A server that receives letters over SMTP, as a JMAP client sees it. */
import type { Id } from "@pismo/jmap";
import { expect } from "vitest";
import { startSmtpReceiver } from "../../src/bridge/smtp/receive/receive.ts";
import { createLogger } from "../../src/log.ts";
import { type Jmap, jmap } from "./jmap.ts";
import type { TestOptions } from "./server.ts";
import { SmtpClient } from "./smtp-client.ts";

export interface ReceivingJmap extends Jmap {
  smtp: SmtpClient;
  /** Delivers a message over SMTP. @param from the envelope's sender @returns the Email's id */
  receive(message: string, from?: string): Promise<Id>;
}

export async function receivingJmap(options: TestOptions = {}): Promise<ReceivingJmap> {
  const t = await jmap({ sends: true, ...options });
  const config = { domain: "pismo.localhost", smtpPort: 0, maxUploadSize: 1_000_000 };
  const receiver = await startSmtpReceiver({ config, store: t.store, ingest: t.ingest, log: createLogger("silent") });
  const smtp = await SmtpClient.open(receiver.port);
  return {
    ...t,
    smtp,
    async receive(message, from) {
      const before = new Set((await t.call("Email/query")).ids);
      await smtp.say("RSET");
      expect(await smtp.deliver(["you@pismo.localhost"], message, from)).toMatch(/^250/);
      const id = (await t.call("Email/query")).ids.find((each) => !before.has(each));
      if (!id) throw new Error("nothing came");
      return id;
    },
    async close() {
      smtp.close();
      await receiver.close();
      await t.close();
    },
  };
}
