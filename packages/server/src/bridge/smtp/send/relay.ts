/** Sends one message to the server in PISMO_SMTP_URL, or to the account's own. */
import { isIP } from "node:net";
import { Readable } from "node:stream";
import type { SubmissionAddress } from "@pismo/jmap";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { AccessTokenSource } from "../../oauth/access-tokens.ts";
import { needsUtf8, wireAddress } from "../../../mime/compose/wire-header.ts";
import { bearerHandlers } from "./bearer.ts";
import { senderTrialHandlers } from "./sender-trial.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

export interface Relay {
  /** In the form of store/submission/smtp-url.ts, with user and password where the server requires them. */
  url: URL;
  /** Set for an account's own server: with TLS its certificate is verified on this machine as well. */
  tls?: { ca?: string | undefined };
  /** Our name in EHLO. */
  name: string;
  /** Replaces the password in the URL. */
  accessToken?: AccessTokenSource;
}

/** A mail transaction (RFC 5321 §3.3). */
export interface MailTransaction {
  mailFrom: SubmissionAddress;
  rcptTo: readonly SubmissionAddress[];
  message: OutgoingMessage;
}

/** The outcome for one recipient. `reply` is the server's, on one line, or ours in the same form. */
export interface RecipientOutcome {
  address: string;
  outcome: "sent" | "refused" | "deferred" | "unknown";
  reply: string;
}

/** nodemailer takes milliseconds. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 60_000, socketTimeout: 10 * 60_000 };

/**
 * @param beforeEnd awaited, with the addresses of the transaction, when the whole message but its end is sent. Before it
 *   resolves, the server cannot have accepted the message; afterwards a lost connection leaves that open.
 * @param signal aborts; the outcomes are those of a lost connection
 */
