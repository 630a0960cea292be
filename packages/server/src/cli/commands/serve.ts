/** pismo serve — the web client, JMAP and SMTP, until it is terminated. Wires all parts. */
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import type { Id } from "@pismo/jmap";
import { createPasswordCheck } from "../../bridge/imap/connection/check-password.ts";
import { createAccountSetup } from "../../bridge/account-setup/account-setup.ts";
import { createAccessTokens } from "../../bridge/oauth/access-tokens.ts";
import { createOAuthSignIns } from "../../bridge/oauth/sign-ins.ts";
import { startBridgeThread } from "../../bridge-thread/start.ts";
import { type Resolution, resolveAddress } from "../../bridge/smtp/local-addresses.ts";
import { isOwnSender } from "../../bridge/smtp/send/own-senders.ts";
import { startSmtpReceiver } from "../../bridge/smtp/receive/receive.ts";
import { openAliases, type SenderAliases } from "../../bridge/smtp/send/sender-aliases.ts";
import { startVacationQueue } from "../../bridge/smtp/vacation/vacation-queue.ts";
import { startSubmissionQueue } from "../../bridge/smtp/send/submission-queue.ts";
import { type Config, ConfigError } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { createApp } from "../../http/app.ts";
import { createIngest } from "../../ingest/ingest.ts";
import type { SubmissionRules } from "../../methods/context.ts";
import { createSampleMailbox } from "../../sample/create-sample-mailbox.ts";
import { hasSmtpServer } from "../../store/mirror/imap-accounts.ts";
import { noteServerAddress } from "../../store/db/server-address.ts";
import { lockDataDir, openStore, type Reader, type Release, type Store, StoreError } from "../../store/db/store.ts";
import { sweepStore } from "../../store/blobs/sweep.ts";
import { openStoreVault } from "../../store/auth/open-vault.ts";
import type { Vault } from "../../store/auth/vault.ts";
import { createMimePool } from "../../worker/pool.ts";
import { chooseAccount } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { oauthProviders } from "../oauth-providers.ts";
import { newOpeningUrl } from "./open.ts";
import { storePlace } from "../store-place.ts";
import { serverFromUrls } from "../server-urls.ts";
import { collectWhenIdle } from "../memory.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;
/** A database may be restored to any moment of the last weeks: its messages must still be there. */
const DATABASE_BLOB_DAYS = 30;
/** Once a day. */
const SWEEPS_PER_STRAY_SEARCH = 24;
/** A thread of the parser takes 15 MB. */
const PARSER_IDLE_MS = 60_000;

type SubmissionSettings = Pick<Config, "domain" | "smtpUrl"> & Partial<Pick<Config, "mode" | "loginForm">>;

/** @param aliases in hosted mode: additional addresses that people may send from */
export function submissionRules(config: SubmissionSettings, aliases?: SenderAliases): SubmissionRules {
  const { domain, smtpUrl, mode = "personal", loginForm: form } = config;
  const canRelay = async (reader: Reader, accountId: Id): Promise<boolean> =>
    smtpUrl !== undefined || hasSmtpServer(reader, accountId);
  // In hosted mode the domain belongs to the mail server, which knows its users.
  const resolve = async (reader: Reader, address: string): Promise<Resolution> =>
    mode === "hosted" ? { kind: "elsewhere" } : resolveAddress(reader, domain, address);
  return {
    domain,
    canRelay,
    resolve,
    async maySendFrom(reader, accountId, address) {
      if (mode === "hosted") return isOwnSender(reader, accountId, address, { form, domain }, aliases);
      const resolution = await resolve(reader, address);
      if (resolution.kind === "local") return resolution.accountId === accountId;
      return resolution.kind === "elsewhere" && canRelay(reader, accountId);
    },
  };
}

/** @throws ConfigError it cannot be read or is invalid */
async function aliasesOf({ mode, aliasesFile }: Config, log: Logger): Promise<SenderAliases | undefined> {
  if (mode !== "hosted" || aliasesFile === undefined) return undefined;
  return openAliases(aliasesFile, log).catch((error: Error) => {
    throw new ConfigError(`PISMO_ALIASES_FILE (${aliasesFile}): ${error.message}`);
  });
}

