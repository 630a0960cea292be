/** Adds, changes and removes accounts with servers of their own, on a personal server. */
import {
  type Id,
  type MailServerDiscoverResult,
  type NewMailServer,
  type SenderTrial,
  type ServerEndpoint,
  SetFailure,
} from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress, renameAccount } from "../../store/auth/accounts.ts";
import { getIdentities, updateIdentity } from "../../store/submission/identities.ts";
import {
  getImapServer,
  getMailServers,
  getMirrorStatus,
  type ImapServer,
  putImapServer,
} from "../../store/mirror/imap-accounts.ts";
import { getJmapAccount, isRemote } from "../../store/auth/jmap-accounts.ts";
import { beginRemoval, finishRemovals } from "../../store/auth/remove-account.ts";
import { heldSubjects } from "../../store/submission/held-submissions.ts";
import { pendingSubjects } from "../../store/submission/pending-emails.ts";
import { smtpUrlOf } from "../../store/submission/smtp-url.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import type { Vault } from "../../store/auth/vault.ts";
import { addJmapAccount, changeJmapAccount } from "./jmap-account.ts";
import { discoverServers, type DiscoveryOptions } from "./discover.ts";
import { refusalFor } from "./problems.ts";
import { SenderTrials } from "./sender-trials.ts";
import { tryServers } from "./try-servers.ts";

