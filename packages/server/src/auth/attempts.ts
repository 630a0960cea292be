/** Counts failed sign-ins per peer or name, to stop guessing and flooding. */
import { isIPv6 } from "node:net";

/** Beyond it the oldest are removed: the memory of a guard must not be a target itself. */
const maxPeers = 10_000;

export interface AttemptRules {
  /** Failures before a caller has to wait. */
  allowed: number;
  /** From the last failure until they expire. */
  windowMs: number;
}

export interface Attempts {
  /** Seconds until the peer (an IP address) or name may try again; 0: now. */
  waitFor(peer: string): number;
  failed(peer: string): void;
  /** Undoes the count of one attempt. */
  takeBack(peer: string): void;
  /** Clears the failures after a success. */
  succeeded(peer: string): void;
}

/** `now` in milliseconds. */
export function createAttempts({ allowed, windowMs }: AttemptRules, now: () => number = Date.now): Attempts {
  const failures = new Map<string, { count: number; until: number }>();

  return {
    waitFor(peer) {
      const entry = failures.get(networkOf(peer));
      if (!entry || entry.count < allowed) return 0;
      return Math.max(0, Math.ceil((entry.until - now()) / 1000));
    },
    failed(peer) {
      const key = networkOf(peer);
      const entry = failures.get(key);
      const count = entry && entry.until > now() ? entry.count + 1 : 1;
      failures.delete(key);
      failures.set(key, { count, until: now() + windowMs });
      const [oldest] = failures.keys();
      if (failures.size > maxPeers && oldest !== undefined) failures.delete(oldest);
    },
    takeBack(peer) {
      const entry = failures.get(networkOf(peer));
      if (entry) entry.count--;
    },
    succeeded(peer) {
      failures.delete(networkOf(peer));
    },
  };
}

/** A customer has a whole /64 of IPv6 addresses, so that counts as one. */
function networkOf(peer: string): string {
  if (!isIPv6(peer) || peer.includes(".")) return peer;
  const [head = "", tail] = peer.split("::");
  const groups = head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").length;
  return [...groups, ...Array<string>(missing).fill("0"), ...(tail ?? "").split(":")].slice(0, 4).join(":");
}
