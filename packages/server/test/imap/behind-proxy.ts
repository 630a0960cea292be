/** A mirror behind a fault proxy, and a foreign client of the same mailbox without it. */
import type { Id } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { foreignClient, MirrorStore } from "./mirrored.ts";

export interface BehindProxy {
  proxy: FaultProxy;
  mirror: MirrorStore;
  client: ImapFlow;
  accountId: Id;
}

/** @param closing gets the cleanups, to be run in reverse order */
export async function behindProxy(
  server: MailServer,
  closing: (() => unknown)[],
  username = "ann",
): Promise<BehindProxy> {
  const proxy = await startFaultProxy(server.port);
  const mirror = await MirrorStore.open();
  const client = await foreignClient(server.port, username);
  closing.push(
    () => client.close(),
    () => proxy.close(),
    () => mirror.close(),
  );
  const accountId = await mirror.addAccount({ port: proxy.port, username });
  return { proxy, mirror, client, accountId };
}
