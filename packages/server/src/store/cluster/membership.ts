/** The servers that run on one database, as each of them sees the others. */
import { type Role, roles } from "../../roles.ts";

export interface LiveProcess {
  /** Of its row; never reused. */
  id: number;
  roles: readonly Role[];
}

export interface Membership {
  /** Ours. It changes where the others took this process for dead: what it held under the former id is lost. */
  readonly id: number;
  /** In the order of their ids, this one included; empty while this process cannot show the others that it lives. */
  readonly live: readonly LiveProcess[];
  /** Called when `id` or `live` have changed. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /** Gives all work to the others, while this process finishes what it has begun. */
  retire(): Promise<void>;
  /** The others hear of it at once. */
  leave(): Promise<void>;
}

/** Of a store that one process alone serves. */
export const soleMembership: Membership = {
  id: 1,
  live: [{ id: 1, roles }],
  onChange: () => () => {},
  retire: async () => {},
  leave: async () => {},
};

/**
 * The process that a piece of work belongs to: the one of the highest random weight (rendezvous hashing, Thaler and
 * Ravishankar 1996). All processes agree on it without a word, and one that joins or leaves moves its share alone.
 * @param key of the work
 * @returns undefined: no living process has the role
 */
export function ownerOf(key: string, live: readonly LiveProcess[], role: Role): number | undefined {
  let owner: number | undefined;
  let heaviest = -1;
  for (const { id, roles: own } of live) {
    const weight = own.includes(role) ? weightOf(`${id} ${key}`) : -1;
    if (weight > heaviest) [owner, heaviest] = [id, weight];
  }
  return owner;
}

/** FNV-1a with the finalizer of MurmurHash3, which spreads neighbouring numbers: 32 bits. */
function weightOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
