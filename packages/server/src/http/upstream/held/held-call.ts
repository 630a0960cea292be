/** One call of a request about what is held. */
import type { Logger } from "../../../log.ts";
import type { Store } from "../../../store/db/store.ts";
import type { HeldAccount } from "../../../upstream/held/held-account.ts";
import type { HeldPeople } from "../../../upstream/held/held-people.ts";
import type { UpstreamCalls, UpstreamPerson } from "../../../upstream/upstream.ts";

/** Names and results; a method may be followed by those that it implies (RFC 8620 §3.4). */
export type Results = [name: string, result: Record<string, unknown>][];

export interface HeldCall {
  args: Record<string, unknown>;
  person: UpstreamPerson;
  people: HeldPeople;
  remote: UpstreamCalls;
  signal: AbortSignal;
  store: Store;
  log: Logger;
  there(): Promise<HeldAccount>;
  /** What the account's server answers. @param args instead of those of the call */
  pass(args?: Record<string, unknown>): Promise<Results>;
  /** UpstreamContext */
  reminds: boolean;
}
