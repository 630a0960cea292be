import { ImapFlow } from "imapflow";

/** Another program at the same mailbox, signed in. What it loses its connection by is said by its next command. */
export async function foreignClient(port: number, user = "ann", pass = "secret"): Promise<ImapFlow> {
  const client = new ImapFlow({
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