export interface AccountSetupOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  /** Our name in EHLO. */
  domain: string;
  discovery?: DiscoveryOptions;
  /** For tests: certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

export interface AccountSetup {
  discover(email: string): Promise<MailServerDiscoverResult>;
  /** Tries the servers and creates the account. @throws SetFailure invalidProperties, alreadyExists */
  add(server: NewMailServer): Promise<Id>;
  /** Tries the changed servers and stores them. @throws SetFailure notFound, invalidProperties */
  change(accountId: Id, changes: Partial<Omit<NewMailServer, "email">>): Promise<void>;
  /** As MailServers of the methods has it. */
  trySenders(accountId: Id, emails: readonly string[]): Promise<SenderTrial[]>;
  /** Removes the account here. @throws SetFailure notFound, changesWaiting */
  remove(accountId: Id, losesChanges: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The bridge's part of `MailServer/…`. */
export const createAccountSetup = (options: AccountSetupOptions): AccountSetup => new Setup(options);

class Setup implements AccountSetup {
  readonly #options: AccountSetupOptions;
  readonly #trials = new SenderTrials();
  #removing: Promise<void> = Promise.resolve();

  constructor(options: AccountSetupOptions) {
    this.#options = options;
    // Removals that an earlier process has not finished.
    this.#finishRemovals();
  }

  discover(email: string): Promise<MailServerDiscoverResult> {
    return discoverServers(email, this.#options.discovery ?? {});
  }

  async add({ name, email, ...servers }: NewMailServer): Promise<Id> {
    const { store, vault, log } = this.#options;
    const taken = await store.read((reader) => findAccountByAddress(reader, email));
    if (taken) throw exists(taken.id);
    const { imap, jmapUrl } = servers;
    if (jmapUrl) return addJmapAccount({ name: name.trim(), email, ...servers, jmapUrl }, { store, vault, log });
    if (!imap) throw noServer();
    const server = serverOf({ ...servers, imap });
    await this.#assertUsable(server);
    return store.write(async (tx) => {
      // A concurrent request may have created it.
      const other = await findAccountByAddress(tx, email);
      if (other) throw exists(other.id);
      const { id } = await createAccount(tx, { name: name.trim(), email });
      await putImapServer(tx, id, server, vault);
      return id;
    });
  }

  async change(accountId: Id, { name, ...changes }: Partial<Omit<NewMailServer, "email">>): Promise<void> {
    const { store, vault, log } = this.#options;
    const remote = await store.read((reader) => getJmapAccount(reader, accountId));
    if (remote) return changeJmapAccount(remote, { name, ...changes }, { store, vault, log });
    const known = await store.read((reader) => getImapServer(reader, accountId, vault));
    if (!known) throw new SetFailure({ type: "notFound" });
    const { imap, smtp, username, password } = changes;
    if (imap === null) throw noServer();
    const server: ImapServer = {
      ...known,
      ...imap,
      ...(smtp !== undefined && { smtpUrl: smtp && smtpUrlOf(smtp) }),
      username: username ?? known.username,
      password: password ?? known.password ?? "",
    };
    const isOther = Object.keys(changes).length > 0;
    if (isOther) await this.#assertUsable(server);
    await store.write(async (tx) => {
      const account = (await getMailServers(tx)).find(({ id }) => id === accountId);
      if (!account) throw new SetFailure({ type: "notFound" });
      if (name !== undefined) await rename(tx, accountId, account.email, name.trim());
      if (isOther) await putImapServer(tx, accountId, server, vault);
    });
  }

  async trySenders(accountId: Id, emails: readonly string[]): Promise<SenderTrial[]> {
    const { store, vault, domain, ca } = this.#options;
    const server = await store.read((reader) => getImapServer(reader, accountId, vault));
    // A password that cannot be read, or a token, signs in nowhere here.
    if (!server?.smtpUrl || server.password === undefined || server.grantedAt !== null)
      return emails.map((email) => ({ email, isRefused: false, reply: null, triedAt: null }));
    const url = new URL(server.smtpUrl);
    url.username = encodeURIComponent(server.username);
    url.password = encodeURIComponent(server.password);
    return this.#trials.of(accountId, { url, name: domain, tls: { ca } }, emails);
  }

  async remove(accountId: Id, losesChanges: boolean): Promise<void> {
    const { store } = this.#options;
    const remote = await store.read((reader) => isRemote(reader, accountId));
    const status = await store.read((reader) => getMirrorStatus(reader, accountId));
    if (!status && !remote) throw new SetFailure({ type: "notFound" });
    const unsent = await store.read((reader) =>
      remote ? heldSubjects(reader, accountId) : pendingSubjects(reader, accountId),
    );
    const waiting = status?.waiting ?? 0;
    if (waiting + unsent.length > 0 && !losesChanges) {
      throw new SetFailure({ type: "changesWaiting", waiting, ...(unsent.length > 0 && { unsent }) });
    }
    await beginRemoval(store, accountId);
    // A hundred thousand Emails are deleted in the background.
    this.#finishRemovals();
  }

  close(): Promise<void> {
    return this.#removing;
  }

  #finishRemovals(): void {
    const { store, log } = this.#options;
    this.#removing = this.#removing
      .then(() => finishRemovals(store, log).then(() => undefined))
      .catch((error: unknown) => log.error("An account could not be removed completely", { error }));
  }

  /** @throws SetFailure invalidProperties */
  async #assertUsable(server: ImapServer): Promise<void> {
    const { log, domain, ca } = this.#options;
    const problem = await tryServers(server, { log, name: domain, ca });
    if (!problem) return;
    log.info("The servers of an account cannot be used", {
      host: server.host,
      kind: problem.kind,
      server: problem.server,
    });
    throw refusalFor(problem);
  }
}

const exists = (existingId: Id): SetFailure => new SetFailure({ type: "alreadyExists", existingId });

const noServer = (): SetFailure =>
  new SetFailure({
    type: "invalidProperties",
    properties: ["imap"],
    description: "An IMAP or a JMAP server is needed",
  });

const serverOf = ({
  imap,
  smtp,
  username,
  password,
}: Omit<NewMailServer, "name" | "email" | "imap"> & { imap: ServerEndpoint }): ImapServer => ({
  ...imap,
  username,
  password,
  smtpUrl: smtp && smtpUrlOf(smtp),
});

/** Renames the account and its first identity. */
async function rename(tx: Transactor, accountId: Id, email: string, name: string): Promise<void> {
  await renameAccount(tx, accountId, name);
  const own = (await getIdentities(tx, accountId)).find((identity) => identity.email === email);
  if (own && own.name !== name) await updateIdentity(tx, accountId, own.id, { name });
}
