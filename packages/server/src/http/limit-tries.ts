/** Servers elsewhere are not for guessing passwords at, nor for asking without end: who fails often has to wait. */
import { MethodError, SetFailure } from "@pismo/jmap";
import { createAttempts } from "../auth/attempts.ts";
import type { MailServers } from "../methods/context.ts";

/** Sign-ins that failed, at all servers together; and searches for servers, which go to many. */
const tries = { allowed: 15, window: 5 * 60_000 };
const searches = { allowed: 30, window: 60_000 };

/** The same, with a pause after too many tries. */
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
    remove: (accountId, losesChanges) => servers.remove(accountId, losesChanges),
  };
}
