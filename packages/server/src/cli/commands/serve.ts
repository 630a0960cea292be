/** pismo serve — the web client, JMAP and SMTP, until it is terminated. Wires all parts. */
import type { AddressInfo } from "node:net";
import { createAccessTokens } from "../../bridge/oauth/access-tokens.ts";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { noteServerAddress } from "../../store/db/server-address.ts";
import type { Store } from "../../store/db/store.ts";
import type { Command } from "../command.ts";
import { addressOf } from "../server/addresses.ts";
import { type Opened, openCore } from "../server/core.ts";
import { startHttp, startMetrics } from "../server/http.ts";
import { startJobs } from "../server/jobs.ts";
import { startBridge, startReceiver } from "../server/mail.ts";
import { newOpeningUrl } from "./open.ts";

/** What has not ended by then is ended with the process: a supervisor would kill it. */
const MAX_ENDING_MS = 10_000;

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

/** Without the password of the database. */
function placeOf({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

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

export const runServe: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(`serve takes no arguments, but "${args.join(" ")}" was given\n`);
    return 2;
  }
  const opened: Opened = [];
  let limit: NodeJS.Timeout | undefined;
  try {
    const core = await openCore(config, log, opened);
    const { store, membership, vault, providers } = core;
    const metrics = await startMetrics(core, opened);
    const tokens = createAccessTokens({ store, vault, log, providers });
    opened.push(() => tokens.close());
    const bridge = startBridge(core, tokens);
    opened.push(() => bridge.close());
    // They end at the same time, while other processes take the mirrors and jobs over.
    const parts: Opened = [() => membership.retire(), () => bridge.release()];
    opened.push(() => Promise.all(parts.map((close) => close())));
    if (config.roles.includes("jobs")) startJobs(core, tokens, parts);
    await startReceiver(core, parts);
    const server = await startHttp(core, tokens, metrics?.measures, parts);
    // Otherwise the first sign-in waits for it.
    if (core.checkPassword) await import("imapflow");

    const { port } = server.address() as AddressInfo;
    opened.push(logUncaughtErrors(log));
    const address = addressOf(config, port);
    const links = config.mode === "hosted" ? undefined : await offerLinks(store, config.devOrigin ?? address, log);
    if (links) opened.push(links.stop);
    const signal = untilSignal();
    const place = core.upstream ? `Mail lies at ${config.jmapUrl?.origin}` : `Your mail lies in ${placeOf(config)}`;
    stdout.write(`Pismo: ${address}\n${place}\n${metrics?.words ?? ""}${links?.words ?? ""}`);
    await signal;
    log.info("ending");
    limit = setTimeout(() => process.exit(1), MAX_ENDING_MS);
    return 0;
  } finally {
    for (const close of opened.reverse()) await close();
    clearTimeout(limit);
  }
};
