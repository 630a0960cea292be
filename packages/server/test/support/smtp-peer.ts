/** A real SMTP server as the other side of a test, which can misbehave on request. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import type { SMTPServerOptions } from "smtp-server";

export interface PeerMessage {
  from: string;
  to: string[];
  text: string;
  /** MAIL FROM's parameters. */
  parameters: unknown;
}

export interface Peer {
  port: number;
  /** The accepted messages. */
  messages: PeerMessage[];
  close(): Promise<void>;
}

export interface Behaviour extends Omit<SMTPServerOptions, "onData" | "onRcptTo"> {
  /** A reply such as "550 5.1.1 No such user", or undefined to accept. */
  onRecipient?: (address: string) => string | undefined;
  /** Called with a complete message: a refusal, undefined to accept, or `hangUp`: accepted without a reply. */
  onMessage?: (message: PeerMessage) => string | undefined | Promise<string | undefined>;
}

export const hangUp = "hang up";

export async function startPeer(behaviour: Behaviour = {}): Promise<Peer> {
  const { onRecipient, onMessage, ...options } = behaviour;
  const messages: PeerMessage[] = [];
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    hideDSN: false,
    closeTimeout: 100,
    size: 10_000_000,
    ...options,
    onRcptTo(address, _session, callback) {
      const reply = onRecipient?.(address.address);
      callback(reply ? refusal(reply) : null);
    },
    onData(stream, session, callback) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("error", () => {});
      const keep = async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const message = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          parameters: mailFrom ? mailFrom.args : false,
        };
        const reply = await onMessage?.(message);
        if (!reply || reply === hangUp) messages.push(message);
        if (reply === hangUp) sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
        else callback(reply ? refusal(reply) : null, "OK: queued as 42");
      };
      stream.on("end", () => void keep());
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.set(`${socket.remoteAddress?.replace("::ffff:", "")}:${socket.remotePort}`, socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { port, messages, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

const refusal = (reply: string) =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
