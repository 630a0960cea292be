import { ImapClient } from "../../src/bridge/imap/connection/imap-client.ts";

/** Another client of the same mailbox, signed in. Its next command reports a lost connection. */
export async function foreignClient(port: number, user = "ann", pass = "secret"): Promise<ImapClient> {
  const client = new ImapClient({
    host: "127.0.0.1",
    port,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}
