/** Which members' servers are there, and the states that they told last. */
import type { Id, Invocation } from "@pismo/jmap";
import { followedTypes, type FollowedType } from "../../methods/all-accounts/remote/remote-members.ts";

/** A server for which a page has waited in vain is left alone for so long, and twice as long after the next time. */
const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 300_000;

interface Known {
  isDown: boolean;
  /** How often a page has waited in vain of late, and when it was last. */
  waits: number;
  waitedAt: number;
  states: Map<FollowedType, string>;
}

export class Presence {
  readonly #all = new Map<Id, Known>();

  #of(accountId: Id): Known {
    let known = this.#all.get(accountId);
    if (!known) this.#all.set(accountId, (known = { isDown: false, waits: 0, waitedAt: 0, states: new Map() }));
    return known;
  }

  isDown(accountId: Id): boolean {
    return this.#of(accountId).isDown;
  }

  /** Until a page may wait for it again; 0: it may now. */
  pauseMs(accountId: Id): number {
    const { waits, waitedAt } = this.#of(accountId);
    if (waits === 0) return 0;
    return Math.max(0, waitedAt + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (waits - 1)) - Date.now());
  }

  state(accountId: Id, type: FollowedType): string | undefined {
    return this.#of(accountId).states.get(type);
  }

  /** @returns whether it is there again, or has other states */
  noteAnswers(accountId: Id, answers: readonly Invocation[]): boolean {
    const known = this.#of(accountId);
    if (known.isDown && this.pauseMs(accountId) > 0) return false;
    let isNew = known.isDown;
    known.isDown = false;
    for (const [name, result] of answers) {
      const [type, kind] = name.split("/") as [FollowedType, string];
      const state = kind === "get" ? result["state"] : kind === "set" ? result["newState"] : undefined;
      if (!followedTypes.includes(type) || typeof state !== "string" || known.states.get(type) === state) continue;
      known.states.set(type, state);
      isNew = true;
    }
    return isNew;
  }

  /**
   * @param waited whether it was too slow for a page
   * @returns whether it was there until now
   */
  noteFailure(accountId: Id, waited: boolean): boolean {
    const known = this.#of(accountId);
    // Several requests that waited for one server fail together.
    if (waited && this.pauseMs(accountId) === 0) {
      known.waits = Date.now() - known.waitedAt > MAX_PAUSE_MS * 2 ? 1 : known.waits + 1;
      known.waitedAt = Date.now();
    }
    if (known.isDown) return false;
    known.isDown = true;
    known.states.clear();
    return true;
  }
}
