/** The whole server on a store in memory, called without a port; `listen` opens one. */
import { type Id, JmapClient } from "@pismo/jmap";
import type { FastifyInstance } from "fastify";
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createAccountSetup, type AccountSetup } from "../../src/bridge/account-setup/account-setup.ts";
import { addressBookServersOf } from "../../src/bridge/carddav/connect.ts";
import { davRules } from "../../src/bridge/carddav/dav-client.ts";
import { startContactSync } from "../../src/bridge/carddav/sync-worker.ts";
import { createSieveServers } from "../../src/bridge/managesieve/sieve-servers.ts";
import type { Mirrors } from "../../src/bridge/imap/sync/mirrors.ts";
import type { SenderAliases } from "../../src/bridge/smtp/send/sender-aliases.ts";
import type { ContactsGrants } from "../../src/bridge/oauth/contacts-grants.ts";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";
import { tokenRenewal } from "../../src/bridge/oauth/renew-tokens.ts";
import { createOAuthSignIns } from "../../src/bridge/oauth/sign-ins.ts";
import { startSubmissionQueue, type SubmissionQueue } from "../../src/bridge/smtp/send/submission-queue.ts";
import { submissionRules } from "../../src/cli/server/submission-rules.ts";
import type { OAuthSignIns } from "../../src/auth/oauth.ts";
import { isOwnSocket } from "../../src/auth/socket-owner.ts";
import type { PasswordCheck } from "../../src/http/create-context.ts";
import { createApp } from "../../src/http/app.ts";
import { openingUrl } from "../../src/http/auth/opening-link.ts";
import type { ImageRules } from "../../src/http/images/fetch-image.ts";
import { createIngest, type Ingest } from "../../src/ingest/ingest.ts";
import { createLogger, type Logger } from "../../src/log.ts";
import { serveMetrics } from "../../src/metrics/serve-metrics.ts";
import { startNotifying } from "../../src/notify/notify-worker.ts";
import { testMirrors } from "./mirrors.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { createOpeningLink } from "../../src/store/auth/opening-links.ts";
import type { Store } from "../../src/store/db/store.ts";
import { soleMembership } from "../../src/store/cluster/membership.ts";
import { createToken } from "../../src/store/auth/tokens.ts";
import { type Vault, vaultWith } from "../../src/store/auth/vault.ts";
import { startForeignTransfers } from "../../src/transfers/foreign/foreign-transfer-worker.ts";
import { startTransfers } from "../../src/transfers/transfer-worker.ts";
import { startReminding } from "../../src/snooze/remind-worker.ts";
import { accountPeople, signedInPeople } from "../../src/upstream/held/held-people.ts";
import { startHeldQueue } from "../../src/upstream/held/held-worker.ts";
import { createRemoteAccounts } from "../../src/upstream/remote-accounts.ts";
import { createUpstream, type UpstreamCalls } from "../../src/upstream/upstream.ts";
import { pushRules } from "../../src/web-push/push-rules.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { openMemoryStore } from "./memory-store.ts";

const domain = "pismo.localhost";
const origin = "http://127.0.0.1";
const smallWebClient = join(import.meta.dirname, "../fixtures/web");

