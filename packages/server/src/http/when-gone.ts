/** Aborts work when its response is no longer needed. */
import type { ServerResponse } from "node:http";

/** Aborted when the connection closes before the response was sent, or with `ending`: the server shuts down. */
export function whenGone(response: ServerResponse, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, ending]);
}
