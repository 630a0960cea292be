/** A connection to an account's server, signed in: ImapFlow with our rules for TLS and our errors. */
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import type { Logger } from "../../log.ts";
import type { StoredServer } from "../../store/imap-accounts.ts";
import type { AccessTokenSource } from "../oauth/access-tokens.ts";
import { asksForPause, Busy, Offline, Refusal, SignInNeeded } from "./errors.ts";
import { countOf, readRanges, Vanished } from "./vanished.ts";

/** How a server is reached, and what opens it: a password, or tokens that come and go. */
export interface KnownServer extends StoredServer {
  accessToken?: AccessTokenSource;
}

export interface Session {
  readonly client: ImapFlow;
  /** What the server has reported as expunged in a folder since the last call. */
  takeVanished(path: string): Vanished;
  /** What a command of ImapFlow gave; its `false` becomes the error behind it. @throws Refusal, Offline */
  must<T>(result: Promise<T | false | undefined>): Promise<T>;
  close(): Promise<void>;
}

/**
 * What one answer may be, in octets; more ends the connection. Letters come in pieces or a few megabytes at a time: the
 * largest answers that are meant well are the uids of a folder, and headers and structures that were made to be large.
 */
const limits = { maxLiteralSize: 64_000_000, maxLineLength: 64_000_000, maxResponseSize: 100_000_000 };

/** What ImapFlow 2.1 has and its types leave out. */
interface Internals {
  untaggedVanished(untagged: { attributes?: unknown[] }, mailbox?: { path: string }): Promise<void>;
}

/** What tests change: trusted certificates, times. */
export type SessionOptions = Pick<
  ImapFlowOptions,
  "tls" | "disableAutoIdle" | "autoIdleDelay" | "maxIdleTime" | "socketTimeout"
> & {
  /** Ends the attempt: a server that takes a connection and says nothing is not waited for by who has no use for it. */
  signal?: AbortSignal;
};

/** RFC 5530, RFC 9051 §7.1: said to who signs in, they tell nothing about name and password. */
const busyCodes = new Set(["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG", "CONTACTADMIN"]);

interface FailedCommand {
  responseStatus?: string;
  serverResponseCode?: string;
  responseText?: string;
  message?: string;
  /** As it came, where ImapFlow has not read the code out of it. */
  response?: { attributes?: { section?: { value?: unknown }[] }[] } | string;
}

function codeOf({ serverResponseCode, response }: FailedCommand): string {
  const said = typeof response === "object" ? response.attributes?.[0]?.section?.[0]?.value : undefined;
  return serverResponseCode ?? (typeof said === "string" ? said : "");
}

/** @throws SignInNeeded, Offline, or the error of the network as it is */
export async function openSession(server: KnownServer, log: Logger, options: SessionOptions = {}): Promise<Session> {
  const { username: user, password: pass, accessToken: source } = server;
  if (server.grantedAt === null) {
    if (pass === undefined) throw new SignInNeeded("the password is not known any more");
    // ImapFlow would not ask the server, and say that it was refused.
    if (pass === "") throw new SignInNeeded("the password is empty");
    return connect(server, { user, pass }, log, options);
  }
  if (!source) throw new SignInNeeded("what the provider granted cannot be used here");
  const accessToken = await source();
  try {
    return await connect(server, { user, accessToken }, log, options);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    // A token may be ended before its time: the next one shows whether the grant is.
    const next = await source(accessToken);
    if (next === accessToken) throw error;
    return connect(server, { user, accessToken: next }, log, options);
  }
}

async function connect(
  server: KnownServer,
  auth: NonNullable<ImapFlowOptions["auth"]>,
  log: Logger,
  { signal, ...options }: SessionOptions,
): Promise<Session> {
  // A server for people without mail servers never needs it, and it takes 8 MB.
  const imap = await import("imapflow");
  let lastFailure: FailedCommand | undefined;
  const vanished = new Map<string, Vanished>();
  const note = ({ err }: { err?: FailedCommand }): void => {
    if (err) lastFailure = err;
  };
  const client = new imap.ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === "tls",
    // Without this it would go on in plain where the server (or somebody in between) offers no TLS.
    doSTARTTLS: server.security === "starttls" ? true : server.security === "plain" ? false : undefined,
    auth,
    clientInfo: { name: "Pismo" },
    qresync: true,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    socketTimeout: 150_000,
    // It says failures nowhere else; what it logs about commands never goes on.
    logger: { debug() {}, info() {}, warn: note, error: note },
    ...limits,
    ...options,
  });
  (client as unknown as Internals).untaggedVanished = async ({ attributes = [] }, opened) => {
    const box = client.mailbox;
    const path = opened?.path ?? (box ? box.path : undefined);
    const set = (attributes.at(-1) as { value?: unknown } | undefined)?.value;
    if (path === undefined || typeof set !== "string") return;
    const ranges = readRanges(set);
    // "(EARLIER)" stands before those that were gone when the folder was opened.
    if (box && box.path === path && !Array.isArray(attributes[0])) {
      box.exists = Math.max(0, box.exists - countOf(ranges));
    }
    const known = vanished.get(path) ?? new Vanished();
    vanished.set(path, known);
    known.add(ranges);
    client.emit("expunge", { path, vanished: true });
  };
  // Without a listener an error event would end the process; whoever waits for an answer is told.
  client.on("error", (error: Error) => log.debug("IMAP connection", { host: server.host, error }));
  const giveUp = (): void => client.close();
  signal?.addEventListener("abort", giveUp);
  try {
    if (signal?.aborted) throw new Offline("nobody needs the connection any more");
    await client.connect();
  } catch (error) {
    client.close();
    const { authenticationFailed, responseStatus, serverResponseCode, responseText } = error as FailedCommand & {
      authenticationFailed?: boolean;
    };
    // ImapFlow says so of a connection too that is lost meanwhile: only the server's own no is one.
    if (!authenticationFailed || responseStatus !== "NO") throw error;
    const code = serverResponseCode ?? "";
    if (busyCodes.has(code) || asksForPause(code, responseText ?? "")) throw new Busy(responseText ?? "busy");
    throw new SignInNeeded(responseText ?? "the server does not take name and password");
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
  return {
    client,
    takeVanished(path) {
      const known = vanished.get(path) ?? new Vanished();
      vanished.delete(path);
      return known;
    },
    async must<T>(result: Promise<T | false | undefined>): Promise<T> {
      lastFailure = undefined;
      let value: T | false | undefined;
      try {
        value = await result;
      } catch (error) {
        throw failureOf(error as FailedCommand, client);
      }
      if (value === false || value === undefined) throw failureOf(lastFailure, client);
      return value;
    },
    async close() {
      // A server that does not answer is not waited for.
      const patience = setTimeout(() => client.close(), 1000);
      await client.logout().catch(() => {});
      clearTimeout(patience);
      client.close();
    },
  };
}

function failureOf(failure: FailedCommand = {}, client: ImapFlow): Error {
  const { responseStatus, responseText, message } = failure;
  const code = codeOf(failure);
  if (responseStatus === "NO" || responseStatus === "BAD" || code !== "") {
    const text = responseText ?? message ?? "";
    return asksForPause(code, text) ? new Busy(text || code) : new Refusal(code, text);
  }
  if (!client.usable) return new Offline(message ?? "the connection was lost");
  return failure instanceof Error ? failure : new Refusal("", "");
}
