/** pismo serve — the web client, JMAP and SMTP, until it is told to end. Wires all parts. */
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { createPasswordCheck } from "../bridge/imap/check-password.ts";
import { createMailServers } from "../bridge/own-servers/mail-servers.ts";
import { createAccessTokens } from "../bridge/oauth/access-tokens.ts";
import { createOAuthSignIns } from "../bridge/oauth/sign-ins.ts";
import { startBridgeThread } from "../bridge-thread/start.ts";
import { resolveAddress } from "../bridge/smtp/local-addresses.ts";
import { startSmtpReceiver } from "../bridge/smtp/receive.ts";
import { startSubmissionQueue } from "../bridge/smtp/submission-queue.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { createApp } from "../http/app.ts";
import { createIngest } from "../ingest/ingest.ts";
import type { SubmissionRules } from "../methods/context.ts";
import { createSampleMailbox } from "../sample/create-sample-mailbox.ts";
import { hasSmtpServer } from "../store/imap-accounts.ts";
import { lockDataDir, openStore, type Store } from "../store/store.ts";
import { sweepStore } from "../store/sweep.ts";
import { openVault, type Vault } from "../store/vault.ts";
import { createMimePool } from "../worker/pool.ts";
import { chooseAccount } from "./choose-account.ts";
import type { Command } from "./command.ts";
import { oauthProviders } from "./oauth-providers.ts";
import { serverFromUrls } from "./server-urls.ts";
import { tidyWhenIdle } from "./tidy-memory.ts";

const SWEEP_EVERY_MS = 60 * 60 * 1000;
/** A parser's thread takes 15 MB. */
const PARSER_STAYS_FOR_MS = 60_000;

export const submissionRules = ({
  domain,
  smtpUrl,
  mode = "personal",
}: Pick<Config, "domain" | "smtpUrl"> & { mode?: Config["mode"] }): SubmissionRules => ({
  canRelay: async (reader, accountId) => smtpUrl !== undefined || hasSmtpServer(reader, accountId),
  // Where people sign in, their domain is the mail server's: it knows who is there.
  resolve: async (reader, address) =>
    mode === "hosted" ? { kind: "elsewhere" } : resolveAddress(reader, domain, address),
  domain,
});

/** Several people: each has the account that the mail server lets them into. undefined where one person is served. */
function passwordCheckOf(config: Config, store: Store, vault: Vault, log: Logger) {
  const server = mailServerOf(config);
  return server && createPasswordCheck({ store, vault, server, domain: config.domain, log });
}

/** The one that everybody signs in to. */
function mailServerOf({ mode, imapUrl, smtpUrl }: Config) {
  if (mode !== "hosted" || !imapUrl) return undefined;
  // With a name and a password of its own it sends for everybody; else each person signs in there as themselves.
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

/** One clear line for a port that cannot be had. */
const portProblem = (variable: string, port: number, error: unknown): Error => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new Error(`Port ${port} is in use by another program: choose another with ${variable}`);
  if (code === "EACCES") return new Error(`Port ${port} is not ours to take: choose one above 1023 with ${variable}`);
  return new Error(`${variable}=${port}: ${message}`);
};

/** One request's mistake must not end everybody's server; nothing is lost, since nothing is acknowledged before it is durable. */
function surviveMistakes(log: Logger): () => void {
  const note = (error: unknown): void => {
    // Nobody reads our output any more: there is nowhere to say it.
    if ((error as NodeJS.ErrnoException | null)?.code !== "EPIPE") log.error("a mistake was not caught", { error });
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  return () => {
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
  };
}

export const runServe: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(`serve takes no arguments, but "${args.join(" ")}" was given\n`);
    return 2;
  }
  /** What was opened, to be closed in reverse. */
  const open: (() => unknown)[] = [];
  const providers = await oauthProviders(config);
  try {
    open.push(lockDataDir(config.dataDir));
    const store = await openStore({ dataDir: config.dataDir }, log);
    open.push(() => store.close());
    const mime = createMimePool(Math.max(1, availableParallelism() - 1), { staysFor: PARSER_STAYS_FOR_MS });
    open.push(() => mime.close());
    const ingest = createIngest({ store, mime });

    const vault = await openVault(config.dataDir);
    const checkPassword = passwordCheckOf(config, store, vault, log);
    if (!checkPassword) {
      const accountId = await chooseAccount(store, undefined, config.domain);
      if (config.sample) await createSampleMailbox({ store, ingest, accountId, log });
    }
    const tokens = createAccessTokens({ store, vault, log, providers });
    open.push(() => tokens.close());
    const queue = startSubmissionQueue({ config, store, ingest, log, vault, tokens });
    open.push(() => queue.close());
    const { dataDir, logLevel, imapConnections: connections } = config;
    const bridge = startBridgeThread({
      store,
      tokens,
      log,
      dataDir,
      logLevel,
      connections,
      isExpected: checkPassword !== undefined,
    });
    open.push(() => bridge.close());
    // Whose letters the mail server takes in need no receiver of ours.
    if (config.smtpPort !== undefined && !checkPassword) {
      const { smtpPort } = config;
      const receiver = await startSmtpReceiver({ config: { ...config, smtpPort }, store, ingest, log }).catch(
        (error) => {
          throw portProblem("PISMO_SMTP_PORT", smtpPort, error);
        },
      );
      open.push(() => receiver.close());
    }
    const mailServers = checkPassword
      ? undefined
      : createMailServers({
          store,
          vault,
          log,
          domain: config.domain,
          discovery: { autoconfigUrl: config.autoconfigUrl },
        });
    if (mailServers) open.push(() => mailServers.close());
    const images = { key: vault.derive("remote images"), trustedServers: config.trustedServers };
    const app = await createApp({
      config,
      store,
      mime,
      submission: submissionRules(config),
      images,
      log,
      ...(checkPassword && { checkPassword }),
      ...(providers.length > 0 && {
        oauth: createOAuthSignIns({ store, vault, log, providers, mailServer: mailServerOf(config) }),
      }),
      ...(mailServers && { mailServers }),
    });
    open.push(() => app.close());
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw portProblem("PISMO_PORT", config.port, error);
    });
    open.push(tidyWhenIdle(app.server));
    // Else the first who signs in waits for it.
    if (checkPassword) await import("imapflow");
    const sweep = setInterval(() => {
      sweepStore(store, { dataDir: config.dataDir }, log).catch((error: unknown) =>
        log.error("The sweep failed", { error }),
      );
    }, SWEEP_EVERY_MS);
    open.push(() => clearInterval(sweep));

    const { port } = app.server.address() as AddressInfo;
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    open.push(surviveMistakes(log));
    stdout.write(`Pismo: ${config.publicUrl ?? `http://${host}:${port}`}\nYour mail lies in ${config.dataDir}\n`);
    await untilSignal();
    log.info("ending");
    return 0;
  } finally {
    for (const close of open.reverse()) await close();
  }
};
