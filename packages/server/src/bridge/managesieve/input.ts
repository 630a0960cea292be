/** What a socket brings, in lines and in pieces of a given length. */
import type { Socket } from "node:net";
import { Offline } from "../imap/connection/errors.ts";
import { MAX_LINE, MAX_LITERAL, MAX_RESPONSE } from "./limits.ts";
import { TooMuch } from "./refusal.ts";

const LF = 10;

export class Input {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Octets that the response may still have. */
  #left = MAX_RESPONSE;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#take);
    socket.on("error", this.#fail);
    socket.on("close", this.#end);
  }

  /** Whether something was sent that no one has asked for. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The next response. */
  begin(): void {
    this.#left = MAX_RESPONSE;
  }

  /** Without its end. @throws Offline, and the error of the network */
  async line(): Promise<string> {
    let from = 0;
    let before = 0;
    for (;;) {
      for (; from < this.#chunks.length; from++) {
        const at = this.#chunks[from]!.indexOf(LF);
        if (at >= 0)
          return this.#cut(before + at + 1)
            .toString("utf8")
            .replace(/\r?\n$/, "");
        before += this.#chunks[from]!.length;
      }
      if (before > MAX_LINE) throw this.#tooMuch();
      await this.#more();
    }
  }

  /** @throws Offline, and the error of the network */
  async octets(count: number): Promise<Buffer> {
    if (count > Math.min(MAX_LITERAL, this.#left)) throw this.#tooMuch();
    while (this.#length < count) await this.#more();
    return this.#cut(count);
  }

  /** The socket goes on below another one. */
  leave(): void {
    this.#socket.off("data", this.#take);
    this.#socket.off("error", this.#fail);
    this.#socket.off("close", this.#end);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // What comes without being asked for waits in the network.
    if (this.#length > MAX_LITERAL + MAX_LINE) this.#socket.pause();
    this.#wake?.();
  };

  readonly #fail = (error: Error): void => {
    this.#error ??= error;
    this.#wake?.();
  };

  readonly #end = (): void => this.#fail(new Offline("the server has closed the connection"));

  async #more(): Promise<void> {
    const before = this.#length;
    if (!this.#error) {
      this.#socket.resume();
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = undefined;
    }
    if (this.#length === before && this.#error) throw this.#error;
  }

  #cut(count: number): Buffer {
    this.#left -= count;
    if (this.#left < 0) throw this.#tooMuch();
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all.subarray(0, count);
  }

  #tooMuch(): TooMuch {
    this.#socket.destroy();
    return new TooMuch("the server sends more than it may");
  }
}
