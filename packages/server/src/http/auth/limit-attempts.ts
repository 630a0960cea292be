/** Limits attempts at other servers: no one can guess passwords at them, or flood them, through us. */
import { MethodError, SetFailure } from "@pismo/jmap";
import { createAttempts } from "../../auth/attempts.ts";
import type { AddressBookServers, MailServers } from "../../methods/context.ts";

/** Failed sign-ins at all servers together; and autodiscovery, which contacts many. */
const tries = { allowed: 15, windowMs: 5 * 60_000 };
const searches = { allowed: 30, windowMs: 60_000 };

/** The same, with a delay after too many attempts. */
export function limitTries(servers: MailServers): MailServers {
  const failures = createAttempts(tries);
  const asked = createAttempts(searches);

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const wait = failures.waitFor("");
    if (wait > 0) throw new SetFailure({ type: "rateLimit", description: `Too many attempts: wait ${wait} seconds` });
    try {
      return await work();
    } catch (error) {
      if (error instanceof SetFailure && error.error.problem) failures.failed("");
      throw error;
    }
  }

  return {
    async discover(email) {
      const wait = asked.waitFor("");
      if (wait > 0) throw new MethodError("forbidden", `Too many searches: wait ${wait} seconds`);
      asked.failed("");
      return servers.discover(email);
    },
    add: (server) => attempt(() => servers.add(server)),
    change: (accountId, changes) => attempt(() => servers.change(accountId, changes)),
    async trySenders(accountId, emails) {
      const wait = asked.waitFor("");
      if (wait > 0) throw new MethodError("forbidden", `Too many questions: wait ${wait} seconds`);
      asked.failed("");
      return servers.trySenders(accountId, emails);
    },
    remove: (accountId, losesChanges) => servers.remove(accountId, losesChanges),
  };
}

/** The same at address book servers, for each account: searches contact others too, whatever comes of them. */
export function limitConnecting(servers: AddressBookServers): AddressBookServers {
  const asked = createAttempts(tries);
  return {
    providerOf: (accountId) => servers.providerOf(accountId),
    async connect(accountId, server) {
      const wait = asked.waitFor(accountId);
      if (wait > 0) throw new SetFailure({ type: "rateLimit", description: `Too many attempts: wait ${wait} seconds` });
      asked.failed(accountId);
      return servers.connect(accountId, server);
    },
  };
}
