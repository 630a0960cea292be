/** Receives messages while sending is measured. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A server that accepts every message and stores none. */
export async function startSink(): Promise<{ url: URL; stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, callback) => callback(null, { user: "bench" }),
    onData: (stream, _session, callback) => stream.on("end", () => callback()).resume(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: new URL(`smtp://127.0.0.1:${port}`),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