/** Hosted mode: each person has the account that the mail server authenticates. undefined in personal mode. */
function passwordCheckOf(config: Config, store: Store, vault: Vault, log: Logger) {
  const server = mailServerOf(config);
  const { domain, loginForm, formerImapHosts: formerHosts } = config;
  return server && createPasswordCheck({ store, vault, server, formerHosts, domain, loginForm, log });
}

/** The server at which everyone signs in. */
function mailServerOf({ mode, imapUrl, smtpUrl }: Config) {
  if (mode !== "hosted" || !imapUrl) return undefined;
  // With credentials of its own it sends for everyone; otherwise people sign in there as themselves.
  const own = smtpUrl?.username === "" ? `${smtpUrl.protocol}//${smtpUrl.host}` : undefined;
  return serverFromUrls(imapUrl.href, own, false);
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve();
      });
    }
  });
}

/** The origin under which a browser reaches us: a server on all addresses is also on the loopback one. */
function addressOf({ host, publicUrl }: Pick<Config, "host" | "publicUrl">, port: number): string {
  const name = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return publicUrl ?? `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** For unknown browsers. @returns the line to print, and the function that stops it */
async function offerLinks(store: Store, address: string, log: Logger) {
  const note = (current: string | null) => store.write((tx) => noteServerAddress(tx, current));
  // A full disk must not prevent reading.
  const fail = (error: unknown) => log.warn("no link for browsers could be made", { error });
  const stop = () => note(null).catch(fail);
  try {
    await note(address);
    const url = await newOpeningUrl(store, address);
    return { words: `If your browser is not let in, open this in it, once, within an hour:\n${url}\n`, stop };
  } catch (error) {
    fail(error);
    return { words: "", stop };
  }
}

/** @throws StoreError locked */
async function lockDatabase(store: Store): Promise<Release> {
  const release = await store.tryLock("serve");
  if (!release) throw new StoreError("locked", "The database is in use by another Pismo that is running");
  return release;
}

/** Without the password of the database. */
function placeOf({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

/** One clear line for a port that is in use. */
const portProblem = (variable: string, port: number, error: unknown): Error => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new Error(`Port ${port} is in use by another program: choose another with ${variable}`);
  if (code === "EACCES") return new Error(`Port ${port} is not ours to take: choose one above 1023 with ${variable}`);
  return new Error(`${variable}=${port}: ${message}`);
};

/** The error of one request must not end the server; nothing is lost, since nothing is acknowledged before it is durable. */
function logUncaughtErrors(log: Logger): () => void {
  const note = (error: unknown): void => {
    // The output is closed: nothing can be printed.
    if ((error as NodeJS.ErrnoException | null)?.code !== "EPIPE") log.error("an error was not caught", { error });
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  return () => {
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
  };
}

/** Functions that close what was opened, called in reverse order. */
type Opened = (() => unknown)[];

/** The parts that all others use. In personal mode there is an account from the start. */
async function openCore(config: Config, log: Logger, opened: Opened) {
  const providers = await oauthProviders(config);
  const aliases = await aliasesOf(config, log);
  if (!config.databaseUrl) opened.push(lockDataDir(config.dataDir));
  const store = await openStore(config, log);
  opened.push(() => store.close());
  if (config.databaseUrl) opened.push(await lockDatabase(store));
  const mime = createMimePool(Math.max(1, availableParallelism() - 1), { idleMs: PARSER_IDLE_MS });
  opened.push(() => mime.close());
  const ingest = createIngest({ store, mime });
  const vault = await openStoreVault(config, store);
  const checkPassword = passwordCheckOf(config, store, vault, log);
  if (!checkPassword) {
    const accountId = await chooseAccount(store, undefined, config.domain);
    if (config.sample) await createSampleMailbox({ store, ingest, accountId, log });
  }
  const submission = submissionRules(config, aliases);
  return { config, log, providers, store, mime, ingest, vault, checkPassword, submission };
}

type Core = Awaited<ReturnType<typeof openCore>>;

/** The delivery queue, vacation responses, and the mirrors of mail servers. */
function startBridges(
  { config, log, providers, store, ingest, vault, checkPassword, submission }: Core,
  opened: Opened,
) {
  const tokens = createAccessTokens({ store, vault, log, providers });
  opened.push(() => tokens.close());
  const { maySendFrom } = submission;
  const queue = startSubmissionQueue({ config, store, ingest, log, vault, tokens, maySendFrom });
  opened.push(() => queue.close());
  const maySend = async (reader: Reader, accountId: Id, address: string): Promise<boolean> =>
    (await submission.canRelay(reader, accountId)) && maySendFrom(reader, accountId, address);
  const vacation = startVacationQueue({ config, store, ingest, log, maySend });
  opened.push(() => vacation.close());
  const { logLevel, imapConnections: connections } = config;
  const isExpected = checkPassword !== undefined;
  const bridge = startBridgeThread({
    store,
    tokens,
    log,
    place: storePlace(config),
    logLevel,
    connections,
    isExpected,
  });
  opened.push(() => bridge.close());
}

async function startReceiver({ config, log, store, ingest, checkPassword }: Core, opened: Opened): Promise<void> {
  const { smtpPort } = config;
  // In hosted mode the mail server receives mail, so no receiver is started.
  if (smtpPort === undefined || checkPassword) return;
  const receiver = await startSmtpReceiver({ config: { ...config, smtpPort }, store, ingest, log }).catch((error) => {
    throw portProblem("PISMO_SMTP_PORT", smtpPort, error);
  });
  opened.push(() => receiver.close());
}

/** Personal mode: the person adds and changes mail servers in the settings. Hosted mode has one, which is set up. */
function mailServersOf({ config, log, store, vault, checkPassword }: Core, opened: Opened) {
  if (checkPassword) return undefined;
  const { domain, autoconfigUrl } = config;
  const mailServers = createAccountSetup({ store, vault, log, domain, discovery: { autoconfigUrl } });
  opened.push(() => mailServers.close());
  return mailServers;
}

function oauthOf({ config, log, store, vault, providers }: Core) {
  if (providers.length === 0) return undefined;
  const { domain, loginForm, formerImapHosts: formerHosts } = config;
  const mailServer = mailServerOf(config);
  return createOAuthSignIns({ store, vault, log, providers, mailServer, formerHosts, loginForm, domain });
}

/** @returns the HTTP server, which listens */
async function startHttp(core: Core, opened: Opened) {
  const { config, log, store, mime, vault, checkPassword, submission } = core;
  const mailServers = mailServersOf(core, opened);
  const oauth = oauthOf(core);
  const app = await createApp({
    config,
    store,
    mime,
    submission,
    images: { key: vault.derive("remote images"), trustedServers: config.trustedServers },
    vapidKey: vault.derive("webpush vapid"),
    log,
    ...(checkPassword && { checkPassword }),
    ...(oauth && { oauth }),
    ...(mailServers && { mailServers }),
  });
  opened.push(() => app.close());
  await app.listen({ host: config.host, port: config.port }).catch((error) => {
    throw portProblem("PISMO_PORT", config.port, error);
  });
  opened.push(collectWhenIdle(app.server));
  return app.server;
}

function sweepPeriodically({ config, log, store }: Core, opened: Opened): void {
  const graceMs = (config.blobDays ?? (config.databaseUrl ? DATABASE_BLOB_DAYS : 1)) * DAY_MS;
  let sweeps = 0;
  const sweep = setInterval(() => {
    const findsStrays = ++sweeps % SWEEPS_PER_STRAY_SEARCH === 0;
    sweepStore(store, { graceMs, findsStrays }, log).catch((error: unknown) =>
      log.error("The sweep failed", { error }),
    );
  }, SWEEP_INTERVAL_MS);
  opened.push(() => clearInterval(sweep));
}

export const runServe: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(`serve takes no arguments, but "${args.join(" ")}" was given\n`);
    return 2;
  }
  const opened: Opened = [];
  try {
    const core = await openCore(config, log, opened);
    startBridges(core, opened);
    await startReceiver(core, opened);
    const server = await startHttp(core, opened);
    // Otherwise the first sign-in waits for it.
    if (core.checkPassword) await import("imapflow");
    sweepPeriodically(core, opened);

    const { port } = server.address() as AddressInfo;
    opened.push(logUncaughtErrors(log));
    const address = addressOf(config, port);
    const links = core.checkPassword ? undefined : await offerLinks(core.store, config.devOrigin ?? address, log);
    if (links) opened.push(links.stop);
    const signal = untilSignal();
    stdout.write(`Pismo: ${address}\nYour mail lies in ${placeOf(config)}\n${links?.words ?? ""}`);
    await signal;
    log.info("ending");
    return 0;
  } finally {
    for (const close of opened.reverse()) await close();
  }
};
