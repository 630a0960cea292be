/** Requests over one WebSocket, as it stands in a browser: RFC 8887. Push is not asked for: `openPush` has it. */
import { CORE, type JmapResponse } from "./core.ts";
import { type ProblemDetails, RequestError } from "./errors.ts";

/** RFC 8887 §4.3.3 and §4.3.4. */
type Message =
  | ({ "@type": "Response"; requestId: string | null } & JmapResponse)
  | ({ "@type": "RequestError"; requestId: string | null } & ProblemDetails);

interface Waiting {
  resolve: (response: JmapResponse | undefined) => void;
  reject: (error: unknown) => void;
}

/** Milliseconds of silence after which the server is asked whether it is there; as long again, and it is not. */
const patience = 2000;
/** Under way at once: with a tab or two beside this one, and HTTP, it stays below a server's maxConcurrentRequests. */
const most = 4;
/** Characters of a request: a longer one would hold up those behind it. */
const longest = 64 * 1024;

export class RequestSocket {
  readonly #socket: WebSocket;
  readonly #onClose: (wasOpen: boolean) => void;
  readonly #waiting = new Map<string, Waiting>();
  #sent = 0;
  #wasOpen = false;
  #isClosed = false;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** @throws DOMException where a page may not open it */
  constructor(url: string, onClose: (wasOpen: boolean) => void) {
    this.#onClose = onClose;
    this.#socket = new WebSocket(url, "jmap");
    this.#socket.addEventListener("open", () => (this.#wasOpen = true));
    this.#socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data as string) as Message));
    this.#socket.addEventListener("close", () => this.close());
  }

  /** @param body a request as JSON */
  takes(body: string): boolean {
    return this.#socket.readyState === WebSocket.OPEN && this.#waiting.size < most && body.length <= longest;
  }

  /**
   * @param body a request as JSON, which it takes
   * @returns undefined where the connection ends before the answer is there
   * @throws RequestError; what `signal` says
   */
  request(body: string, signal?: AbortSignal): Promise<JmapResponse | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = String(++this.#sent);
      // The server goes on; nobody waits for it.
      const abort = (): void => {
        this.#waiting.delete(id);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const ended = (): void => signal?.removeEventListener("abort", abort);
      this.#waiting.set(id, {
        resolve: (response) => (ended(), resolve(response)),
        reject: (error) => (ended(), reject(error)),
      });
      this.#socket.send(`{"@type":"Request","id":"${id}",${body.slice(1)}`);
      if (this.#waiting.size === 1) this.#listen();
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#silence);
    this.#socket.close();
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#onClose(this.#wasOpen);
    for (const { resolve } of lost) resolve(undefined);
  }

  #receive({ "@type": type, requestId, ...rest }: Message): void {
    const waiting = this.#waiting.get(requestId ?? "");
    this.#waiting.delete(requestId ?? "");
    this.#listen();
    if (type === "Response") waiting?.resolve(rest as JmapResponse);
    else waiting?.reject(new RequestError(rest as ProblemDetails));
  }

  /** A connection may die without a word; a request that takes its time is another matter. */
  #listen(): void {
    clearTimeout(this.#silence);
    if (this.#waiting.size === 0) return;
    this.#silence = setTimeout(() => {
      const echo = { "@type": "Request", id: "", using: [CORE], methodCalls: [["Core/echo", {}, "c0"]] };
      this.#socket.send(JSON.stringify(echo));
      this.#silence = setTimeout(() => this.close(), patience);
    }, patience);
  }
}
