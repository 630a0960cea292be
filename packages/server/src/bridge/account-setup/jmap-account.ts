/** Accounts at JMAP servers: tried, stored, changed. Of their mail nothing comes here. */
import { type Id, type NewMailServer, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { findAccountByAddress, insertAccount, renameAccount } from "../../store/auth/accounts.ts";
import { findJmapAccount, type JmapAccount, putJmapServer } from "../../store/auth/jmap-accounts.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import { CredentialRefused } from "../../upstream/errors.ts";
import { openCredential } from "../../upstream/credential.ts";
import { type TriedServer, trySignIn } from "../../upstream/remote-accounts.ts";
import { kindOfNetworkError, refusalFor } from "./problems.ts";

interface Tools {
  store: Store;
  vault: Vault;
  log: Logger;
}

type NewJmapAccount = Pick<NewMailServer, "name" | "email" | "username" | "password"> & { jmapUrl: string };

/** Some servers repeat what they receive. */
const withoutSecret = (text: string, secret: string): string => (secret === "" ? text : text.replaceAll(secret, "…"));

/** @throws SetFailure invalidProperties with `problem` */
async function signInAt(url: URL, username: string, password: string, log: Logger): Promise<TriedServer> {
  try {
    return await trySignIn(url, username, password);
  } catch (error) {
    const { message, cause } = error as Error;
    const networkKind = kindOfNetworkError(cause);
    const isJmapless = networkKind === "connection" && cause === undefined;
    const kind = error instanceof CredentialRefused ? "wrongPassword" : isJmapless ? "notMailServer" : networkKind;
    log.info("The JMAP server of an account cannot be used", { host: url.host, kind });
    throw refusalFor({ kind, server: "jmap", detail: withoutSecret(message, password), helpUrl: null });
  }
}

const put = (tx: Transactor, accountId: Id, url: URL, tried: TriedServer, vault: Vault): Promise<void> =>
  putJmapServer(tx, accountId, {
    origin: tried.origin,
    username: tried.username,
    url: url.href,
    credential: tried.sealFor(accountId, vault),
    session: tried.session,
  });

const exists = (existingId: Id): SetFailure => new SetFailure({ type: "alreadyExists", existingId });

/** @throws SetFailure invalidProperties, alreadyExists */
export async function addJmapAccount(
  { name, email, username, password, jmapUrl }: NewJmapAccount,
  { store, vault, log }: Tools,
): Promise<Id> {
  const url = new URL(jmapUrl);
  const tried = await signInAt(url, username, password, log);
  return store.write(async (tx) => {
    const taken = (await findAccountByAddress(tx, email))?.id ?? (await findJmapAccount(tx, tried));
    if (taken !== undefined) throw exists(taken);
    const { id } = await insertAccount(tx, { name, email });
    await put(tx, id, url, tried, vault);
    return id;
  });
}

type JmapChanges = { [K in "name" | "username" | "password" | "jmapUrl"]?: NewMailServer[K] | undefined };

/** @throws SetFailure invalidProperties, alreadyExists, notFound */
export async function changeJmapAccount(
  before: JmapAccount,
  { name, username, password, jmapUrl }: JmapChanges,
  { store, vault, log }: Tools,
): Promise<void> {
  const { accountId } = before;
  const url = new URL(jmapUrl ?? before.url);
  const isOther = [username, password, jmapUrl].some((value) => value !== undefined);
  const known = openCredential(before.credential, accountId, vault);
  const kept = known?.scheme === "basic" ? known : undefined;
  const secret = password ?? (known?.scheme === "bearer" ? known.token : kept?.password) ?? "";
  // A password that the person has not typed goes to the server that it was typed for.
  if (password === undefined && url.origin !== before.origin) {
    throw new SetFailure({ type: "invalidProperties", properties: ["password"], description: "Another server" });
  }
  const tried = isOther ? await signInAt(url, username ?? kept?.username ?? before.username, secret, log) : undefined;
  await store.write(async (tx) => {
    if (name !== undefined) await renameAccount(tx, accountId, name.trim());
    if (!tried) return;
    const other = await findJmapAccount(tx, tried);
    if (other !== undefined && other !== accountId) throw exists(other);
    await put(tx, accountId, url, tried, vault);
  });
}
