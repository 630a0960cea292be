/**
 * Sessions that ask a server as fast as it answers, each on a socket of its own that stays open: the next request goes out
 * when the last one is answered. node:http as the client takes as much of the two cores as the server that it asks.
 */
import { connect, type Socket } from "node:net";
import type { Serving } from "./process.ts";

const HEADER_END = Buffer.from("\r\n\r\n");
/** Octets. A page of a list has some thirty thousand; less is an error. */
const LEAST = 10_000;

/** What goes over the wire for a request of the API. */
function written({ url, token }: Serving, body: string): Buffer {
  const head = [
    "POST /jmap/api HTTP/1.1",
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Octets of an answer after its first piece. @throws Error for what is no page of a list */
function octetsToCome(piece: Buffer): number {
  const end = piece.indexOf(HEADER_END);
  const head = piece.toString("latin1", 0, Math.max(0, end));
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (!head.startsWith("HTTP/1.1 200 ") || length < LEAST) throw new Error(`no page of a list: ${head}`);
  return length - (piece.length - end - HEADER_END.length);
}

/** One session. @param next the body of its next request; undefined: it is done */
function session(server: Serving, next: () => string | undefined): Promise<void> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let missing = 0;
    let isDone = false;
    const ask = (socket: Socket): void => {
      const body = next();
      isDone = body === undefined;
      if (body === undefined) socket.destroy();
      else socket.write(written(server, body));
    };
    const take = (length: number, room: Uint8Array): boolean => {
      try {
        missing = missing > 0 ? missing - length : octetsToCome(Buffer.from(room.buffer, room.byteOffset, length));
        if (missing === 0) ask(socket);
        else if (missing < 0) throw new Error("more than one answer");
      } catch (error) {
        socket.destroy(error as Error);
      }
      return true;
    };
    // One room for everything that is read: nothing is kept of it.
    const onread = { buffer: Buffer.alloc(65_536), callback: take };
    const socket = connect({ host: hostname, port: Number(port), onread });
    socket.setNoDelay(true);
    socket.on("connect", () => ask(socket));
    socket.on("error", reject);
    socket.on("close", () => (isDone ? resolve() : reject(new Error("the server has hung up"))));
  });
}

/**
 * Answers that `sessions` sessions got in `milliseconds`, each looked at for its status and size alone, as Roundcube was
 * measured; reading JSON is the browser's work.
 * @param bodyAt the body of a session's request, by the number of both
 */
export async function load(
  server: Serving,
  sessions: number,
  milliseconds: number,
  bodyAt: (session: number, index: number) => string,
): Promise<number> {
  const until = performance.now() + milliseconds;
  let asked = 0;
  const bodies = (number: number) => {
    let index = 0;
    return () => (performance.now() < until ? (asked++, bodyAt(number, index++)) : undefined);
  };
  await Promise.all(Array.from({ length: sessions }, (_, number) => session(server, bodies(number))));
  return asked;
}
