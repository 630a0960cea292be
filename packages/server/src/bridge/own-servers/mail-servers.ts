/** Accounts with servers of their own, as the one person of a personal server adds, changes and removes them. */
import {
  type Id,
  type MailServerProblem,
  type MailServerDiscoverResult,
  type NewMailServer,
  SetFailure,
} from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress, renameAccount } from "../../store/accounts.ts";
import { getIdentities, updateIdentity } from "../../store/identities.ts";
import {
  getImapServer,
  getMailServers,
  getMirrorStatus,
  type ImapServer,
  putImapServer,
} from "../../store/imap-accounts.ts";
import { beginRemoval, finishRemovals } from "../../store/remove-account.ts";
import { smtpUrlOf } from "../../store/smtp-url.ts";
import type { Store, Transactor } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import { discoverServers, type DiscoveryOptions } from "./discover.ts";
import { tryServers } from "./try-servers.ts";

export interface MailServersOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  /** What we call ourselves in EHLO. */
  domain: string;
  discovery?: DiscoveryOptions;
  /** For tests: certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

export interface OwnMailServers {
  discover(email: string): Promise<MailServerDiscoverResult>;
  /** Tries the servers and makes the account. @throws SetFailure invalidProperties, alreadyExists */
  add(server: NewMailServer): Promise<Id>;
  /** Tries what is new about the servers and keeps it. @throws SetFailure notFound, invalidProperties */
  change(accountId: Id, changes: Partial<Omit<NewMailServer, "email">>): Promise<void>;
  /** Forgets the account here. @throws SetFailure notFound, changesWaiting */
  remove(accountId: Id, losesChanges: boolean): Promise<void>;
  close(): Promise<void>;
}

/** What `MailServer/…` asks of the bridge. */
export function createMailServers(options: MailServersOptions): OwnMailServers {
  const { store, vault, log, domain, discovery = {}, ca } = options;
  let removing: Promise<void> = Promise.resolve();
  const finish = (): void => {
    removing = removing
      .then(() => finishRemovals(store))
      .catch((error: unknown) => log.error("An account could not be removed whole", { error }));
  };
  // What a process that was ended has left.
  finish();

  async function assertUsable(server: ImapServer): Promise<void> {
    const problem = await tryServers(server, { log, name: domain, ca });
    if (!problem) return;
    log.info("The servers of an account cannot be used", {
      host: server.host,
      kind: problem.kind,
      server: problem.server,
    });
    throw refusalFor(problem);
  }

  return {
    discover: (email) => discoverServers(email, discovery),

    async add({ name, email, ...servers }) {
      const taken = await store.read((reader) => findAccountByAddress(reader, email));
      if (taken) throw exists(taken.id);
      const server = serverOf(servers);
      await assertUsable(server);
      return store.write(async (tx) => {
        // Twice at once: the second finds the first.
        const other = await findAccountByAddress(tx, email);
        if (other) throw exists(other.id);
        const { id } = await createAccount(tx, { name: name.trim(), email });
        await putImapServer(tx, id, server, vault);
        return id;
      });
    },

    async change(accountId, { name, ...changes }) {
      const known = await store.read((reader) => getImapServer(reader, accountId, vault));
      if (!known) throw new SetFailure({ type: "notFound" });
      const { imap, smtp, username, password } = changes;
      const server: ImapServer = {
        ...known,
        ...imap,
        ...(smtp !== undefined && { smtpUrl: smtp && smtpUrlOf(smtp) }),
        username: username ?? known.username,
        password: password ?? known.password ?? "",
      };
      const isOther = Object.keys(changes).length > 0;
      if (isOther) await assertUsable(server);
      await store.write(async (tx) => {
        const account = (await getMailServers(tx)).find(({ id }) => id === accountId);
        if (!account) throw new SetFailure({ type: "notFound" });
        if (name !== undefined) await rename(tx, accountId, account.email, name.trim());
        if (isOther) await putImapServer(tx, accountId, server, vault);
      });
    },

    async remove(accountId, losesChanges) {
      const status = await store.read((reader) => getMirrorStatus(reader, accountId));
      if (!status) throw new SetFailure({ type: "notFound" });
      if (status.waiting > 0 && !losesChanges) {
        throw new SetFailure({ type: "changesWaiting", waiting: status.waiting });
      }
      await beginRemoval(store, accountId);
      // The letters go meanwhile: there may be a hundred thousand.
      finish();
    },

    close: () => removing,
  };
}

const exists = (existingId: Id): SetFailure => new SetFailure({ type: "alreadyExists", existingId });

const serverOf = ({ imap, smtp, username, password }: Omit<NewMailServer, "name" | "email">): ImapServer => ({
  ...imap,
  username,
  password,
  smtpUrl: smtp && smtpUrlOf(smtp),
});

/** The account and the identity that it began with. */
async function rename(tx: Transactor, accountId: Id, email: string, name: string): Promise<void> {
  await renameAccount(tx, accountId, name);
  const own = (await getIdentities(tx, accountId)).find((identity) => identity.email === email);
  if (own && own.name !== name) await updateIdentity(tx, accountId, own.id, { name });
}

/** Beside which fields the screen shows it. */
const concerned: Partial<Record<MailServerProblem["kind"], readonly string[]>> = {
  wrongPassword: ["username", "password"],
  appPassword: ["password"],
  oauth: ["password"],
  noSuchServer: ["host"],
  plainRefused: ["security"],
  noStartTls: ["security"],
};

function refusalFor(problem: MailServerProblem): SetFailure {
  const { kind, server } = problem;
  const fields = concerned[kind] ?? ["host", "port", "security"];
  const properties = fields.map((field) => (/word$|name$/.test(field) ? field : `${server}/${field}`));
  return new SetFailure({ type: "invalidProperties", properties, description: `${server}: ${kind}`, problem });
}
