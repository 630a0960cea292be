/** What may be measured of the HTTP server. Nothing in it names a person, an account or an address. */

export interface MeasuredRequest {
  method: string;
  /** The template of the route, never the path. */
  route: string;
  status: number;
  /** undefined: of a stream, which lasts as long as its reader wants. */
  seconds: number | undefined;
}

export interface Measures {
  request(request: MeasuredRequest): void;
  /**
   * A method call that was run; a response that is repeated from memory runs none.
   * @param method a name of ours, or "unknown"
   * @param result "ok", or the type of the method error
   */
  call(method: string, result: string, seconds: number): void;
  /** A connection for push. @returns to be called when it is closed */
  connection(kind: "eventsource" | "websocket"): () => void;
}
