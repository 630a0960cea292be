/** The SMTP receiver (RFC 5321): accepts messages from programs on this machine for local mailboxes. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { finished } from "node:stream/promises";
import type { Id } from "@pismo/jmap";
import { SMTPServer } from "smtp-server";
import type { AfterInsert, Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import type { Store } from "../../../store/db/store.ts";
import { resolveAddress } from "../local-addresses.ts";
import { spoolMessage } from "./spool-message.ts";
import { ConnectionLimiter, type ConnectionLimits, defaultConnectionLimits } from "./connection-limits.ts";
import { SmtpRefusal, storageRefusal } from "./reply.ts";
import { traceFields } from "../trace-fields.ts";
import { assertMayTake } from "./mailbox-full.ts";
import { queueVacationResponse } from "../vacation/vacation.ts";

export interface SmtpReceiverOptions {
  config: {
    /** Domain of local mailboxes, also our host name. */
    domain: string;
    /** 0: any free port. */
    smtpPort: number;
    /** Octets. */
    maxUploadSize: number;
  };
  store: Store;
  ingest: Ingest;
  log: Logger;
  /** For tests. */
  connectionLimits?: ConnectionLimits;
}

export interface SmtpReceiver {
  port: number;
  /** Gives running transactions a short time to end. */
  close(): Promise<void>;
}

/** Above ConnectionLimiter's, which closes silent connections first. */
const MAX_CLIENTS = 100;
const MAX_RECIPIENTS = 100;
/** RFC 5321 §4.5.3.2 asks a server to wait five minutes for a command. */
const IDLE_TIMEOUT_MS = 5 * 60_000;
const DATA_TIMEOUT_MS = 15 * 60_000;

type Handlers = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;
type Session = Parameters<NonNullable<Handlers["onData"]>>[1];
type DataStream = Parameters<NonNullable<Handlers["onData"]>>[0];

