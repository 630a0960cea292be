/** Personal mode: the accounts at JMAP servers in the session, and the routes that pass their requests on. */
import type { Account, Id } from "@pismo/jmap";
import { MAIL_SERVERS, REMOTE_ACCOUNT, RequestError } from "@pismo/jmap";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { SignInError } from "../../auth/sign-in-error.ts";
import { getJmapAccount, listJmapAccounts } from "../../store/auth/jmap-accounts.ts";
import { storedSession } from "../../upstream/remote-accounts.ts";
import { accountPeople } from "../../upstream/held/held-people.ts";
import type { UpstreamCalls } from "../../upstream/upstream.ts";
import type { HttpContext } from "../context.ts";
import { upstreamEventSource } from "./event-source.ts";
import { keptHere, remoteAccount } from "./own-session.ts";
import type { UpstreamContext } from "./person.ts";
import { upstreamRoutes } from "./routes.ts";

const ROOT = "/jmap/at";
const REFUSED = "The account's server no longer accepts the password.";

/**
 * Whether the servers are there is not waited for: each says so itself when it is asked.
 * @param base under which the browser reaches us
 */
export async function remoteAccounts(
  remoteIds: readonly Id[],
  base: string,
  {
    store,
    limits,
    config,
    remote,
    log,
  }: Pick<HttpContext, "store" | "limits" | "config" | "log"> & { remote: UpstreamCalls },
): Promise<Record<Id, Account>> {
  if (remoteIds.length === 0) return {};
  return store.read(async (reader) => {
    const accounts: Record<Id, Account> = {};
    for (const account of await listJmapAccounts(reader)) {
      const { accountId, email, credential, url } = account;
      if (!remoteIds.includes(accountId)) continue;
      const kept = await keptHere(reader, accountId);
      const parts = { limits, config, ...kept, held: accountPeople, reminds: true };
      const found = remoteAccount(storedSession(account), base, `${ROOT}/${accountId}`, parts);
      // What has changed there is in the session that is asked for next.
      remote.session({ accountId, credential, url }).catch((error: unknown) => {
        log.debug("the JMAP server of an account could not be asked", { accountId, error });
      });
      const { isReadOnly = false, ...capability } = found ?? {};
      const accountCapabilities = { [MAIL_SERVERS]: {}, ...(found && { [REMOTE_ACCOUNT]: capability }) };
      accounts[accountId] = { name: email, isPersonal: true, isReadOnly, accountCapabilities };
    }
    return accounts;
  });
}

const remoteIdIn = ({ params }: FastifyRequest): Id => (params as { remoteId?: Id }).remoteId ?? "";

/** @returns their event sources, to be closed */
export function remoteRoutes(app: FastifyInstance, context: HttpContext, remote: UpstreamCalls): { close(): void } {
  const { store } = context;
  const own: UpstreamContext = {
    ...context,
    upstream: remote,
    held: accountPeople,
    reminds: true,
    root: `${ROOT}/:remoteId`,
    rootFor: ({ accountId }) => `${ROOT}/${accountId}`,
    refused: () => new RequestError({ type: "about:blank", status: 401, detail: REFUSED, isRefusedThere: true }),
    async personOf(request, { remoteIds }) {
      const remoteId = remoteIdIn(request);
      const account = remoteIds.includes(remoteId)
        ? await store.read((reader) => getJmapAccount(reader, remoteId))
        : undefined;
      if (!account) throw new SignInError(403, "There is no such account.");
      return account;
    },
  };
  upstreamRoutes(app, own);
  return upstreamEventSource(app, own);
}
