/**
 * Personal mode: the accounts at JMAP servers that the person has added. Each has its own server, and what is true of an
 * engine behind a hosted server is true of each (upstream.ts).
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { getJmapAccount, type JmapAccount, noteJmapSession } from "../store/auth/jmap-accounts.ts";
import type { Vault } from "../store/auth/vault.ts";
import type { Store } from "../store/db/store.ts";
import { authorizationOf, credentialsFor, sealCredential } from "./credential.ts";
import { CredentialRefused } from "./errors.ts";
import { createOriginClient } from "./origin-client.ts";
import { fetchSession, readSession, type UpstreamSession } from "./session-resource.ts";
import {
  createUpstream,
  nameOf,
  sessionUrlOf,
  type Upstream,
  type UpstreamCalls,
  type UpstreamPerson,
} from "./upstream.ts";

export interface RemoteAccountsOptions {
  store: Store;
  vault: Vault;
  domain: string;
  log: Logger;
}

/** What a server said to a password. */
export interface TriedServer {
  origin: string;
  /** By the server's word. */
  username: string;
  /** Seals what the server took. */
  sealFor(accountId: Id, vault: Vault): string;
  /** To be stored. */
  session: string;
}

const toText = ({ session, url }: UpstreamSession): string => JSON.stringify({ url: url.href, session });

/** The session as it was stored. */
export function storedSession(account: Pick<JmapAccount, "session">): UpstreamSession {
  const { url, session } = JSON.parse(account.session) as { url: string; session: UpstreamSession["session"] };
  return readSession(session, new URL(url), () => undefined);
}

/** Signs in at a server. @throws CredentialRefused, UpstreamAway */
export async function trySignIn(url: URL, username: string, password: string): Promise<TriedServer> {
  const client = createOriginClient(url.origin);
  try {
    for (const credential of credentialsFor(username, password)) {
      const found = await fetchSession({
        client,
        url: sessionUrlOf(url),
        authorization: authorizationOf(credential),
        onForeign: () => undefined,
      }).catch((error: unknown) => {
        if (error instanceof CredentialRefused) return undefined;
        throw error;
      });
      const name = found && nameOf(found);
      if (!found || name === undefined) continue;
      return {
        origin: client.origin,
        username: name,
        sealFor: (accountId, vault) => sealCredential(credential, accountId, vault),
        session: toText(found),
      };
    }
    throw new CredentialRefused("the sign-in was refused");
  } finally {
    client.close();
  }
}

export function createRemoteAccounts({ store, vault, domain, log }: RemoteAccountsOptions): UpstreamCalls {
  const servers = new Map<string, Upstream>();
  const noted = new WeakSet<UpstreamSession>();

  /** @throws TypeError the person has none */
  function serverOf({ url = "" }: UpstreamPerson): Upstream {
    const known = servers.get(url);
    if (known) return known;
    const server = createUpstream({ url: new URL(url), store, vault, domain, log });
    servers.set(url, server);
    return server;
  }

  /** Keeps the session for when the server is away. */
  async function note(accountId: Id, found: UpstreamSession): Promise<void> {
    if (noted.has(found)) return;
    noted.add(found);
    const text = toText(found);
    const account = await store.read((reader) => getJmapAccount(reader, accountId));
    if (account && account.session !== text) await store.write((tx) => noteJmapSession(tx, accountId, text));
  }

  return {
    originFor: (person) => serverOf(person).originFor(person),
    async session(person, isFresh) {
      const found = await serverOf(person).session(person, isFresh);
      await note(person.accountId, found);
      return found;
    },
    call: (person, endpoint, call) => serverOf(person).call(person, endpoint, call),
    close() {
      for (const server of servers.values()) server.close();
    },
  };
}
