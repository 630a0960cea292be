/**
 * Sessions that ask a server as fast as it answers, each on a socket of its own that stays open: the next request goes out
 * when the last one is answered. node:http as the client takes as much of the two cores as the server that it asks.
 */
import { connect, type Socket } from "node:net";
import type { Serving } from "./process.ts";

const HEADER_END = Buffer.from("\r\n\r\n");
/** Of an answer whose length was not known when it began; its lines are never ended by both octets. */
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");
/** Octets. A page of a list has some thirty thousand; less is an error. */
const LEAST = 10_000;

/** What goes over the wire for a request of the API. */
export function jmapRequest({ url, token }: Serving, body: string): Buffer {
  const head = [
    "POST /jmap/api HTTP/1.1",
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** An answer as it comes in, piece by piece. */
class Answer {
  /** Of its body; unknown when it comes in chunks. */
  readonly #length: number | undefined;
  #read: number;
  /** Of chunks: the last octets that came. */
  #tail = Buffer.alloc(0);

  /** @throws Error where the answer is not a page of a list */
  constructor(piece: Buffer) {
    const end = piece.indexOf(HEADER_END);
    const head = piece.toString("latin1", 0, Math.max(0, end));
    const isChunked = /^transfer-encoding: *chunked/im.test(head);
    this.#length = isChunked ? undefined : Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (!head.startsWith("HTTP/1.1 200 ") || (this.#length ?? LEAST) < LEAST)
      throw new Error(`no page of a list: ${head}`);
    this.#read = -end - HEADER_END.length;
  }

  /** Whether that was all of it. */
  take(piece: Buffer): boolean {
    this.#read += piece.length;
    if (this.#length !== undefined && this.#read > this.#length) throw new Error("more than one answer");
    if (this.#length !== undefined) return this.#read === this.#length;
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length);
    const isWhole = this.#tail.equals(LAST_CHUNK);
    if (isWhole && this.#read < LEAST) throw new Error("no page of a list, but something short");
    return isWhole;
  }
}

/** One session. @param next its next request; undefined: it is done @param onAnswer gets milliseconds */
function session(url: string, next: () => Buffer | undefined, onAnswer: (took: number) => void): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined;
    let isDone = false;
    let askedAt = 0;
    const ask = (socket: Socket): void => {
      const request = next();
      askedAt = performance.now();
      isDone = request === undefined;
      if (request === undefined) socket.destroy();
      else socket.write(request);
    };
    const take = (length: number, room: Uint8Array): boolean => {
      try {
        const piece = Buffer.from(room.buffer, room.byteOffset, length);
        answer ??= new Answer(piece);
        if (answer.take(piece)) {
          answer = undefined;
          onAnswer(performance.now() - askedAt);
          ask(socket);
        }
      } catch (error) {
        socket.destroy(error as Error);
      }
      return true;
    };
    // One buffer for everything that is read: no body is retained.
    const onread = { buffer: Buffer.alloc(65_536), callback: take };
    const socket = connect({ host: hostname, port: Number(port), onread });
    socket.setNoDelay(true);
    socket.on("connect", () => ask(socket));
    socket.on("error", reject);
    socket.on("close", () => (isDone ? resolve() : reject(new Error("the server has hung up"))));
  });
}

/**
 * Answers that `sessions` sessions got in `milliseconds`, each checked for its status and size alone, none compressed;
 * reading them is the browser's work.
 * @param urls where the servers are: the sessions take turns @param requestAt a session's request, by the number of both
 * @param onAnswer gets the milliseconds of each
 */
export async function load(
  urls: readonly string[],
  sessions: number,
  milliseconds: number,
  requestAt: (session: number, index: number) => Buffer,
  onAnswer: (took: number) => void = () => {},
): Promise<number> {
  const until = performance.now() + milliseconds;
  let asked = 0;
  const requests = (number: number) => {
    let index = 0;
    return () => (performance.now() < until ? (asked++, requestAt(number, index++)) : undefined);
  };
  await Promise.all(
    Array.from({ length: sessions }, (_, number) => session(urls[number % urls.length]!, requests(number), onAnswer)),
  );
  return asked;
}