/** @throws Error of the system (EADDRINUSE, EACCES) */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { config, log } = options;
  const limiter = new ConnectionLimiter(options.connectionLimits ?? defaultConnectionLimits, (id, reason) =>
    endConnection(server, id, reason),
  );
  const server: SMTPServer = new SMTPServer({
    name: config.domain,
    banner: "Pismo",
    size: config.maxUploadSize,
    rejectOversized: true,
    maxRecipients: MAX_RECIPIENTS,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: 2000,
    // Only this machine can connect: neither encryption nor authentication is needed.
    disabledCommands: ["AUTH", "STARTTLS"],
    hideSTARTTLS: true,
    authOptional: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    ...connectionHandlers(limiter),
    ...messageHandlers(options, limiter, (id) => endConnection(server, id, "Too slow")),
  });
  // Without a listener a client that disconnects in the middle would end the process.
  server.on("error", (error) => log.debug("SMTP connection failed", { error }));

  server.listen(config.smtpPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  log.info("The SMTP receiver listens", { port });
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function endConnection({ connections }: SMTPServer, sessionId: string, reason: string): void {
  for (const connection of connections) if (connection.id === sessionId) connection.send(421, reason);
}

const connectionHandlers = (limiter: ConnectionLimiter): Handlers => ({
  onConnect({ id }, callback) {
    if (limiter.admit(id)) return callback();
    callback(Object.assign(new Error("Too many letters at once: come again later"), { responseCode: 421 }));
  },
  onClose: ({ id }) => limiter.remove(id),
  onMailFrom(_address, { id }, callback) {
    limiter.touch(id, false);
    callback();
  },
});

/** @param onSlow ends the connection of a session */
function messageHandlers(
  options: SmtpReceiverOptions,
  limiter: ConnectionLimiter,
  onSlow: (sessionId: string) => void,
): Handlers {
  const { config, store, log } = options;
  const accountsOf = new WeakMap<object, Id>();
  return {
    onRcptTo(address, session, callback) {
      const resolve = async () => {
        const resolution = await store.read((reader) => resolveAddress(reader, config.domain, address.address));
        if (resolution.kind === "elsewhere") {
          throw new SmtpRefusal("550 5.7.1", "Relaying denied: only local mailboxes take letters here");
        }
        if (resolution.kind === "unknown") throw new SmtpRefusal("550 5.1.1", "No such mailbox");
        const { mailFrom } = session.envelope;
        const size = mailFrom && mailFrom.args && "SIZE" in mailFrom.args ? Number(mailFrom.args["SIZE"]) : 0;
        await assertMayTake(store, [resolution.accountId], Number.isFinite(size) ? size : 0);
        accountsOf.set(address, resolution.accountId);
        limiter.touch(session.id, true);
      };
      void reply(resolve(), log, callback);
    },
    onData(stream, session, callback) {
      const recipients = new Map<Id, string[]>();
      for (const recipient of session.envelope.rcptTo) {
        const accountId = accountsOf.get(recipient);
        if (accountId !== undefined)
          recipients.set(accountId, [...(recipients.get(accountId) ?? []), recipient.address]);
      }
      const { id } = session;
      const isAdmitted = limiter.beginMessage(id);
      stream.on("data", (chunk: Uint8Array) => limiter.addBytes(id, chunk.length));
      const received = isAdmitted ? receiveData(stream, session, recipients, options) : refuseData(stream);
      void reply(
        received.finally(() => limiter.endMessage(id)),
        log,
        callback,
      );
      limitTime(stream, () => onSlow(id));
    },
  };
}

/** Passes the result of a handler to smtp-server. */
async function reply<T>(
  work: Promise<T>,
  log: Logger,
  callback: (error: Error | null, text?: T) => void,
): Promise<void> {
  try {
    callback(null, await work);
  } catch (error) {
    if (error instanceof SmtpRefusal) return callback(error);
    log.error("SMTP: a message could not be stored", { error });
    callback(storageRefusal(error));
  }
}

/** Reads and drops the message, since DATA was accepted, and asks to send it later. */
async function refuseData(stream: DataStream): Promise<never> {
  await finished(stream.resume(), { writable: false });
  throw new SmtpRefusal("451 4.3.2", "Too many letters at once: send it again later");
}

/** @returns the text of the 250 reply, once the message is durable in every account */
async function receiveData(
  stream: DataStream,
  session: Session,
  recipients: Recipients,
  options: SmtpReceiverOptions,
): Promise<string> {
  const { config, store } = options;
  const { envelope } = session;
  const mailFrom = envelope.mailFrom ? envelope.mailFrom.address : "";
  const receivedAt = new Date();
  const trace = traceFields({
    mailFrom,
    recipients: envelope.rcptTo.map(({ address }) => address),
    heloName: session.hostNameAppearsAs,
    isExtended: session.openingCommand !== "HELO",
    isSmtpUtf8: envelope.smtpUtf8 === true,
    remoteAddress: session.remoteAddress,
    hostName: config.domain,
    transactionId: session.id,
    receivedAt,
  });

  const spooled = await spoolMessage(stream, Buffer.from(trace), store.blobs);
  if (!spooled) return "";
  const deliver = (bytes: Uint8Array): Promise<string> =>
    deliverMessage(bytes, { mailFrom, receivedAt, recipients, id: session.id }, options);
  return "bytes" in spooled
    ? deliver(spooled.bytes)
    : options.ingest.withMessage(spooled.blobId, spooled.size, deliver);
}

/** The addresses that were given, by the account that has them. */
type Recipients = ReadonlyMap<Id, readonly string[]>;

interface Transaction {
  id: string;
  mailFrom: string;
  receivedAt: Date;
  recipients: Recipients;
}

async function deliverMessage(
  bytes: Uint8Array,
  { id, mailFrom, receivedAt, recipients }: Transaction,
  { config, store, ingest, log }: SmtpReceiverOptions,
): Promise<string> {
  const accountIds = [...recipients.keys()];
  const inboxes = await store.read((reader) =>
    Promise.all(
      accountIds.map(async (accountId) => ({ accountId, inbox: await findMailboxByRole(reader, accountId, "inbox") })),
    ),
  );
  const deliveries = inboxes.flatMap(({ accountId, inbox }) =>
    inbox
      ? [
          {
            accountId,
            bytes,
            mailboxIds: [inbox.id],
            receivedAt,
            isArrival: true,
            envelope: { from: mailFrom, to: recipients.get(accountId)! },
          },
        ]
      : [],
  );
  await assertMayTake(store, accountIds, bytes.length);
  if (deliveries.length === 0 || deliveries.length < accountIds.length) throw new Error("an account has no inbox");
  const [only, ...others] = accountIds;
  const isOne = only !== undefined && others.length === 0;
  const results = await ingest.deliverBatch(deliveries, allOrNothing, isOne ? { accountId: only } : {});
  log.info("Message received", { id, octets: bytes.length, recipients: deliveries.length });

  for (const [index, { accountId, mailboxIds }] of deliveries.entries()) {
    const email = results[index]!;
    // As at a mail server: none of spam, nor of what waits for its sender to be let in, nor of what went by.
    if (email instanceof Error || !mailboxIds.some((inbox) => email.mailboxIds.includes(inbox))) continue;
    // The message is stored: a failed vacation response must not make the client send it again.
    void queueVacationResponse({ accountId, mailFrom, bytes, now: receivedAt }, { config, store, ingest, log });
  }
  return `OK: the letter is stored as ${id}`;
}

/** One reply stands for all recipients: after a failure none has the message, and the client sends it again. */
const allOrNothing: AfterInsert = async (_tx, results) => {
  const failure = results.find((result) => result instanceof Error);
  if (failure) throw failure;
};

/** For clients that send byte by byte and so are never idle. */
function limitTime(stream: DataStream, onSlow: () => void): void {
  const timer = setTimeout(onSlow, DATA_TIMEOUT_MS).unref();
  stream.once("close", () => clearTimeout(timer));
}
