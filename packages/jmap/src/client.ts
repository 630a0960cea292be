/** A JMAP client: session, calls, batches with back references, blobs. RFC 8620. */
import type { UploadResult } from "./blob.ts";
import { CORE, MAIL, SUBMISSION, VACATION_RESPONSE, WEB_SOCKET } from "./core.ts";
import type {
  Id,
  Invocation,
  JmapRequest,
  JmapResponse,
  ResultReference,
  Session,
  WebSocketCapability,
} from "./core.ts";
import { MethodError, RequestError } from "./errors.ts";
import type { MethodErrorType, ProblemDetails } from "./errors.ts";
import { extensionOf, type MethodArgs, type MethodName, type MethodResult } from "./methods.ts";
import { RequestSocket } from "./request-socket.ts";

export interface JmapClientOptions {
  /** Where the session resource is, e.g. "/.well-known/jmap". */
  sessionUrl: string;
  /** Sent with every request, e.g. { authorization: "Bearer …" }; the browser's cookie needs none. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
  using?: string[];
}

/** Arguments in which any key may stand as "#key" with a reference instead. */
export type CallArgs<N extends MethodName> =
  | MethodArgs<N>
  | (Partial<MethodArgs<N>> & { [key: `#${string}`]: ResultReference });

/** One call of a batch: hand it on as a reference, read its result when the batch is back. */
export interface Call<N extends MethodName> {
  readonly id: string;
  /** A back reference into this call's result (RFC 8620 §3.7), e.g. ref("/ids"). */
  ref(path: string): ResultReference;
  /** @throws MethodError when the server answered this call with an error */
  result(): MethodResult<N>;
}

export class Batch {
  readonly invocations: Invocation[] = [];
  #response: JmapResponse | undefined;

  call<N extends MethodName>(name: N, args: CallArgs<N>): Call<N> {
    const id = `c${this.invocations.length}`;
    this.invocations.push([name, args as Record<string, unknown>, id]);
    return {
      id,
      ref: (path) => ({ resultOf: id, name, path }),
      result: () => this.#resultOf(name, id),
    };
  }

  settle(response: JmapResponse): void {
    this.#response = response;
  }

  /** A call may have implicit followers with its id (RFC 8620 §3.4): the one with its own name, or the error, is its answer. */
  #resultOf<N extends MethodName>(name: N, id: string): MethodResult<N> {
    const answers = this.#response?.methodResponses.filter(([, , callId]) => callId === id) ?? [];
    const own = answers.find(([answer]) => answer === name);
    if (own) return own[1];
    const [, error] = answers.find(([answer]) => answer === "error") ?? [];
    const { type, description, ...details } = (error ?? { type: "serverFail", description: "No answer" }) as {
      type: MethodErrorType;
      description?: string;
    };
    throw new MethodError(type, description, details);
  }
}

/** Characters. Browsers refuse such requests when all that are under way have more than 64 KiB (Fetch, "keepalive"). */
const MAX_KEEPALIVE = 12_000;

/** Milliseconds until a WebSocket that ended is opened again, and the most where it never stands. */
const firstPause = 1000;
const longestPause = 5 * 60_000;

export class JmapClient {
  readonly #options: JmapClientOptions;
  readonly #fetch: typeof fetch;
  #session: Promise<Session> | undefined;
  /** Once it is there: what is known need not be waited for, and a request goes out in the moment it is made. */
  #known: Session | undefined;
  #wantsSocket = false;
  #socket: RequestSocket | undefined;
  #pause = firstPause;
  /** By Date.now(). */
  #mayConnectAt = 0;

