/** Probes an endpoint without signing in: whether it is a mail server, its certificate, and its sign-in mechanisms. */
import type { MailServerProblem, ServerEndpoint } from "@pismo/jmap";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { kindOfNetworkError } from "./problems.ts";

export interface ProbeOptions {
  signal?: AbortSignal | undefined;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
  lookup?: LookupFunction | undefined;
  /** false: accepts any certificate, since nothing secret is sent. */
  verifies?: boolean;
  timeoutMs?: number | undefined;
}

export type Kind = MailServerProblem["kind"];

export class ProbeError extends Error {
  override readonly name = "ProbeError";
  readonly kind: Kind;
  constructor(kind: Kind, message: string) {
    super(message.slice(0, 300));
    this.kind = kind;
  }
}

export interface Answer {
  /** CAPABILITY (RFC 9051 §7.2.2), or the keywords of EHLO, with AUTH as AUTH=…; upper case. */
  capabilities: ReadonlySet<string>;
}

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_CHARS = 10_000;

/** Reads lines on demand. */
class Lines {
  readonly socket: Socket;
  #text = "";
  #waiting: (() => void) | undefined;
  #ended: Error | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      this.#text += chunk;
      if (this.#text.length > MAX_ANSWER_CHARS) this.#end(new ProbeError("notMailServer", "The answer has no end"));
      this.#waiting?.();
    });
    socket.on("error", (error) => this.#end(error));
    socket.on("close", () => this.#end(new ProbeError("notMailServer", "The server closed the connection")));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.();
  }

  async next(): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end >= 0) {
        const line = this.#text.slice(0, end).replace(/\r$/, "");
        this.#text = this.#text.slice(end + 1);
        return line;
      }
      if (this.#ended) throw this.#ended;
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
  }

  /** Hands over the connection for TLS; unread text is an error (RFC 3501 §6.2.1). */
  release(): Socket {
    if (this.#text !== "") throw new ProbeError("notMailServer", "The server spoke before TLS was established");
    this.socket.removeAllListeners("data").removeAllListeners("close");
    return this.socket;
  }
}

async function opened<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> {
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener("abort", () => socket.destroy(new ProbeError("timeout", "No answer in time")), {
      once: true,
    });
    socket.once(event, resolve);
    socket.once("error", reject);
    socket.once("close", () => reject(new ProbeError("notMailServer", "The server closed the connection")));
  });
  return socket;
}

function secured(
  endpoint: ServerEndpoint,
  options: ProbeOptions,
  signal: AbortSignal,
  socket?: Socket,
): Promise<TLSSocket> {
  const { host, port } = endpoint;
  const name = isIP(host) ? {} : { servername: host };
  const { verifies = true, ca } = options;
  const trust = { rejectUnauthorized: verifies, ...(ca !== undefined && { ca }) };
  const base = { host, port, ...(options.lookup && { lookup: options.lookup }) };
  return opened(connectTls({ ...base, ...name, ...trust, ...(socket && { socket }) }), "secureConnect", signal);
}

const plain = (endpoint: ServerEndpoint, { lookup }: ProbeOptions, signal: AbortSignal): Promise<Socket> =>
  opened(connect({ host: endpoint.host, port: endpoint.port, ...(lookup && { lookup }) }), "connect", signal);

async function askImap(lines: Lines, tag: string, command: string): Promise<{ ok: boolean; untagged: string[] }> {
  lines.socket.write(`${tag} ${command}\r\n`);
  const untagged: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line.startsWith(`${tag} `)) return { ok: /^\S+ OK\b/i.test(line), untagged };
    untagged.push(line);
  }
}

async function probeImap(endpoint: ServerEndpoint, options: ProbeOptions, signal: AbortSignal): Promise<Answer> {
  let lines = new Lines(
    endpoint.security === "tls" ? await secured(endpoint, options, signal) : await plain(endpoint, options, signal),
  );
  const greeting = await lines.next();
  if (!/^\* (OK|PREAUTH)\b/i.test(greeting)) throw new ProbeError("notMailServer", greeting);
  if (endpoint.security === "starttls") {
    const { ok } = await askImap(lines, "a", "STARTTLS");
    if (!ok) throw new ProbeError("noStartTls", "The server does not offer STARTTLS");
    lines = new Lines(await secured(endpoint, options, signal, lines.release()));
  }
  const { untagged } = await askImap(lines, "b", "CAPABILITY");
  const words = untagged.filter((line) => /^\* CAPABILITY\b/i.test(line)).flatMap((line) => line.split(" ").slice(2));
  lines.socket.end("c LOGOUT\r\n");
  return { capabilities: new Set(words.map((word) => word.toUpperCase())) };
}

async function replyOf(lines: Lines): Promise<{ code: number; texts: string[] }> {
  const texts: string[] = [];
  for (;;) {
    const line = await lines.next();
    const [, code, more, text = ""] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? [];
    if (code === undefined) throw new ProbeError("notMailServer", line);
    texts.push(text);
    if (more !== "-") return { code: Number(code), texts };
  }
}

async function askSmtp(lines: Lines, command: string): ReturnType<typeof replyOf> {
  lines.socket.write(`${command}\r\n`);
  return replyOf(lines);
}

async function probeSmtp(endpoint: ServerEndpoint, options: ProbeOptions, signal: AbortSignal): Promise<Answer> {
  let lines = new Lines(
    endpoint.security === "tls" ? await secured(endpoint, options, signal) : await plain(endpoint, options, signal),
  );
  const greeting = await replyOf(lines);
  if (greeting.code !== 220) throw new ProbeError("connection", `${greeting.code} ${greeting.texts.join(" ")}`);
  let hello = await askSmtp(lines, "EHLO [127.0.0.1]");
  if (endpoint.security === "starttls") {
    const { code } = await askSmtp(lines, "STARTTLS");
    if (code !== 220) throw new ProbeError("noStartTls", "The server does not offer STARTTLS");
    lines = new Lines(await secured(endpoint, options, signal, lines.release()));
    hello = await askSmtp(lines, "EHLO [127.0.0.1]");
  }
  lines.socket.end("QUIT\r\n");
  const words = hello.texts.slice(1).flatMap((text) => {
    const [keyword = "", ...rest] = text.toUpperCase().split(/[ =]+/);
    return keyword === "AUTH" ? rest.map((mechanism) => `AUTH=${mechanism}`) : [keyword];
  });
  return { capabilities: new Set(words) };
}

/** @throws ProbeError */
export async function probe(
  server: "imap" | "smtp",
  endpoint: ServerEndpoint,
  options: ProbeOptions = {},
): Promise<Answer> {
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const ending = new AbortController();
  const signal = AbortSignal.any([limit, ending.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    return await (server === "imap" ? probeImap : probeSmtp)(endpoint, options, signal);
  } catch (error) {
    if (limit.aborted) throw new ProbeError("timeout", `No answer from ${endpoint.host}:${endpoint.port}`);
    if (error instanceof ProbeError) throw error;
    throw new ProbeError(kindOfNetworkError(error), (error as Error).message);
  } finally {
    ending.abort();
  }
}
