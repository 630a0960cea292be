/**
 * Limits the connections to the SMTP receiver. There are few, because each may send a large message: at the limit the
 * least active one is closed, so that silent connections keep no other client out.
 */

export interface ConnectionLimits {
  maxConnections: number;
  /** Messages that are received at a time. */
  maxMessages: number;
  /** How long a message is not judged by its speed. */
  messageGraceMs: number;
  /** A slower message is ended when another one waits. */
  minBytesPerSecond: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 40,
  maxMessages: 20,
  messageGraceMs: 10_000,
  minBytesPerSecond: 1000,
};

interface Connection {
  /** A recipient was accepted: a message is about to follow. */
  hasRecipient: boolean;
  message: { since: number; bytes: number } | undefined;
}

export class ConnectionLimiter {
  readonly #limits: ConnectionLimits;
  /** Closes a connection with a transient reply. */
  readonly #end: (id: string, reason: string) => void;
  readonly #now: () => number;
  /** By the session's id; the one that has been silent for longest comes first. */
  readonly #connections = new Map<string, Connection>();

  constructor(limits: ConnectionLimits, end: (id: string, reason: string) => void, now: () => number = Date.now) {
    this.#limits = limits;
    this.#end = end;
    this.#now = now;
  }

  /** @returns false when all connections are receiving messages */
  admit(id: string): boolean {
    if (this.#connections.size >= this.#limits.maxConnections) {
      const idle = [...this.#connections].filter(([, { message }]) => !message);
      const [closing] = idle.find(([, { hasRecipient }]) => !hasRecipient) ?? idle[0] ?? [];
      if (closing === undefined) return false;
      this.remove(closing);
      this.#end(closing, "Silent for too long while others wait");
    }
    this.#connections.set(id, { hasRecipient: false, message: undefined });
    return true;
  }

  /** Records activity. */
  touch(id: string, hasRecipient: boolean): void {
    const connection = this.#connections.get(id);
    if (!connection) return;
    this.#connections.delete(id);
    this.#connections.set(id, { ...connection, hasRecipient });
  }

  /** @returns false at the limit of messages, none of them too slow */
  beginMessage(id: string): boolean {
    const receiving = [...this.#connections].filter(([, { message }]) => message);
    if (receiving.length >= this.#limits.maxMessages) {
      const slow = receiving.find(([, { message }]) => message && this.#isSlow(message));
      if (!slow) return false;
      this.remove(slow[0]);
      this.#end(slow[0], "Too slow while others wait");
    }
    this.touch(id, true);
    const connection = this.#connections.get(id);
    if (connection) connection.message = { since: this.#now(), bytes: 0 };
    return true;
  }

  addBytes(id: string, bytes: number): void {
    const message = this.#connections.get(id)?.message;
    if (message) message.bytes += bytes;
  }

  endMessage(id: string): void {
    this.touch(id, false);
    const connection = this.#connections.get(id);
    if (connection) connection.message = undefined;
  }

  remove(id: string): void {
    this.#connections.delete(id);
  }

  #isSlow({ since, bytes }: { since: number; bytes: number }): boolean {
    const ms = this.#now() - since;
    return ms > this.#limits.messageGraceMs && bytes < (ms / 1000) * this.#limits.minBytesPerSecond;
  }
}
