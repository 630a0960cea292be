/** A plain SMTP client that sends exactly the given lines. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";

export class SmtpClient {
  readonly socket: Socket;
  #received = "";
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.toString();
      this.#wake();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** Connected, greeted. */
  static async open(port: number, greeting = "EHLO client.example"): Promise<SmtpClient> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const client = new SmtpClient(socket);
    await client.reply();
    await client.say(greeting);
    return client;
  }

  /** The next whole reply; "" when the server closed the connection. */
  async reply(): Promise<string> {
    for (;;) {
      const [found] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.#received) ?? [];
      if (found) {
        this.#received = this.#received.slice(found.length);
        return found.trimEnd();
      }
      if (this.#ended) return "";
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** MAIL, RCPT, DATA and the message, sent unchanged; dots must be stuffed. Returns the last reply. */
  async deliver(recipients: readonly string[], data: string | Buffer, from = "a@b.example"): Promise<string> {
    const commands = [`MAIL FROM:<${from}>`, ...recipients.map((address) => `RCPT TO:<${address}>`), "DATA"];
    let reply = "";
    for (const command of commands) {
      reply = await this.say(command);
      if (!/^[23]/.test(reply)) return reply;
    }
    this.socket.write(data);
    this.socket.write("\r\n.\r\n");
    return this.reply();
  }

  close(): void {
    this.socket.destroy();
  }
}