export async function sendThroughRelay(
  relay: Relay,
  transaction: MailTransaction,
  beforeEnd: (addresses: readonly string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<RecipientOutcome[]> {
  const outcomes: RecipientOutcome[] = [];
  for (const group of byParameters(transaction.rcptTo)) {
    outcomes.push(...(await sendOnce(relay, { ...transaction, rcptTo: group }, beforeEnd, signal)));
  }
  return outcomes;
}

async function sendOnce(
  relay: Relay,
  transaction: MailTransaction,
  beforeEnd: (addresses: readonly string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<RecipientOutcome[]> {
  let connection = new SMTPConnection(connectionOptions(relay));
  let { rcptTo } = transaction;
  const refused: RecipientOutcome[] = [];
  let isEnding = false;
  const abort = () => connection.close();
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    connection = await signedIn(connection, relay);
    if (!supportsUtf8(connection)) {
      refused.push(...utf8Refusals(transaction, relay));
      rcptTo = rcptTo.filter(({ email }) => !refused.some(({ address }) => address === email));
      if (rcptTo.length === 0) {
        connection.quit();
        return refused;
      }
    }
    const body = async function* () {
      yield* transaction.message.content();
      await beforeEnd(rcptTo.map(({ email }) => email));
      isEnding = true;
    };
    const info = await send(connection, { ...transaction, rcptTo }, Readable.from(body(), { objectMode: false }));
    connection.quit();
    return [...refused, ...outcomesOfReply(info, rcptTo, relay)];
  } catch (error) {
    connection.close();
    return [...refused, ...outcomesOfFailure(error as RelayError, rcptTo, relay, isEnding)];
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The recipients that a server without SMTPUTF8 cannot get. */
function utf8Refusals({ mailFrom, rcptTo, message }: MailTransaction, { url }: Relay): RecipientOutcome[] {
  const limit = `${url.hostname} does not take addresses with other letters than a to z (SMTPUTF8)`;
  const refusalOf = (email: string): string | undefined => {
    if (needsUtf8(mailFrom.email) || needsUtf8(email)) return `553 5.6.7 ${limit}`;
    // RFC 6531 §3.5: nor may a header contain such an address.
    return message.needsUtf8 ? `554 5.6.9 ${limit}` : undefined;
  };
  return rcptTo.flatMap(({ email }): RecipientOutcome[] => {
    const reply = refusalOf(email);
    return reply === undefined ? [] : [{ address: email, outcome: "refused", reply }];
  });
}

function outcomesOfReply(
  { rejectedErrors, response }: SMTPConnection.SentMessageInfo,
  rcptTo: readonly SubmissionAddress[],
  relay: Relay,
): RecipientOutcome[] {
  const refusals = new Map(rejectedErrors?.map((error) => [error.recipient, error]));
  return rcptTo.map(({ email }) => {
    const refusal = refusals.get(wireAddress(email));
    return refusal
      ? { address: email, ...outcomeOf(refusal, relay) }
      : { address: email, outcome: "sent", reply: oneLine(response, relay) };
  });
}

/** @param isEnding the end of the message was sent */
function outcomesOfFailure(
  failure: RelayError,
  rcptTo: readonly SubmissionAddress[],
  relay: Relay,
  isEnding: boolean,
): RecipientOutcome[] {
  const { rejectedErrors } = failure;
  if (rejectedErrors) {
    return rcptTo.map(({ email }) => {
      const own = rejectedErrors.find(({ recipient }) => recipient === wireAddress(email));
      return { address: email, ...outcomeOf(own ?? failure, relay) };
    });
  }
  // Without a reply to the end the server may have accepted the message, and sending again could duplicate it.
  const isUnknown = isEnding && failure.responseCode === undefined;
  const outcome = isUnknown
    ? {
        outcome: "unknown" as const,
        reply: oneLine(`451 4.4.2 No answer after the letter was sent: ${failure.message}`, relay),
      }
    : outcomeOf(failure, relay);
  return rcptTo.map(({ email }) => ({ address: email, ...outcome }));
}

type RelayError = SMTPConnection.SMTPError;

/** A token may be revoked before it expires: after a refusal the next one is tried, over a new connection. */
async function signedIn(connection: SMTPConnection, relay: Relay): Promise<SMTPConnection> {
  const token = await relay.accessToken?.();
  try {
    await open(connection, relay, token);
    return connection;
  } catch (error) {
    const isRefused = token !== undefined && (error as RelayError).code === "EAUTH";
    const next = isRefused ? await relay.accessToken?.(token) : token;
    if (next === token) throw error;
    connection.close();
    const another = new SMTPConnection(connectionOptions(relay));
    await open(another, relay, next);
    return another;
  }
}

/**
 * Signs in and disconnects.
 * @param work what is asked of the server in between
 * @param signal aborted: it is given up
 * @throws Error of the connection, or the signal's reason
 */
export async function signInToRelay(
  relay: Relay,
  work: (connection: SMTPConnection) => Promise<void> = async () => {},
  signal = new AbortController().signal,
): Promise<void> {
  let connection = new SMTPConnection({ ...connectionOptions(relay), ...interactiveTimeouts });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const asked = async (): Promise<void> => {
    signal.throwIfAborted();
    connection = await signedIn(connection, relay);
    await work(connection);
  };
  try {
    await Promise.race([asked(), aborted]);
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** While a person waits in a dialog. */
const interactiveTimeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 20_000 };

function connectionOptions({ url, name, tls }: Relay): SMTPConnection.Options {
  const secure = url.protocol === "smtps:";
  const isUpgrade = url.protocol === "smtp+starttls:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isLoopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  return {
    ...timeouts,
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    name,
    customAuth: { ...bearerHandlers, ...senderTrialHandlers },
    // A password is never sent over a network in the clear unless the person allows it; loopback needs no TLS.
    requireTLS: isUpgrade || (url.protocol === "smtp:" && url.username !== "" && !isLoopback),
    ignoreTLS: url.protocol === "smtp+plain:",
    tls: {
      ...(isLoopback && (!tls || url.protocol === "smtp:") && { rejectUnauthorized: false }),
      ...(tls?.ca !== undefined && { ca: tls.ca }),
    },
  };
}

async function open(connection: SMTPConnection, { url }: Relay, token: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // Never removed: an error after the reply must not end the process.
    connection.on("error", reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  // A server that admits clients by their address offers no sign-in.
  if (!url.username || !connection.allowsAuth) return;
  const user = decodeURIComponent(url.username);
  const login =
    token === undefined
      ? { credentials: { user, pass: decodeURIComponent(url.password) } }
      : { method: "XOAUTH2", credentials: { user, pass: token } };
  await new Promise<void>((resolve, reject) => {
    connection.once("end", () => reject(new Error("The server closed the connection while signing in")));
    connection.login(login, (error) => (error ? reject(error) : resolve()));
  });
}

function send(connection: SMTPConnection, { mailFrom, rcptTo, message }: MailTransaction, body: Readable) {
  if (message.needsUtf8) requestUtf8(connection);
  const parameters = mailFrom.parameters ?? {};
  const recipientParameters = rcptTo[0]?.parameters ?? {};
  const envelope: SMTPConnection.Envelope = {
    from: wireAddress(mailFrom.email),
    to: rcptTo.map(({ email }) => wireAddress(email)),
    size: message.size,
    use8BitMime: message.is8Bit,
    // RFC 3461; nodemailer omits them where the server does not offer DSN.
    dsn: {
      ret: parameters["RET"] ?? null,
      envid: parameters["ENVID"] ?? null,
      notify: recipientParameters["NOTIFY"] ?? null,
      orcpt: recipientParameters["ORCPT"] ?? null,
    },
  };
  return new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("The server closed the connection")));
    connection.send(envelope, body, (error, info) => (error ? reject(error) : resolve(info)));
  });
}

/** nodemailer sends such an address to any server, and the reply would not name the reason. */
function supportsUtf8(connection: SMTPConnection): boolean {
  const { _supportedExtensions: known } = connection as unknown as { _supportedExtensions: readonly string[] };
  return known.includes("SMTPUTF8");
}

/** nodemailer checks the envelope alone; the header may contain an address outside ASCII, as in Reply-To. */
function requestUtf8(connection: SMTPConnection): void {
  const { _sendCommand: sendCommand } = connection as unknown as {
    _sendCommand(command: string, secret?: string): void;
  };
  Object.assign(connection, {
    _sendCommand(command: string, secret?: string): void {
      const isComplete = !command.startsWith("MAIL FROM:") || / SMTPUTF8\b/.test(command);
      sendCommand.call(connection, isComplete ? command : `${command} SMTPUTF8`, secret);
    },
  });
}

/** Groups recipients by their parameters: nodemailer sends one set per transaction. */
function byParameters(recipients: readonly SubmissionAddress[]): SubmissionAddress[][] {
  const groups = new Map<string, SubmissionAddress[]>();
  for (const recipient of recipients) {
    const key = JSON.stringify(recipient.parameters ?? {});
    groups.set(key, [...(groups.get(key) ?? []), recipient]);
  }
  return [...groups.values()];
}

/** 5xx about this message is final; an unreachable server or a refused sign-in does not judge it. */
function outcomeOf(error: RelayError, relay: Relay): { outcome: "refused" | "deferred"; reply: string } {
  const isAboutMessage = messageErrors.has(error.code ?? "");
  // nodemailer compares the size with the server's limit before it sends anything (RFC 1870).
  const isTooLarge = error.code === "EMESSAGE" && error.responseCode === undefined && /size larger/.test(error.message);
  const isFinal = isTooLarge || (isAboutMessage && error.responseCode !== undefined && error.responseCode >= 500);
  const ownCode = isTooLarge ? "552 5.3.4" : "451 4.4.1";
  const reply = error.response ?? `${ownCode} ${relay.url.hostname}: ${error.message}`;
  return { outcome: isFinal ? "refused" : "deferred", reply: oneLine(reply, relay) };
}
const messageErrors = new Set(["EENVELOPE", "EMESSAGE"]);

/** Some servers repeat what they were sent: removes the password from a reply. */
export function oneLine(reply: string, { url }: Relay): string {
  const line = reply
    .replaceAll(/\s*\r?\n\d{3}[ -](?:\d\.\d+\.\d+ )?/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const secrets = [url.password, decodeURIComponent(url.password)].filter((secret) => secret.length > 0);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), line).slice(0, 1000);
}
