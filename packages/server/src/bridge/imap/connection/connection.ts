/** A signed-in connection to an account's server: ImapFlow with our rules for TLS and our errors. */
import { isIP } from "node:net";
import type { ImapFlowOptions } from "imapflow";
import type { Logger } from "../../../log.ts";
import type { StoredServer } from "../../../store/mirror/imap-accounts.ts";
import type { AccessTokenSource } from "../../oauth/access-tokens.ts";
import { isThrottled, isTemporarySignInRefusal, Busy, Offline, Refusal, SignInNeeded, Stalled } from "./errors.ts";
import type { ImapClient } from "./imap-client.ts";
import { watchProgress } from "./watch-progress.ts";
import type { Vanished } from "../pull/vanished.ts";

/** How a server is reached, and its credentials: a password, or short-lived tokens. */
export interface KnownServer extends StoredServer {
  accessToken?: AccessTokenSource;
}

/** Servers and routers drop connections that are silent for longer. */
export const MAX_IDLE_MS = 4 * 60_000;

export interface Session {
  readonly client: ImapClient;
  /** Messages that the server has reported as expunged in a folder since the last call. */
  takeVanished(path: string): Vanished;
  /** The result of an ImapFlow command; its `false` becomes the error behind it. @throws Refusal, Offline */
  must<T>(result: Promise<T | false | undefined>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Limits of one answer, in octets; a larger one ends the connection. Messages are fetched in chunks of a few megabytes:
 * the largest honest answers are the uids of a folder, and headers and structures that were made to be large.
 */
const limits = { maxLiteralSize: 64_000_000, maxLineLength: 64_000_000, maxResponseSize: 100_000_000 };

/** Settings that tests change: trusted certificates, times. */
export type SessionOptions = Pick<
  ImapFlowOptions,
  "tls" | "disableAutoIdle" | "autoIdleDelay" | "maxIdleTime" | "socketTimeout"
> & {
  /** Ends the attempt, so that closing does not wait for a server that accepts a connection and stays silent. */
  signal?: AbortSignal;
  /** IP address of the person who signs in: a server that trusts us counts failed sign-ins by it. */
  clientAddress?: string;
  /** Time between checks whether an answer makes progress. */
  progressCheckMs?: number;
};

interface FailedCommand {
  responseStatus?: string;
  serverResponseCode?: string;
  responseText?: string;
  message?: string;
  /** The raw response, where ImapFlow has not parsed its code. */
  response?: { attributes?: { section?: { value?: unknown }[] }[] } | string;
}

function codeOf({ serverResponseCode, response }: FailedCommand): string {
  const code = typeof response === "object" ? response.attributes?.[0]?.section?.[0]?.value : undefined;
  return serverResponseCode ?? (typeof code === "string" ? code : "");
}

/** @throws SignInNeeded, Offline, or the error of the network */
export async function openSession(server: KnownServer, log: Logger, options: SessionOptions = {}): Promise<Session> {
  const { username: user, password: pass, accessToken: source } = server;
  if (server.grantedAt === null) {
    if (pass === undefined) throw new SignInNeeded("the password is not known any more");
    // ImapFlow would report a refusal without asking the server.
    if (pass === "") throw new SignInNeeded("the password is empty");
    return connect(server, { user, pass }, log, options);
  }
  if (!source) throw new SignInNeeded("the provider's grant cannot be used here");
  const accessToken = await source();
  try {
    return await connect(server, { user, accessToken }, log, options);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    // A token may be revoked before it expires: the next one shows whether the grant is.
    const next = await source(accessToken);
    if (next === accessToken) throw error;
    return connect(server, { user, accessToken: next }, log, options);
  }
}

const LOGOUT_TIMEOUT_MS = 1000;

function optionsOf(
  server: KnownServer,
  clientAddress: string,
  noteFailure: (entry: { err?: FailedCommand }) => void,
): Omit<ImapFlowOptions, "auth"> {
  return {
    host: server.host,
    port: server.port,
    secure: server.security === "tls",
    // Otherwise it would continue in plain where the server, or an attacker in between, offers no TLS.
    doSTARTTLS: server.security === "starttls" ? true : server.security === "plain" ? false : undefined,
    // Dovecot and others accept it from login_trusted_networks alone.
    clientInfo: {
      name: "Pismo",
      ...(isIP(clientAddress) > 0 && { "x-originating-ip": clientAddress.replace(/^::ffff:(?=\d+\.)/i, "") }),
    },
    qresync: true,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    socketTimeout: 150_000,
    // ImapFlow reports failures nowhere else; its log of commands is dropped.
    logger: { debug() {}, info() {}, warn: noteFailure, error: noteFailure },
    ...limits,
  };
}

/** The error of a sign-in that failed, as its caller gets it. */
function signInFailure(error: Error): Error {
  const { authenticationFailed, responseStatus, serverResponseCode, responseText } = error as Error &
    FailedCommand & {
      authenticationFailed?: boolean;
    };
  // ImapFlow also sets it when the connection is lost: only the server's own NO is a refusal.
  if (!authenticationFailed || responseStatus !== "NO") return error;
  const code = serverResponseCode ?? "";
  if (isTemporarySignInRefusal(code, responseText ?? "")) return new Busy(responseText ?? "busy");
  return new SignInNeeded(responseText ?? "the server does not accept name and password");
}

async function connect(
  server: KnownServer,
  auth: NonNullable<ImapFlowOptions["auth"]>,
  log: Logger,
  { signal, progressCheckMs, clientAddress = "", ...options }: SessionOptions,
): Promise<Session> {
  // Takes 8 MB, which a server without mirrored accounts never needs.
  const { ImapClient } = await import("./imap-client.ts");
  const failures: LoggedFailures = { last: undefined };
  const note = ({ err }: { err?: FailedCommand }): void => {
    if (err) failures.last = err;
  };
  const client = new ImapClient({ ...optionsOf(server, clientAddress, note), auth, ...options });
  let stalled: Offline | undefined;
  const stopWatching = watchProgress(
    client,
    () => {
      stalled = new Stalled("the server sends without making progress");
      client.close();
    },
    progressCheckMs,
  );
  client.once("close", stopWatching);
  // Without a listener an error event would end the process; pending commands get the error.
  client.on("error", (error: Error) => log.debug("IMAP connection", { host: server.host, error }));
  const abort = (): void => client.close();
  signal?.addEventListener("abort", abort);
  try {
    if (signal?.aborted) throw new Offline("the connection is not needed any more");
    await client.connect();
  } catch (error) {
    stopWatching();
    client.close();
    if (stalled) throw stalled;
    throw signInFailure(error as Error);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
  return sessionOf(client, failures, () => stalled);
}

/** The last failure that ImapFlow has logged. */
interface LoggedFailures {
  last: FailedCommand | undefined;
}

function sessionOf(client: ImapClient, failures: LoggedFailures, stalled: () => Offline | undefined): Session {
  const failed = (failure?: FailedCommand): Error => stalled() ?? failureOf(failure, client);
  return {
    client,
    takeVanished: (path) => client.takeVanished(path),
    async must<T>(result: Promise<T | false | undefined>): Promise<T> {
      failures.last = undefined;
      let value: T | false | undefined;
      try {
        value = await result;
      } catch (error) {
        throw failed(error as FailedCommand);
      }
      if (value === false || value === undefined) throw failed(failures.last);
      return value;
    },
    async close() {
      const timeout = setTimeout(() => client.close(), LOGOUT_TIMEOUT_MS);
      await client.logout().catch(() => {});
      clearTimeout(timeout);
      client.close();
    },
  };
}

function failureOf(failure: FailedCommand = {}, client: ImapClient): Error {
  const { responseStatus, responseText, message } = failure;
  const code = codeOf(failure);
  if (responseStatus === "NO" || responseStatus === "BAD" || code !== "") {
    const text = responseText ?? message ?? "";
    return isThrottled(code, text) ? new Busy(text || code) : new Refusal(code, text);
  }
  const { byeReason } = client;
  // BYE ends the connection, and may give the reason.
  if (byeReason !== undefined) return isThrottled("", byeReason) ? new Busy(byeReason) : new Offline(byeReason);
  if (!client.usable) return new Offline(message ?? "the connection was lost");
  return failure instanceof Error ? failure : new Refusal("", "");
}
