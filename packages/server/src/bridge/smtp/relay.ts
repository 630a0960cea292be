/** Handing one letter to the server that PISMO_SMTP_URL names, or to the account's own. */
import { isIP } from "node:net";
import { Readable } from "node:stream";
import type { SubmissionAddress } from "@pismo/jmap";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { AccessTokenSource } from "../oauth/access-tokens.ts";
import { needsUtf8, wireAddress } from "../../mime/wire-header.ts";
import { bearerHandlers } from "./bearer.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

export interface Relay {
  /** As store/smtp-url.ts reads it, with user and password where the server asks for them. */
  url: URL;
  /** Set for an account's own server: its certificate is verified on this machine too, where TLS is asked for. */
  tls?: { ca?: string | undefined };
  /** What we call ourselves in EHLO. */
  name: string;
  /** In the place of the password in the URL. */
  accessToken?: AccessTokenSource;
}

export interface OutgoingLetter {
  mailFrom: SubmissionAddress;
  rcptTo: readonly SubmissionAddress[];
  message: OutgoingMessage;
}

/** What became of one recipient. `reply` is the server's, on one line, or ours in the same form. */
export interface RecipientOutcome {
  address: string;
  outcome: "sent" | "refused" | "deferred" | "unknown";
  reply: string;
}

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 60_000, socketTimeout: 10 * 60_000 };

/**
 * @param beforeEnd awaited, with the addresses of the transaction, when all of the letter but its end is with the server. Until it is fulfilled the
 *   server cannot have taken the letter; afterwards a lost connection leaves that open.
 * @param signal breaks off; the outcomes are those of a lost connection
 */
