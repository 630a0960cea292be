/** The servers that people sign in at, and what may be sent from. */
import { createPasswordCheck } from "../../bridge/imap/connection/check-password.ts";
import type { OAuthProvider } from "../../bridge/oauth/provider.ts";
import { tokenRenewal } from "../../bridge/oauth/renew-tokens.ts";
import { type SenderAliases, openAliases } from "../../bridge/smtp/send/sender-aliases.ts";
import { type Config, ConfigError } from "../../config.ts";
import type { Logger } from "../../log.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store } from "../../store/db/store.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { serverFromUrls } from "../server-urls.ts";

/** @throws ConfigError it cannot be read or is invalid */
export async function aliasesOf({ mode, aliasesFile }: Config, log: Logger): Promise<SenderAliases | undefined> {
  if (mode !== "hosted" || aliasesFile === undefined) return undefined;
  return openAliases(aliasesFile, log).catch((error: Error) => {
    throw new ConfigError(`PISMO_ALIASES_FILE (${aliasesFile}): ${error.message}`);
  });
}

/** Hosted mode: each person has the account that the mail server authenticates. undefined in personal mode. */
export function passwordCheckOf(config: Config, store: Store, vault: Vault, log: Logger) {
  const server = mailServerOf(config);
  const { domain, loginForm, formerImapHosts: formerHosts } = config;
  return server && createPasswordCheck({ store, vault, server, formerHosts, domain, loginForm, log });
}

/** Hosted mode in front of a JMAP engine: people sign in there, and their mail stays there. */
export function upstreamOf(
  { mode, jmapUrl: url, domain }: Config,
  providers: readonly OAuthProvider[],
  { store, vault, log }: { store: Store; vault: Vault; log: Logger },
) {
  if (mode !== "hosted" || !url) return undefined;
  const own = providers.filter(({ jmapOrigin }) => jmapOrigin === url.origin);
  const renew = own.length > 0 && tokenRenewal(own);
  return createUpstream({ url, store, vault, domain, log, ...(renew && { renew }) });
}

/** The server at which everyone signs in. */
export function mailServerOf({ mode, imapUrl, smtpUrl }: Config) {
  if (mode !== "hosted" || !imapUrl) return undefined;
  // With credentials of its own it sends for everyone; otherwise people sign in there as themselves.
  const own = smtpUrl?.username === "" ? `${smtpUrl.protocol}//${smtpUrl.host}` : undefined;
  return serverFromUrls(imapUrl.href, own, false);
}
