/**
 * ImapFlow, with members that its types leave out: further commands, raw responses, and events that it does not report.
 * It has no other interface for them; a new version is checked against this file alone
 * (docs/decisions/0050-past-imapflow.md).
 */
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { countOf, readRanges, Vanished } from "../pull/vanished.ts";

/** Members of ImapFlow 2.1 that its types leave out. */
interface Internals {
  preCheck: (() => Promise<void>) | false;
  exec(command: string, attributes: unknown[], options?: CommandOptions): Promise<{ next(): void }>;
  currentRequest: { tag: string; command: string } | false;
  untaggedHandlers: Record<string, Handler | undefined>;
  sectionHandlers: Record<string, Handler | undefined>;
  handleResponse(response: RawResponse): Promise<boolean>;
  untaggedVanished(untagged: { attributes?: unknown[] }, mailbox?: { path: string }): Promise<void>;
  serverBye(untagged: unknown): Promise<void>;
}

type Handler = () => Promise<void>;

interface CommandOptions {
  /** By name of the untagged response. */
  untagged: Record<string, Handler>;
}

/** An unparsed response, with its literals apart. */
export interface RawResponse {
  payload: Buffer;
  literals: Buffer[];
}

const OpenImapFlow = ImapFlow as unknown as new (options: ImapFlowOptions) => ImapFlow & Internals;

export class ImapClient extends OpenImapFlow {
  /** Number of received responses. */
  responses = 0;
  readonly #vanished = new Map<string, Vanished>();
  #take: ((response: RawResponse) => boolean) | undefined;

  /** Tag of the running command; undefined without one, and during IDLE. */
  get runningTag(): string | undefined {
    const { currentRequest } = this;
    return currentRequest && currentRequest.command !== "IDLE" ? currentRequest.tag : undefined;
  }

  /** Sends a command through ImapFlow's queue. Resolves with the server's OK. @throws as ImapFlow does */
  async command(name: string, attributes: unknown[], options?: CommandOptions): Promise<void> {
    // ImapFlow ends an IDLE for its own commands alone; others would wait minutes until it is renewed.
    if (this.preCheck) await this.preCheck();
    const response = await this.exec(name, attributes, options);
    response.next();
  }

  /** The same; ImapFlow does not parse responses for which `take` returns true. One such command at a time. */
  async commandPastReader(
    name: string,
    attributes: unknown[],
    take: (response: RawResponse) => boolean,
  ): Promise<void> {
    if (this.#take) throw new Error("another command takes responses past ImapFlow");
    this.#take = take;
    try {
      await this.command(name, attributes);
    } finally {
      this.#take = undefined;
    }
  }

  /** Handles an untagged response, whatever command runs. */
  onUntagged(name: string, handler: Handler): void {
    this.untaggedHandlers[name] = handler;
  }

  onResponseCode(code: string, handler: Handler): void {
    this.sectionHandlers[code] = handler;
  }

  /** Messages that the server has reported as expunged in a folder since the last call. */
  takeVanished(path: string): Vanished {
    const known = this.#vanished.get(path) ?? new Vanished();
    this.#vanished.delete(path);
    return known;
  }

  override async handleResponse(response: RawResponse): Promise<boolean> {
    this.responses++;
    return this.#take?.(response) || super.handleResponse(response);
  }

  /** ImapFlow would emit each uid of a range, however long it is. */
  override async untaggedVanished(
    { attributes = [] }: { attributes?: unknown[] },
    opened?: { path: string },
  ): Promise<void> {
    const box = this.mailbox;
    const path = opened?.path ?? (box ? box.path : undefined);
    const set = (attributes.at(-1) as { value?: unknown } | undefined)?.value;
    if (path === undefined || typeof set !== "string") return;
    const ranges = readRanges(set);
    // "(EARLIER)" precedes messages that were expunged before the folder was opened.
    if (box && box.path === path && !Array.isArray(attributes[0])) {
      box.exists = Math.max(0, box.exists - countOf(ranges));
    }
    const known = this.#vanished.get(path) ?? new Vanished();
    this.#vanished.set(path, known);
    known.add(ranges);
    this.emit("expunge", { path, vanished: true });
  }

  override async serverBye(untagged: unknown): Promise<void> {
    await super.serverBye(untagged);
    // A server may send BYE and keep the connection: callers would wait, and commands would do nothing.
    this.closeAfter();
  }
}