export async function sendThroughRelay(
  relay: Relay,
  letter: OutgoingLetter,
  beforeEnd: (addresses: readonly string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<RecipientOutcome[]> {
  const outcomes: RecipientOutcome[] = [];
  for (const group of byParameters(letter.rcptTo)) {
    outcomes.push(...(await sendOnce(relay, { ...letter, rcptTo: group }, beforeEnd, signal)));
  }
  return outcomes;
}

async function sendOnce(
  relay: Relay,
  letter: OutgoingLetter,
  beforeEnd: (addresses: readonly string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<RecipientOutcome[]> {
  let connection = new SMTPConnection(connectionOptions(relay));
  let { rcptTo } = letter;
  const outcomes: RecipientOutcome[] = [];
  const all = (outcome: RecipientOutcome["outcome"], reply: string) => [
    ...outcomes,
    ...rcptTo.map(({ email }) => ({ address: email, outcome, reply })),
  ];
  let isEnding = false;
  const breakOff = () => connection.close();
  signal?.addEventListener("abort", breakOff);
  try {
    signal?.throwIfAborted();
    connection = await signedIn(connection, relay);
    if (!takesUtf8(connection)) {
      const limit = `${relay.url.hostname} does not take addresses with other letters than a to z (SMTPUTF8)`;
      const refusalOf = (email: string): string | undefined => {
        if (needsUtf8(letter.mailFrom.email) || needsUtf8(email)) return `553 5.6.7 ${limit}`;
        // RFC 6531 §3.5: nor may a header go there that names such an address.
        return letter.message.needsUtf8 ? `554 5.6.9 ${limit}` : undefined;
      };
      for (const { email } of rcptTo) {
        const reply = refusalOf(email);
        if (reply !== undefined) outcomes.push({ address: email, outcome: "refused", reply });
      }
      rcptTo = rcptTo.filter(({ email }) => refusalOf(email) === undefined);
      if (rcptTo.length === 0) {
        connection.quit();
        return outcomes;
      }
    }
    const body = async function* () {
      yield* letter.message.content();
      await beforeEnd(rcptTo.map(({ email }) => email));
      isEnding = true;
    };
    const info = await send(connection, { ...letter, rcptTo }, Readable.from(body(), { objectMode: false }));
    connection.quit();
    const refusals = new Map(info.rejectedErrors?.map((error) => [error.recipient, error]));
    for (const { email } of rcptTo) {
      const refusal = refusals.get(wireAddress(email));
      if (refusal) outcomes.push({ address: email, ...verdictOf(refusal, relay) });
      else outcomes.push({ address: email, outcome: "sent", reply: oneLine(info.response, relay) });
    }
    return outcomes;
  } catch (error) {
    connection.close();
    const failure = error as RelayError;
    if (failure.rejectedErrors) {
      const words = rcptTo.map(({ email }) => {
        const own = failure.rejectedErrors?.find(({ recipient }) => recipient === wireAddress(email));
        return { address: email, ...verdictOf(own ?? failure, relay) };
      });
      return [...outcomes, ...words];
    }
    // The end was sent and no reply came: the server may have it. Sending again could deliver it twice.
    if (isEnding && failure.responseCode === undefined) {
      return all("unknown", oneLine(`451 4.4.2 No answer after the letter was sent: ${failure.message}`, relay));
    }
    const { outcome, reply } = verdictOf(failure, relay);
    return all(outcome, reply);
  } finally {
    signal?.removeEventListener("abort", breakOff);
  }
}

type RelayError = SMTPConnection.SMTPError;

/** A token may be ended before its time: after a refusal the next one is tried, over a new connection. */
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

/** Signs in and leaves. @throws Error as the connection has it */
export async function signInToRelay(relay: Relay): Promise<void> {
  const connection = new SMTPConnection({ ...connectionOptions(relay), ...patienceOfPeople });
  try {
    const there = await signedIn(connection, relay);
    there.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Somebody looks at a dialog meanwhile. */
const patienceOfPeople = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 20_000 };

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
    customAuth: bearerHandlers,
    // A password never goes over a network in the clear unless the person says so; on this machine nobody listens.
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
    // Kept for the whole life of the connection: an error after the reply must not end the process.
    connection.on("error", reject);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  // A server that lets people in by where they are, offers no sign-in.
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

function send(connection: SMTPConnection, letter: OutgoingLetter, body: Readable) {
  if (letter.message.needsUtf8) askForUtf8(connection);
  const parameters = letter.mailFrom.parameters ?? {};
  const recipientParameters = letter.rcptTo[0]?.parameters ?? {};
  const envelope: SMTPConnection.Envelope = {
    from: wireAddress(letter.mailFrom.email),
    to: letter.rcptTo.map(({ email }) => wireAddress(email)),
    size: letter.message.size,
    use8BitMime: letter.message.is8Bit,
    // RFC 3461; nodemailer leaves them out where the server does not offer DSN.
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

/** nodemailer sends such an address to any server; what it gets back then names no reason that a person understands. */
function takesUtf8(connection: SMTPConnection): boolean {
  const { _supportedExtensions: known } = connection as unknown as { _supportedExtensions: readonly string[] };
  return known.includes("SMTPUTF8");
}

/** nodemailer looks at the envelope alone; an address outside ASCII may stand in the header, as that for answers does. */
function askForUtf8(connection: SMTPConnection): void {
  const { _sendCommand: sendCommand } = connection as unknown as {
    _sendCommand(command: string, secret?: string): void;
  };
  Object.assign(connection, {
    _sendCommand(command: string, secret?: string): void {
      const isAsked = !command.startsWith("MAIL FROM:") || / SMTPUTF8\b/.test(command);
      sendCommand.call(connection, isAsked ? command : `${command} SMTPUTF8`, secret);
    },
  });
}

/** Recipients with the same parameters share a transaction: nodemailer sends one set of them. */
function byParameters(recipients: readonly SubmissionAddress[]): SubmissionAddress[][] {
  const groups = new Map<string, SubmissionAddress[]>();
  for (const recipient of recipients) {
    const key = JSON.stringify(recipient.parameters ?? {});
    groups.set(key, [...(groups.get(key) ?? []), recipient]);
  }
  return [...groups.values()];
}

/** 5xx about this letter is final; a server that cannot be reached or does not let us in says nothing about it. */
function verdictOf(error: RelayError, relay: Relay): { outcome: "refused" | "deferred"; reply: string } {
  const isAboutLetter = aboutLetter.has(error.code ?? "");
  // Before anything is sent the client itself compares the size with the server's limit (RFC 1870).
  const isTooLarge = error.code === "EMESSAGE" && error.responseCode === undefined && /size larger/.test(error.message);
  const isFinal = isTooLarge || (isAboutLetter && error.responseCode !== undefined && error.responseCode >= 500);
  const ownCode = isTooLarge ? "552 5.3.4" : "451 4.4.1";
  const reply = error.response ?? `${ownCode} ${relay.url.hostname}: ${error.message}`;
  return { outcome: isFinal ? "refused" : "deferred", reply: oneLine(reply, relay) };
}
const aboutLetter = new Set(["EENVELOPE", "EMESSAGE"]);

/** Servers have been seen to repeat what they were sent; a password must not come back through a reply. */
function oneLine(reply: string, { url }: Relay): string {
  const line = reply
    .replaceAll(/\s*\r?\n\d{3}[ -](?:\d\.\d+\.\d+ )?/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const secrets = [url.password, decodeURIComponent(url.password)].filter((secret) => secret.length > 0);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), line).slice(0, 1000);
}