export interface TestServer {
  app: FastifyInstance;
  store: Store;
  ingest: Ingest;
  mime: MimePool;
  /** Of you@pismo.localhost, with a token for all mailboxes. */
  client: JmapClient;
  accountId: Id;
  token: string;
  vault: Vault;
  /** fetch without a port: http://127.0.0.1/… */
  fetch: typeof fetch;
  /** A further mailbox with a token for it alone. */
  addMailbox(name: string): Promise<{ accountId: Id; token: string; client: JmapClient }>;
  /** Path and query of a new opening link. */
  link(): Promise<string>;
  /** Where options.hasMetrics. */
  metricsUrl: string;
  /** The address of a real port. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestOptions {
  /** Contacts are kept the same with address book servers. */
  addressBooks?: { periodMs?: number; longMs?: number };
  /** Of accounts that sign in with a provider. */
  grantsOf?: (store: Store) => ContactsGrants;
  smtpUrl?: URL;
  maxUploadSize?: number;
  publicUrl?: string;
  devOrigin?: string;
  /** The built web client; left out: a small replacement. */
  webFolder?: string;
  /** Addresses from which images may be fetched, beyond the rules. */
  imageRules?: Partial<ImageRules>;
  /** Servers whose Authentication-Results are believed. */
  trustedServers?: string[];
  /** Several people sign in. */
  checkPassword?: (store: Store) => PasswordCheck;
  /** People sign in to the JMAP engine at this URL. */
  upstreamUrl?: string;
  /** They sign in there with these providers. */
  upstreamProviders?: readonly OAuthProvider[];
  /** People sign in with providers. */
  oauth?: (store: Store) => OAuthSignIns;
  /** Accounts with servers of their own can be added, and are mirrored; servers are trusted by this authority. */
  accountSetup?: { ca: string };
  /** Where several people sign in: further addresses that they may send from. */
  hosted?: { aliases?: SenderAliases };
  /** Scripts lie on the accounts' mail servers, at this port. */
  sievePort?: number;
  /** Submissions are sent; without it they stay in the queue. */
  sends?: boolean;
  /** Emails go from one account into another; without it they wait. */
  transfers?: boolean;
  /** Browsers are notified of new letters; without it these wait. */
  notifies?: boolean;
  /** What a test reads of the log; left out: nothing is logged. */
  log?: Logger;
  /** /metrics are served too. */
  hasMetrics?: boolean;
}

/** Fastify's inject behind fetch's interface. */
const fetchThrough =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, origin), init);
    const { host, pathname, search } = new URL(request.url);
    const response = await app.inject({
      method: request.method as "GET",
      url: `${pathname}${search}`,
      remoteAddress: "127.0.0.1",
      headers: { host, ...Object.fromEntries(request.headers) },
      ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
    });
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const hasBody = ![204, 304].includes(response.statusCode);
    return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, { status: response.statusCode, headers });
  };

