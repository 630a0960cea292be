/** The parts of a server that all others use. */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../config.ts";
import type { Brand } from "../../http/page/brand.ts";
import { type Ingest, createIngest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { createSampleMailbox } from "../../sample/create-sample-mailbox.ts";
import { openStoreVault } from "../../store/auth/open-vault.ts";
import { type Store, lockDataDir, openStore } from "../../store/db/store.ts";
import { noteServerLimits } from "../../store/people/limits.ts";
import { noteRedirectLimit } from "../../store/rules/redirects.ts";
import { createMimePool } from "../../worker/pool.ts";
import { chooseAccount } from "../choose-account.ts";
import { oauthProviders } from "../oauth-providers.ts";
import { readLogo } from "../read-logo.ts";
import { aliasesOf, passwordCheckOf, upstreamOf } from "./sign-in-servers.ts";
import { submissionRules } from "./submission-rules.ts";

/** The name under which the key of push messages is derived from the installation's. */
export const WEB_PUSH_KEY = "webpush vapid";

/** A thread of the parser takes 15 MB. */
const PARSER_IDLE_MS = 60_000;

/** @throws ConfigError the logo cannot be used */
const brandOf = ({ language, theme, name, logo }: Config): Brand => ({ language, theme, name, logo: readLogo(logo) });

/** Until another process that starts at the same time has made the first account. */
const SETUP_RETRY_MS = 100;

/** In personal mode there is an account from the start, with the sample letters. */
async function setUpAccount(config: Config, store: Store, ingest: Ingest, log: Logger): Promise<void> {
  let release = await store.tryLock("setup");
  while (!release) {
    await sleep(SETUP_RETRY_MS);
    release = await store.tryLock("setup");
  }
  try {
    const accountId = await chooseAccount(store, undefined, config);
    if (config.sample) await createSampleMailbox({ store, ingest, accountId, log });
  } finally {
    await release();
  }
}

/** Functions that close what was opened, called in reverse order. */
export type Opened = (() => unknown)[];

/** The parts that all others use. In personal mode there is an account from the start. */
export async function openCore(config: Config, log: Logger, opened: Opened) {
  const providers = await oauthProviders(config);
  const aliases = await aliasesOf(config, log);
  const brand = brandOf(config);
  if (!config.databaseUrl) opened.push(lockDataDir(config.dataDir));
  const store = await openStore(config, log);
  opened.push(() => store.close());
  const membership = await store.join(config.roles);
  opened.push(() => membership.leave());
  const mime = createMimePool(Math.max(1, availableParallelism() - 1), { idleMs: PARSER_IDLE_MS });
  opened.push(() => mime.close());
  const ingest = createIngest({ store, mime });
  await store.write(async (tx) => {
    await noteServerLimits(tx, { maxOctets: config.quota ?? null, maxRecipients: config.sendLimit ?? null });
    await noteRedirectLimit(tx, config.redirectLimit);
  });
  const vault = await openStoreVault(config, store);
  const checkPassword = passwordCheckOf(config, store, vault, log);
  const upstream = upstreamOf(config, providers, { store, vault, log });
  if (upstream) opened.push(() => upstream.close());
  if (config.mode === "personal") await setUpAccount(config, store, ingest, log);
  const submission = submissionRules(config, aliases);
  return { config, brand, log, providers, store, membership, mime, ingest, vault, checkPassword, upstream, submission };
}

export type Core = Awaited<ReturnType<typeof openCore>>;
