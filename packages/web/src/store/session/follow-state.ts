/** An account or a capability has changed, perhaps on another device: RFC 8620 §3.4. */
import { getClient, givenSession, refreshSession } from "./session.ts";

const PAUSE_MS = 500;

const isOther = (state: string): boolean => state !== givenSession()?.state;

/** Fetches the session once for each other state that a response names. @returns a function that ends it */
export function followSessionState(): () => void {
  const client = getClient();
  let named: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  client.onSessionState = (state) => {
    if (state === named || !isOther(state)) return;
    named = state;
    clearTimeout(pause);
    pause = setTimeout(() => {
      // What fails is fetched again with the next response.
      if (isOther(state)) refreshSession().catch(() => (named = undefined));
    }, PAUSE_MS);
  };
  return () => {
    clearTimeout(pause);
    delete client.onSessionState;
  };
}