export async function testServer(options: TestOptions = {}): Promise<TestServer> {
  const {
    smtpUrl,
    maxUploadSize = 10_000_000,
    publicUrl,
    devOrigin,
    sends = false,
    transfers = false,
    notifies = false,
    imageRules = {},
    trustedServers = [],
    webFolder = smallWebClient,
    checkPassword,
    upstreamUrl,
    upstreamProviders,
    oauth,
    accountSetup,
    sievePort,
    addressBooks,
    grantsOf,
    hosted,
    log = createLogger("silent"),
    hasMetrics = false,
  } = options;
  const mode = hosted || upstreamUrl !== undefined ? "hosted" : "personal";
  const store = await openMemoryStore(log);
  const mime = createMimePool(1);
  const ingest = createIngest({ store, mime });
  const account = await store.write((tx) => createAccount(tx, { name: "", email: `you@${domain}` }));
  const vault: Vault = vaultWith(randomBytes(32));
  const membership = accountSetup || sends ? await store.join(["bridge", "jobs"]) : undefined;
  let mailServers: AccountSetup | undefined;
  let remote: UpstreamCalls | undefined;
  let mirrors: Mirrors | undefined;
  if (accountSetup) {
    const { ca } = accountSetup;
    mailServers = createAccountSetup({ store, vault, log, domain, ca });
    remote = createRemoteAccounts({ store, vault, log, domain });
    mirrors = await testMirrors({ store, mime, membership }, { vault, log, tls: { ca } });
  }
  const sieveServers =
    accountSetup &&
    sievePort !== undefined &&
    createSieveServers({ store, vault, log, ca: accountSetup.ca, find: { port: sievePort } });
  const upstream =
    upstreamUrl === undefined
      ? undefined
      : createUpstream({
          url: new URL(upstreamUrl),
          store,
          vault,
          domain: "example.org",
          log,
          ...(upstreamProviders && { renew: tokenRenewal(upstreamProviders) }),
        });
  const engineSignIns =
    upstream && upstreamUrl !== undefined && upstreamProviders
      ? createOAuthSignIns({
          store,
          vault,
          log,
          providers: upstreamProviders,
          engine: { origin: new URL(upstreamUrl).origin, admit: upstream.admit },
        })
      : undefined;
  const tokenFor = (accountId: Id | null): Promise<string> =>
    store.write(async (tx) => (await createToken(tx, { name: "test", accountId })).secret);
  const token = await tokenFor(null);
  const vapidKey = randomBytes(32);
  const grants = grantsOf?.(store) ?? (async () => undefined);
  // Requests without a connection have the port 80.
  const config = { host: "127.0.0.1", publicUrl, devOrigin, maxUploadSize, attachmentTypes: ["png", "jpg", "jpeg"] };
  const submission = submissionRules({ domain, smtpUrl, mode }, hosted?.aliases);
  const metrics = hasMetrics
    ? await serveMetrics({ host: "127.0.0.1", port: 0, log, store, mime, membership: membership ?? soleMembership })
    : undefined;
  const app = await createApp({
    config,
    store,
    membership: membership ?? soleMembership,
    mime,
    submission,
    vapidKey,
    images: { key: randomBytes(32), trustedServers, rules: imageRules },
    log,
    webFolder,
    ...(metrics && { measures: metrics.measures }),
    ...(checkPassword && { checkPassword: checkPassword(store) }),
    ...(upstream && { upstream }),
    ...(oauth && { oauth: oauth(store) }),
    ...(engineSignIns && { oauth: engineSignIns }),
    ...(mailServers && { mailServers }),
    ...(addressBooks && {
      addressBookServers: addressBookServersOf({ store, vault, log, rules: davRules({ mode }), grants }),
    }),
    ...(sieveServers && { sieveServers }),
    ...(remote && { remote }),
    // A request without a connection is the person's own; for all others the kernel reports the user.
    isOwnSocket: async (connection) => connection.peerPort === undefined || isOwnSocket(connection),
  });
  await app.ready();
  const through = fetchThrough(app);
  const clientWith = (secret: string): JmapClient =>
    new JmapClient({
      sessionUrl: `${origin}/.well-known/jmap`,
      headers: { authorization: `Bearer ${secret}` },
      fetch: through,
    });
  let queue: SubmissionQueue | undefined;
  const tls = { ca: accountSetup?.ca };
  if (sends && membership)
    queue = startSubmissionQueue({
      membership,
      config: { domain, smtpUrl, mode },
      store,
      ingest,
      log,
      vault,
      tls,
      maySendFrom: submission.maySendFrom,
    });
  const stopContactSync = addressBooks
    ? startContactSync({ store, vault, log, rules: davRules({ mode }), grants, ...addressBooks })
    : undefined;
  const stopTransfers = transfers ? startTransfers({ store, mime, log }) : undefined;
  const stopForeign = transfers && remote ? startForeignTransfers({ store, mime, log, remote }) : undefined;
  const behind = upstream ?? remote;
  const people = upstream ? signedInPeople : accountPeople;
  const stopHeld =
    sends && behind ? startHeldQueue({ store, log, remote: behind, people, checkAfterMs: 1000 }) : undefined;
  const stopReminding = sends && remote ? startReminding({ store, log, remote }) : undefined;
  const stopNotifying = notifies
    ? startNotifying({ store, log, push: pushRules(vapidKey, config), isOwned: !checkPassword && mode === "personal" })
    : undefined;
  return {
    app,
    store,
    vault,
    ingest,
    mime,
    client: clientWith(token),
    accountId: account.id,
    token,
    fetch: through,
    metricsUrl: `http://127.0.0.1:${metrics?.port ?? 0}/metrics`,
    async addMailbox(name) {
      const { id } = await store.write((tx) => createAccount(tx, { name, email: `${name}@${domain}` }));
      const secret = await tokenFor(id);
      return { accountId: id, token: secret, client: clientWith(secret) };
    },
    async link() {
      const secret = await store.write((tx) => createOpeningLink(tx, new Date(Date.now() + 60_000)));
      return openingUrl("", secret);
    },
    async listen() {
      await app.listen({ host: "127.0.0.1", port: 0 });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async close() {
      await app.close();
      await metrics?.close();
      upstream?.close();
      remote?.close();
      await queue?.close();
      await stopTransfers?.();
      await stopForeign?.();
      await stopHeld?.();
      await stopReminding?.();
      await stopNotifying?.();
      await stopContactSync?.();
      await mailServers?.close();
      if (sieveServers) await sieveServers.close();
      await mirrors?.close();
      await membership?.leave();
      await mime.close();
      await store.close();
    },
  };
}
