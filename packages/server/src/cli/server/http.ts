/** The HTTP servers: pages, JMAP and metrics. */
import type { Server } from "node:http";
import { type AccountSetup, createAccountSetup } from "../../bridge/account-setup/account-setup.ts";
import { addressBookServersOf } from "../../bridge/carddav/connect.ts";
import { davRules } from "../../bridge/carddav/dav-client.ts";
import { createSieveServers } from "../../bridge/managesieve/sieve-servers.ts";
import type { AccessTokens } from "../../bridge/oauth/access-tokens.ts";
import { contactsGrants } from "../../bridge/oauth/contacts-grants.ts";
import { createOAuthSignIns } from "../../bridge/oauth/sign-ins.ts";
import { createApp } from "../../http/app.ts";
import { createHealthApp } from "../../http/health-app.ts";
import type { Measures } from "../../http/measures.ts";
import { createRemoteAccounts } from "../../upstream/remote-accounts.ts";
import { collectWhenIdle } from "../memory.ts";
import { addressOf, portProblem } from "./addresses.ts";
import { type Core, type Opened, WEB_PUSH_KEY } from "./core.ts";
import { mailServerOf } from "./sign-in-servers.ts";

/** Personal mode: the person adds and changes mail servers in the settings. Hosted mode has one, which is set up. */
function mailServersOf({ config, log, store, vault }: Core): AccountSetup | undefined {
  if (config.mode === "hosted") return undefined;
  const { domain, autoconfigUrl } = config;
  return createAccountSetup({ store, vault, log, domain, discovery: { autoconfigUrl } });
}

/** Their accounts may also be at JMAP servers. */
function remoteOf({ config, log, store, vault }: Core) {
  if (config.mode === "hosted") return undefined;
  return createRemoteAccounts({ store, vault, log, domain: config.domain });
}

function oauthOf({ config, log, store, vault, providers, upstream }: Core) {
  if (providers.length === 0) return undefined;
  if (upstream && config.jmapUrl) {
    const engine = { origin: config.jmapUrl.origin, admit: upstream.admit };
    return createOAuthSignIns({ store, vault, log, providers, engine });
  }
  const { domain, loginForm, formerImapHosts: formerHosts } = config;
  const mailServer = mailServerOf(config);
  return createOAuthSignIns({ store, vault, log, providers, mailServer, formerHosts, loginForm, domain });
}

/** On a port of its own. The library is loaded where it is used alone. */
export async function startMetrics({ config, log, store, membership, mime }: Core, opened: Opened) {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === undefined) return undefined;
  const { serveMetrics } = await import("../../metrics/serve-metrics.ts");
  const server = await serveMetrics({ host, port, log, store, membership, mime }).catch((error: unknown) => {
    throw portProblem("PISMO_METRICS_PORT", port, error);
  });
  opened.push(() => server.close());
  const address = addressOf({ host, publicUrl: undefined }, server.port);
  return { measures: server.measures, words: `Metrics: ${address}/metrics\n` };
}

/** @returns the HTTP server, which listens */
export async function startHttp(
  core: Core,
  tokens: AccessTokens,
  measures: Measures | undefined,
  opened: Opened,
): Promise<Server> {
  const { config, brand, log, store, membership, mime, vault, checkPassword, upstream, submission } = core;
  const grants = contactsGrants({ store, vault, providers: core.providers, tokens });
  const mailServers = mailServersOf(core);
  const remote = remoteOf(core);
  const oauth = oauthOf(core);
  const sieveServers = upstream ? undefined : createSieveServers({ store, vault, log, tokens });
  const app = config.roles.includes("web")
    ? await createApp({
        config: { ...config, brand },
        store,
        membership,
        mime,
        submission,
        images: { key: vault.derive("remote images"), trustedServers: config.trustedServers },
        vapidKey: vault.derive(WEB_PUSH_KEY),
        log,
        ...(measures && { measures }),
        ...(checkPassword && { checkPassword }),
        ...(upstream && { upstream }),
        ...(oauth && { oauth }),
        ...(mailServers && { mailServers }),
        ...(!upstream && {
          addressBookServers: addressBookServersOf({ store, vault, log, rules: davRules(config), grants }),
        }),
        ...(sieveServers && { sieveServers }),
        ...(remote && { remote }),
      })
    : createHealthApp({ store, log });
  opened.push(async () => {
    await app.close();
    await mailServers?.close();
    await sieveServers?.close();
    remote?.close();
  });
  await app.listen({ host: config.host, port: config.port }).catch((error) => {
    throw portProblem("PISMO_PORT", config.port, error, config.host);
  });
  opened.push(collectWhenIdle(app.server));
  return app.server;
}
