/** The SMTP receiver (RFC 5321): letters from programs on this machine to the local mailboxes. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { finished } from "node:stream/promises";
import type { Id } from "@pismo/jmap";
import { SMTPServer } from "smtp-server";
import type { AfterInsert, Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { findMailboxByRole } from "../../store/mailboxes.ts";
import type { Store } from "../../store/store.ts";
import { resolveAddress } from "./local-addresses.ts";
import { SmtpRefusal, storageRefusal } from "./reply.ts";
import { traceFields } from "./trace-fields.ts";
import { answerWhileAway } from "./vacation.ts";

export interface SmtpReceiverOptions {
  config: {
    /** Domain of the local mailboxes, also our own name. */
    domain: string;
    /** 0 takes any free one. */
    smtpPort: number;
    /** Octets. */
    maxUploadSize: number;
  };
  store: Store;
  ingest: Ingest;
  log: Logger;
}

export interface SmtpReceiver {
  port: number;
  /** Lets running transactions end, but not for long. */
  close(): Promise<void>;
}

/** Each connection may hold one whole letter in memory. */
const maxClients = 20;
const maxRecipients = 100;
/** RFC 5321 §4.5.3.2 asks a server to wait five minutes for a command. */
const idleLimit = 5 * 60_000;
const dataLimit = 15 * 60_000;

type Transport = SMTPServer["options"];
type Session = Parameters<NonNullable<Transport["onData"]>>[1];
type DataStream = Parameters<NonNullable<Transport["onData"]>>[0];

/** @throws Error of the system (EADDRINUSE, EACCES) when the port cannot be had */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { config, store, log } = options;
  const accountsOf = new WeakMap<object, Id>();

  const server = new SMTPServer({
    name: config.domain,
    banner: "Pismo",
    size: config.maxUploadSize,
    rejectOversized: true,
    maxRecipients,
    maxClients,
    socketTimeout: idleLimit,
    closeTimeout: 2000,
    // Only this machine can connect, so there is nobody to hide from or to prove anything to.
    disabledCommands: ["AUTH", "STARTTLS"],
    hideSTARTTLS: true,
    authOptional: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    onRcptTo(address, _session, callback) {
      const resolve = async () => {
        const resolution = await store.read((reader) => resolveAddress(reader, config.domain, address.address));
        if (resolution.kind === "elsewhere") {
          throw new SmtpRefusal("550 5.7.1", "Relaying denied: only local mailboxes take letters here");
        }
        if (resolution.kind === "unknown") throw new SmtpRefusal("550 5.1.1", "No such mailbox");
        accountsOf.set(address, resolution.accountId);
      };
      void answer(resolve(), log, callback);
    },
    onData(stream, session, callback) {
      const accountIds = session.envelope.rcptTo.flatMap((recipient) => accountsOf.get(recipient) ?? []);
      void answer(receiveData(stream, session, [...new Set(accountIds)], options), log, callback);
      limitTime(server, session, stream);
    },
  });
  // Without a listener a client that hangs up in the middle would end the process.
  server.on("error", (error) => log.debug("SMTP connection failed", { error }));

  server.listen(config.smtpPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  log.info("Letters are taken by SMTP", { port });
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Turns what a handler promises into the reply of smtp-server. */
async function answer<T>(
  work: Promise<T>,
  log: Logger,
  callback: (error: Error | null, text?: T) => void,
): Promise<void> {
  try {
    callback(null, await work);
  } catch (error) {
    if (error instanceof SmtpRefusal) return callback(error);
    log.error("SMTP: a letter could not be taken", { error });
    callback(storageRefusal(error));
  }
}

/** Gives the text of the 250 reply, once the letter is durable in every account. */
async function receiveData(
  stream: DataStream,
  session: Session,
  accountIds: readonly Id[],
  { config, store, ingest, log }: SmtpReceiverOptions,
): Promise<string> {
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

  const chunks: Uint8Array[] = [Buffer.from(trace)];
  stream.on("data", (chunk: Uint8Array) => {
    // Too large: the rest is read and forgotten; smtp-server then answers 552 5.3.4.
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  });
  await finished(stream, { writable: false });
  if (stream.sizeExceeded) return "";

  const bytes = Buffer.concat(chunks);
  const inboxes = await store.read((reader) =>
    Promise.all(
      accountIds.map(async (accountId) => ({ accountId, inbox: await findMailboxByRole(reader, accountId, "inbox") })),
    ),
  );
  const deliveries = inboxes.flatMap(({ accountId, inbox }) =>
    inbox ? [{ accountId, bytes, mailboxIds: [inbox.id], receivedAt, isArrival: true }] : [],
  );
  if (deliveries.length === 0 || deliveries.length < accountIds.length) throw new Error("an account has no inbox");
  await ingest.deliverBatch(deliveries, allOrNothing);
  log.info("Letter received", { id: session.id, octets: bytes.length, recipients: deliveries.length });

  for (const { accountId } of deliveries) {
    // The letter is ours now; whatever happens to the answer must not make the client send it again.
    void answerWhileAway({ accountId, mailFrom, bytes, now: receivedAt }, { config, store, ingest, log });
  }
  return `OK: the letter is stored as ${session.id}`;
}

/** One reply stands for all recipients: where one of them fails, nobody has the letter, and it comes again. */
const allOrNothing: AfterInsert = async (_tx, results) => {
  const failure = results.find((result) => result instanceof Error);
  if (failure) throw failure;
};

/** A client that sends byte by byte keeps its connection from being idle; this ends it all the same. */
function limitTime(server: SMTPServer, session: Session, stream: DataStream): void {
  const timer = setTimeout(() => {
    for (const connection of server.connections) {
      if (connection.id === session.id) connection.send(421, "Too slow");
    }
  }, dataLimit).unref();
  stream.once("close", () => clearTimeout(timer));
}
