/** One at a time changes the scripts of an account, in all processes. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Store } from "../../store/db/store.ts";
import { endSieveTurn, takeSieveTurn } from "../../store/rules/manage-sieve.ts";
import { unavailable } from "./failures.ts";
import { SESSION_MS } from "./limits.ts";

const TURN_MS = 15_000;
const TURN_PAUSE_MS = 50;

/** @throws MethodError serverUnavailable: others take too long */
export async function inTurn<T>(
  accountId: Id,
  work: () => Promise<T>,
  { store, signal }: { store: Store; signal: AbortSignal },
): Promise<T> {
  const owner = randomUUID();
  const until = performance.now() + TURN_MS;
  const take = () => store.write((tx) => takeSieveTurn(tx, accountId, owner, SESSION_MS + TURN_MS), { accountId });
  while (!(await take())) {
    if (performance.now() >= until) throw unavailable();
    await sleep(TURN_PAUSE_MS, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    await store.write((tx) => endSieveTurn(tx, accountId, owner), { accountId });
  }
}
