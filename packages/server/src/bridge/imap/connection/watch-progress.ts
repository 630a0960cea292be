/**
 * Ends a connection whose server sends without end: octet by octet, or one "still here" after the other. The socket's
 * timeout, which measures silence, does not notice it.
 */
import type { ImapClient } from "./imap-client.ts";

const CHECK_INTERVAL_MS = 60_000;
/** Octets of an incomplete answer between two checks: slower than any modem. */
const MIN_BYTES = 10_000;
/** Checks in which a command may receive less, as a search through all texts does. */
const MAX_SLOW_CHECKS = 10;

/** @param onStall called once. @returns a function that ends the watch */
export function watchProgress(client: ImapClient, onStall: () => void, intervalMs = CHECK_INTERVAL_MS): () => void {
  let before: { tag?: string | undefined; received: number; responses: number } = { received: 0, responses: 0 };
  let slowChecks = 0;
  const timer = setInterval(() => {
    // IDLE is silent between changes.
    const { runningTag: tag, responses } = client;
    const { received } = client.stats();
    const bytes = received - before.received;
    const isSlow = tag !== undefined && tag === before.tag && bytes < MIN_BYTES;
    slowChecks = isSlow ? slowChecks + 1 : 0;
    // Silence is left to the socket's timeout.
    const isDripping = isSlow && bytes > 0 && responses === before.responses;
    before = { tag, received, responses };
    if (!isDripping && slowChecks < MAX_SLOW_CHECKS) return;
    stop();
    onStall();
  }, intervalMs);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}