  constructor(options: JmapClientOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** The session resource, fetched once; `fresh` asks again. A failure is not kept. */
  session(fresh = false): Promise<Session> {
    if (fresh || !this.#session) {
      const known = this.#session;
      const session = this.#json<Session>(this.#options.sessionUrl, {});
      this.#session = session;
      this.#known = undefined;
      session.then(
        (found) => {
          if (this.#session === session) this.#known = found;
        },
        (error: unknown) => {
          // While the server cannot be reached, what it said before holds: requests need not ask for it each time.
          const isRefused = error instanceof RequestError && error.problem.status < 500;
          if (this.#session === session) this.#session = isRefused ? undefined : known;
        },
      );
    }
    return this.#session;
  }

  /** One method call. @throws MethodError, RequestError, TypeError when the server cannot be reached */
  async call<N extends MethodName>(name: N, args: CallArgs<N>, signal?: AbortSignal): Promise<MethodResult<N>> {
    const batch = new Batch();
    const call = batch.call(name, args);
    await this.send(batch, signal);
    return call.result();
  }

  /** Builds a batch, sends it in one request and gives back what `build` returned, its calls settled. */
  async batch<T>(build: (batch: Batch) => T, signal?: AbortSignal): Promise<T> {
    const batch = new Batch();
    const calls = build(batch);
    await this.send(batch, signal);
    return calls;
  }

  async send(batch: Batch, signal?: AbortSignal): Promise<void> {
    const extensions = new Set(batch.invocations.flatMap(([name]) => extensionOf[name] ?? []));
    const using = [...(this.#options.using ?? [CORE, MAIL, SUBMISSION, VACATION_RESPONSE]), ...extensions];
    const names = batch.invocations.map(([name]) => name);
    const isChange = names.some((name) => name.endsWith("/set"));
    const isRead = names.every((name) => /\/(?:get|query|changes|queryChanges)$/.test(name));
    batch.settle(await this.request({ using, methodCalls: batch.invocations }, signal, { isChange, isRead }));
  }

  /** @param kind a change arrives though the page is left at that moment; what is only read may come by the WebSocket */
  async request(
    request: JmapRequest,
    signal?: AbortSignal,
    { isChange = false, isRead = false }: { isChange?: boolean; isRead?: boolean } = {},
  ): Promise<JmapResponse> {
    const { apiUrl } = this.#known ?? (await this.session());
    const body = JSON.stringify(request);
    this.#connect();
    if (isRead && this.#socket?.takes(body)) {
      const response = await this.#socket.request(body, signal);
      if (response) return response;
    }
    return this.#json<JmapResponse>(apiUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      keepalive: isChange && body.length <= MAX_KEEPALIVE,
      ...(signal && { signal }),
    });
  }

  /**
   * From now on what is read comes over a WebSocket where the server offers one and the browser's cookie is all it asks
   * for (RFC 8887), and by HTTP while it does not stand. Changes go by HTTP, which delivers them though the page is left.
   */
  openSocket(): void {
    this.#wantsSocket = true;
    this.#connect();
  }

  /** What is under way there is asked anew by HTTP. It is opened again with a later request. */
  closeSocket(): void {
    this.#socket?.close();
  }

  #connect(): void {
    const { url } = (this.#known?.capabilities[WEB_SOCKET] ?? {}) as Partial<WebSocketCapability>;
    const isPossible = url !== undefined && !this.#options.headers && typeof WebSocket !== "undefined";
    if (!this.#wantsSocket || this.#socket || !isPossible || Date.now() < this.#mayConnectAt) return;
    const onClose = (wasOpen: boolean): void => {
      this.#socket = undefined;
      this.#pause = wasOpen ? firstPause : Math.min(this.#pause * 2, longestPause);
      this.#mayConnectAt = Date.now() + this.#pause;
    };
    try {
      this.#socket = new RequestSocket(url, onClose);
    } catch {
      // A page that came by TLS may open none without.
      this.#wantsSocket = false;
    }
  }

  async upload(
    accountId: Id,
    body: Blob | Uint8Array<ArrayBuffer>,
    type: string,
    signal?: AbortSignal,
  ): Promise<UploadResult> {
    const { uploadUrl } = await this.session();
    return this.#json<UploadResult>(uploadUrl.replace("{accountId}", encodeURIComponent(accountId)), {
      method: "POST",
      headers: { "content-type": type },
      body,
      ...(signal && { signal }),
    });
  }

  async downloadUrl(accountId: Id, blobId: Id, name: string, type = "application/octet-stream"): Promise<string> {
    const { downloadUrl } = await this.session();
    return expandUrl(downloadUrl, { accountId, blobId, name, type });
  }

  async download(accountId: Id, blobId: Id, name: string, type?: string, signal?: AbortSignal): Promise<Response> {
    return this.#respond(await this.downloadUrl(accountId, blobId, name, type), signal ? { signal } : {});
  }

  /** What a signed address of the server gives. @throws RequestError, TypeError when the server cannot be reached */
  async fetchBlob(url: string, signal?: AbortSignal): Promise<Blob> {
    return (await this.#respond(url, signal ? { signal } : {})).blob();
  }

  /**
   * The stream of StateChange events (RFC 8620 §7.3), unread: `openPush` reads it and connects again.
   * @param ping seconds between signs of life; 0: none
   */
  async eventSource(
    options: { types?: readonly string[]; ping: number; lastEventId?: string | undefined },
    signal: AbortSignal,
  ): Promise<Response> {
    const { types = ["*"], ping, lastEventId } = options;
    const { eventSourceUrl } = await this.session();
    const url = expandUrl(eventSourceUrl, { types: types.join(","), closeafter: "no", ping: String(ping) });
    const headers = { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) };
    return this.#respond(url, { headers, cache: "no-store", signal });
  }

  async #json<T>(url: string, init: RequestInit): Promise<T> {
    return (await (await this.#respond(url, init)).json()) as T;
  }

  async #respond(url: string, init: RequestInit): Promise<Response> {
    const headers = {
      accept: "application/json, */*",
      ...this.#options.headers,
      ...(init.headers as Record<string, string>),
    };
    const response = await this.#fetch(url, { ...init, headers, credentials: "same-origin" });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as Partial<ProblemDetails> | null;
    throw new RequestError({ type: "about:blank", ...problem, status: response.status });
  }
}

/** A URI template of the session (RFC 6570 level 1) with its variables filled in. */
export function expandUrl(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ""));
}
